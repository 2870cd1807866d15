import type { Metadata } from 'next'
import { getLocale } from 'next-intl/server'
import { serviceOption } from '@/components/booking/options'
import { Hero } from '@/components/home/hero'
import { RateCard } from '@/components/home/rate-card'
import { Reach } from '@/components/home/reach'
import { Steps } from '@/components/home/steps'
import { addOnServices, studioServices, taxSetting } from '@/lib/catalog/data'
import { alternates } from '@/lib/i18n/alternates'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'

export async function generateMetadata(): Promise<Metadata> {
  return { alternates: alternates(toLocale(await getLocale()), '/') }
}

export default async function Home() {
  const locale = toLocale(await getLocale())
  const [services, addOns, tax] = await Promise.all([studioServices(), addOnServices(), taxSetting()])
  const booking = pathIn(locale, '/booking')
  return (
    <>
      <Hero locale={locale} />
      <RateCard
        services={services.map((service) => serviceOption(service, locale))}
        addOns={addOns.map((service) => serviceOption(service, locale))}
        taxRate={String(tax.basisPoints / 100)}
        bookingHref={booking}
      />
      <Steps bookingHref={booking} />
      <Reach />
    </>
  )
}
