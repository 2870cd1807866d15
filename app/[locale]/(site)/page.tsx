import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { LatestUpdates } from '@/components/blog/latest-updates'
import { serviceOption } from '@/components/booking/offers'
import { Editing } from '@/components/editing/editing'
import { BookBar } from '@/components/home/book-bar'
import { FreeNowOf } from '@/components/home/free-now'
import { fromPrice } from '@/components/home/from-price'
import { HomeHero } from '@/components/home/hero'
import { Location } from '@/components/home/location'
import { People } from '@/components/home/people'
import { Proof } from '@/components/home/proof'
import { RateCard } from '@/components/home/rate-card'
import { Reach } from '@/components/home/reach'
import { Sponsorship } from '@/components/home/sponsorship'
import { HomeSteps } from '@/components/home/steps'
import { Value } from '@/components/home/value'
import { Work } from '@/components/home/work'
import { JsonLd } from '@/components/layout/json-ld'
import { Hear } from '@/components/sound/hear'
import { hoursSetting } from '@/lib/rooms/queries'
import { studioServices } from '@/lib/catalog/queries'
import { portfolioItems, publishedPosts } from '@/lib/content/queries'
import { toLocale } from '@/lib/i18n/routing'
import { officeDays } from '@/lib/orders/queries'
import { localBusiness } from '@/lib/seo/json-ld'
import { pageMetadata } from '@/lib/seo/metadata'
import {
  extraMethods,
  marksSetting,
  marketingSetting,
  ratingSetting,
  site,
  taxSetting,
  teamIn,
  voiceSetting,
} from '@/lib/settings/queries'

// As many as can be read at a glance; the services page has all of them.
const RATES_SHOWN = 5

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale, studio] = await Promise.all([
    getTranslations('pages.meta'),
    getLocale(),
    site(),
  ])
  return pageMetadata({
    studio,
    locale: toLocale(locale),
    path: '/',
    title: t('title'),
    description: t('description'),
  })
}

export default async function Home() {
  const locale = toLocale(await getLocale())
  const [team, rating, marks, voice] = await Promise.all([
    teamIn(locale),
    ratingSetting(),
    marksSetting(),
    voiceSetting(locale),
  ])
  const [services, items, posts, tax, marketing, office, hours, studio] = await Promise.all([
    studioServices(),
    portfolioItems(),
    publishedPosts(),
    taxSetting(),
    marketingSetting(),
    officeDays(),
    hoursSetting(locale),
    site(),
  ])
  const options = services.map((service) => serviceOption(service, locale))
  return (
    <>
      <FreeNowOf>
        <HomeHero from={await fromPrice(options, tax)} />
        <BookBar services={options} tax={tax} />
      </FreeNowOf>
      <Hear voice={voice} />
      <RateCard services={options.slice(0, RATES_SHOWN)} tax={tax} studio={studio} />
      <HomeSteps />
      <Work items={items} />
      <Proof items={items} rating={rating} marks={marks} />
      <Value investment={studio.investment} />
      <Location studio={studio} />
      <Editing locale={locale} studio={studio} tax={tax} marketing={marketing} office={office} />
      <Sponsorship email={studio.email} />
      <LatestUpdates locale={locale} posts={posts} />
      <People team={team} />
      <Reach studio={studio} hours={hours} />
      <JsonLd data={localBusiness(studio, hours, locale, await extraMethods())} />
    </>
  )
}
