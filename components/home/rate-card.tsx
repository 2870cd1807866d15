import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { ServiceIcon } from '@/components/booking/service-icon'
import type { ServiceOption } from '@/components/booking/types'
import { basePrice, offeredDurations } from '@/lib/bookings/rules'
import { formatRM } from '@/lib/money'
import { whatsappLink } from '@/lib/site'

type Props = { services: ServiceOption[]; addOns: ServiceOption[]; taxRate: string; bookingHref: string }

export async function RateCard({ services, addOns, taxRate, bookingHref }: Props) {
  const [t, common] = await Promise.all([getTranslations('pages.home.services'), getTranslations('common')])
  return (
    <section id="services" className="wrap py-16 lg:py-28">
      <div className="grid gap-3">
        <h2 className="text-3xl">{t('title')}</h2>
        <p className="measure text-muted">{t('lead', { rate: taxRate })}</p>
      </div>
      {services.length === 0 && <p className="mt-10 rounded-lg border border-line bg-card p-6">{t('empty')}</p>}
      <ul className="mt-10 border-t border-line">
        {services.map((service) => (
          <ServiceRow key={service.id} service={service} bookingHref={bookingHref} />
        ))}
        <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-6">
          <h3 className="text-lg">{t('weekly')}</h3>
          <a href={whatsappLink(common('whatsAppText'))} target="_blank" rel="noopener noreferrer" className="font-semibold text-tungsten underline decoration-tungsten/40 underline-offset-4 hover:decoration-tungsten">
            {t('weeklyText')}
            <span className="sr-only"> ({common('newTab')})</span>
          </a>
        </li>
      </ul>
      {addOns.length > 0 && (
        <div className="mt-10 grid gap-x-10 gap-y-6 rounded-lg border border-line bg-raised p-6 lg:grid-cols-[14rem_1fr]">
          <h3 className="text-lg">{t('addOns')}</h3>
          <ul className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
            {addOns.map(({ id, name, description, rates }) => (
              <li key={id} className="grid content-start gap-1">
                <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="font-semibold">{name}</span>
                  <span className="figures font-semibold text-tungsten">{t('ratePerHour', { rate: formatRM(rates.hourly) })}</span>
                </span>
                <span className="text-sm text-muted">{description}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

async function ServiceRow({ service, bookingHref }: { service: ServiceOption; bookingHref: string }) {
  const t = await getTranslations('pages.home.services')
  const { rates } = service
  const longer = { 'half-day': { label: t('halfDay'), hourly: rates.halfDay }, 'full-day': { label: t('fullDay'), hourly: rates.fullDay } }
  return (
    <li className="relative grid gap-x-8 gap-y-4 border-b border-line py-6 transition-colors hover:bg-raised lg:grid-cols-[minmax(0,1fr)_10rem_24rem] lg:items-center lg:py-7">
      <div className="flex gap-4">
        <ServiceIcon icon={service.icon} className="mt-1 size-5 shrink-0 text-muted" />
        <div className="grid gap-1">
          <h3 className="text-lg">
            {/* The whole row leads to the booking page; its name is the link's. */}
            <Link href={bookingHref} prefetch={false} className="after:absolute after:inset-0">
              {service.name}
            </Link>
          </h3>
          <p className="max-w-[56ch] text-sm text-muted">{service.description}</p>
        </div>
      </div>
      <p className="figures pl-9 lg:pl-0">
        <span className="font-display text-2xl font-semibold text-tungsten">{formatRM(rates.hourly)}</span>{' '}
        <span className="text-sm whitespace-nowrap text-muted lg:block">{t('perHour')}</span>
      </p>
      <dl className="figures grid grid-cols-2 gap-x-6 gap-y-3 pl-9 text-sm empty:hidden lg:pl-0">
        {offeredDurations(rates)
          .filter((duration) => duration === 'half-day' || duration === 'full-day')
          .map((duration) => (
            <div key={duration}>
              <dt className="text-xs text-muted">{longer[duration].label}</dt>
              <dd className="font-semibold">{formatRM(basePrice(rates, duration))}</dd>
              <dd className="text-muted">{t('ratePerHour', { rate: formatRM(longer[duration].hourly ?? rates.hourly) })}</dd>
            </div>
          ))}
      </dl>
    </li>
  )
}
