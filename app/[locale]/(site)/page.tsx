import type { Metadata } from 'next'
import { getLocale, getMessages, getTranslations } from 'next-intl/server'
import { LatestUpdates } from '@/components/blog/latest-updates'
import { serviceOption } from '@/components/booking/options'
import { Editing } from '@/components/editing/editing'
import { Hero } from '@/components/home/hero'
import { Location } from '@/components/home/location'
import { featuredPieces } from '@/components/home/pieces'
import { RateCard } from '@/components/home/rate-card'
import { Reach } from '@/components/home/reach'
import { Sponsorship } from '@/components/home/sponsorship'
import { Steps } from '@/components/home/steps'
import { Value } from '@/components/home/value'
import { Work } from '@/components/home/work'
import { sentencesOf } from '@/components/sentences'
import { fill } from '@/components/site/fill'
import { openingLines } from '@/components/site/hours'
import { JsonLd } from '@/components/site/json-ld'
import { holidayList, hoursSetting } from '@/lib/availability/data'
import { studioServices } from '@/lib/catalog/data'
import { portfolioItems, publishedPosts } from '@/lib/content/data'
import { dateWords } from '@/lib/i18n/date-words'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { localBusiness } from '@/lib/json-ld'
import { pageMetadata } from '@/lib/seo'
import { site, marketingSetting, taxSetting } from '@/lib/settings/data'
import { whatsappLink } from '@/lib/site'

// As many as fit a glance; the services page has them all.
const RATES_SHOWN = 5
const NEXT_SLOT = { weekday: 'short', day: 'numeric', month: 'short' } as const

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
  const [services, items, posts, tax, marketing, holidays, hours, studio] = await Promise.all([
    studioServices(),
    portfolioItems(),
    publishedPosts(),
    taxSetting(),
    marketingSetting(),
    holidayList(),
    hoursSetting(),
    site(),
  ])
  const all = await getMessages()
  const { value, work, services: rates, booking, reach, ...hero } = sentencesOf(all.pages.home)
  const [common, footer, nav] = [
    sentencesOf(all.common),
    sentencesOf(all.footer),
    sentencesOf(all.nav),
  ]
  const chat = {
    href: whatsappLink(studio, fill(common.whatsAppText, { studio: studio.name })),
    label: common.openOnWhatsApp,
    newTab: common.newTab,
  }
  return (
    <>
      <Hero
        locale={locale}
        words={{
          ...hero,
          zone: common.studioTime,
          date: dateWords(locale, NEXT_SLOT, locale === 'en' ? 'en-GB' : undefined),
        }}
      />
      <Value words={value} />
      <Location
        title={value.where}
        parking={fill(footer.parking, { levels: studio.parking.levels })}
        directions={footer.directions}
        newTab={common.newTab}
      />
      <Work locale={locale} words={work} pieces={featuredPieces(items, locale)} />
      <RateCard
        locale={locale}
        words={rates}
        services={services
          .slice(0, RATES_SHOWN)
          .map((service) => serviceOption(service, locale))
          .map(({ id, name, rates }) => ({ id, name, rates }))}
        taxRate={tax.basisPoints / 100}
        chat={chat}
      />
      <Steps words={booking} book={{ label: nav.bookSession, href: pathIn(locale, '/booking') }} />
      <Editing
        locale={locale}
        studio={studio}
        tax={tax}
        marketing={marketing}
        holidays={holidays.map(({ date }) => date)}
      />
      <LatestUpdates locale={locale} posts={posts} brief />
      <Sponsorship words={sentencesOf(all.sponsorship)} />
      <Reach
        locale={locale}
        words={reach}
        contact={nav.contact}
        chat={chat}
        hours={await openingLines(hours)}
      />
      {/* Last: so near to React's copy of it, gzip sees both as one. */}
      <JsonLd data={localBusiness(studio, hours, locale)} />
    </>
  )
}
