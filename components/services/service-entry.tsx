import { useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ServiceOption } from '@/components/booking/options'
import { ServiceIcon } from '@/components/booking/service-icon'
import { FormerRate, TaxedRate } from '@/components/checkout/tax'
import { buttonVariants } from '@/components/ui/button-variants'
import { Unbroken } from '@/components/ui/unbroken'
import { WholeWords } from '@/components/ui/words'
import { lengthOf } from '@/lib/availability/rules'
import { basePrice, offeredDurations } from '@/lib/bookings/price'
import { formatRate, formatRM, withTax } from '@/lib/money'
import { whatsappLink } from '@/lib/settings/links'
import type { Site } from '@/lib/settings/site'
import type { TaxSetting } from '@/lib/settings/tax'

/** One service with all its rates; a week is priced on request. */
export function ServiceEntry({
  service,
  bookingHref,
  studio,
  tax,
}: {
  service: ServiceOption
  bookingHref: string
  studio: Site
  tax: TaxSetting
}) {
  const [t, nav, common] = [
    useTranslations('services'),
    useTranslations('nav'),
    useTranslations('common'),
  ]
  const { id, name, description, icon, rates, formerHourly } = service
  const lengths = offeredDurations(rates)
  return (
    <li id={`service-${id}`} className="grid gap-5 py-9 first:pt-2 last:pb-0">
      <div className="grid gap-2">
        <h3 className="flex items-center gap-3 text-xl">
          <ServiceIcon icon={icon} className="size-6 shrink-0 text-muted" />
          <span>
            <WholeWords>{name}</WholeWords>
          </span>
        </h3>
        <p className="max-w-[60ch] text-muted">
          <Unbroken>{description}</Unbroken>
        </p>
      </div>
      <div className="figures grid gap-4">
        <p className="text-muted">
          <FormerRate sen={formerHourly} />
          <span className="font-display text-3xl font-semibold text-tungsten">
            {formatRate(rates.hourly)}
          </span>
          <small className="text-base">{t('perHour')}</small>
          <TaxedRate sen={rates.hourly} tax={tax} className="text-sm" />
        </p>
        {lengths.length > 1 && (
          <dl
            className={
              'grid max-w-120 auto-cols-fr grid-flow-col divide-x divide-line rounded-md ' +
              'border border-line text-sm [&_dd]:font-semibold [&_dt]:text-xs [&_dt]:text-muted ' +
              '*:px-2.5 *:py-2 sm:*:px-4'
            }
          >
            {lengths.map((duration) => (
              <div key={duration} className="grid content-between">
                <dt>{t(`lengths.${duration}`)}</dt>
                <dd>{formatRM(withTax(basePrice(rates, lengthOf({ duration })), tax).totalSen)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Link
          href={`${bookingHref}?service=${id}`}
          prefetch={false}
          className={buttonVariants({ className: 'btn-wide' })}
        >
          {nav('bookNow')}
          <span className="sr-only">{` (${name})`}</span>
        </Link>
        {rates.weekly !== null && (
          <p className="text-sm text-muted">
            {t('weekly')}{' '}
            <a
              href={whatsappLink(studio, t('weeklyMessage', { service: name }))}
              target="_blank"
              rel="noopener noreferrer"
              className={
                'inline-block py-3 font-semibold text-tungsten underline ' +
                'decoration-tungsten/40 underline-offset-4 hover:decoration-tungsten'
              }
            >
              {t('chat')}
              <span className="sr-only">{` (${name}, ${common('newTab')})`}</span>
            </a>
          </p>
        )}
      </div>
    </li>
  )
}
