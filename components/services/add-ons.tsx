import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { ServiceIcon } from '@/components/booking/service-icon'
import type { ServiceOption } from '@/components/booking/options'
import { FormerRate, TaxedRate } from '@/components/checkout/tax'
import { buttonVariants } from '@/components/ui/button-variants'
import { formatRate } from '@/lib/money'
import type { TaxSetting } from '@/lib/settings/tax'
import { WholeWords } from '@/components/ui/words'

/**
 * People who can be added to a session: the hourly rate only. They cannot be booked alone, so Book
 * Now preselects nothing (docs/decisions/020 B7).
 */
export function AddOns({
  addOns,
  bookingHref,
  tax,
}: {
  addOns: ServiceOption[]
  bookingHref: string
  tax: TaxSetting
}) {
  const [t, nav] = [useTranslations('services'), useTranslations('nav')]
  return (
    <section id="add-ons" className="border-y border-line bg-raised">
      <div className="section wrap grid gap-x-16 gap-y-10 lg:grid-cols-[20rem_1fr]">
        <div className="grid content-start gap-3">
          <h2>
            <WholeWords>{t('addOns.title')}</WholeWords>
          </h2>
          <p className="text-muted">{t('addOns.lead')}</p>
        </div>
        <ul className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
          {addOns.map(({ id, name, description, icon, rates, formerHourly }) => (
            <li
              key={id}
              className={
                'grid grid-rows-[auto_1fr_auto_auto] justify-items-start gap-3 border-t-2 ' +
                'border-tungsten pt-5'
              }
            >
              <h3 className="flex items-center gap-3 text-lg">
                <ServiceIcon icon={icon} className="size-5 shrink-0 text-muted" />
                <span>
                  <WholeWords>{name}</WholeWords>
                </span>
              </h3>
              <p className="text-sm text-muted">{description}</p>
              <p className="figures text-muted">
                <FormerRate sen={formerHourly} />
                <span className="font-display text-2xl font-semibold text-tungsten">
                  {formatRate(rates.hourly)}
                </span>
                <small className="text-base">{t('perHour')}</small>
                <TaxedRate sen={rates.hourly} tax={tax} />
              </p>
              <Link
                href={bookingHref}
                prefetch={false}
                className={buttonVariants({ variant: 'outline', className: 'btn-wide' })}
              >
                {nav('bookNow')}
                <span className="sr-only">{` (${name})`}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
