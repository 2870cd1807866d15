import { useLocale, useTranslations } from 'next-intl'
import { lengthOf } from '@/lib/availability/rules'
import Link from 'next/link'
import { TaxedRate } from '@/components/checkout/tax'
import { basePrice, offeredDurations } from '@/lib/bookings/price'
import type { Rates } from '@/lib/catalog/rules'
import { pathIn } from '@/lib/i18n/path'
import { formatRate } from '@/lib/money'
import { whatsappLink } from '@/lib/settings/links'
import type { Site } from '@/lib/settings/site'
import { taxFacts, type TaxSetting } from '@/lib/settings/tax'
import { WholeWords } from '@/components/ui/words'

type Service = { id: number; name: string; rates: Rates }
type Props = { services: Service[]; tax: TaxSetting; studio: Site }

/**
 * The rates of an hour, half a day and a full day for the first services; the services page has all
 * of them, with details.
 */
export function RateCard({ services, tax, studio }: Props) {
  const [t, common] = [useTranslations('pages.home.services'), useTranslations('common')]
  const locale = useLocale()
  return (
    <section id="services" className="section wrap grid gap-x-16 gap-y-8 lg:grid-cols-[20rem_1fr]">
      <div className="grid content-start justify-items-start gap-3">
        <h2>
          <WholeWords>{t('title')}</WholeWords>
        </h2>
        <p className="text-muted">{t('lead', taxFacts(tax))}</p>
        <Link href={pathIn(locale, '/services')} prefetch={false} className="more">
          {t('all')}
        </Link>
      </div>
      {services.length === 0 ? (
        <p className="rounded-lg border border-line bg-card p-6">{t('empty')}</p>
      ) : (
        <table className="rates figures">
          <thead>
            <tr>
              {(['service', 'perHour', 'halfDay', 'fullDay'] as const).map((column) => (
                <th key={column}>{t(column)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {services.map(({ id, name, rates }) => (
              <tr key={id}>
                <th scope="row">
                  <Link href={pathIn(locale, `/booking?service=${id}`)} prefetch={false}>
                    <WholeWords>{name}</WholeWords>
                  </Link>
                </th>
                {(['hourly', 'half-day', 'full-day'] as const).map((duration) => {
                  const sen = offeredDurations(rates).includes(duration)
                    ? basePrice(rates, lengthOf({ duration }))
                    : null
                  return (
                    <td key={duration}>
                      <span>{sen === null ? '–' : formatRate(sen)}</span>
                      {sen !== null && <TaxedRate sen={sen} tax={tax} />}
                    </td>
                  )
                })}
              </tr>
            ))}
            <tr>
              <th scope="row">{t('weekly')}</th>
              <td colSpan={3}>
                <a
                  href={whatsappLink(studio, common('whatsAppText', { studio: studio.name }))}
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  {t('weeklyText')}
                  <span className="sr-only"> ({common('newTab')})</span>
                </a>
              </td>
            </tr>
          </tbody>
        </table>
      )}
    </section>
  )
}
