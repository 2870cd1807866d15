import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { LatestUpdates, UpdatesSkeleton } from '@/components/blog/latest-updates'
import { serviceOption } from '@/components/booking/offers'
import { BookBar } from '@/components/home/book-bar'
import { Counters } from '@/components/portfolio/counters'
import { Grid } from '@/components/portfolio/grid'
import { JsonLd } from '@/components/layout/json-ld'
import { studioServices } from '@/lib/catalog/queries'
import { portfolioItems, publishedPosts } from '@/lib/content/queries'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { breadcrumbs } from '@/lib/seo/json-ld'
import { pageMetadata } from '@/lib/seo/metadata'
import { counterOffsets, site, taxSetting } from '@/lib/settings/queries'
import { WholeWords } from '@/components/ui/words'

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale, studio] = await Promise.all([
    getTranslations('portfolio.meta'),
    getLocale().then(toLocale),
    site(),
  ])
  return pageMetadata({
    studio,
    locale,
    path: '/portfolio',
    title: t('title'),
    description: t('description'),
    image: 'podcast-1',
  })
}

export default async function PortfolioPage() {
  const [t, locale, items, offsets, services, tax] = await Promise.all([
    getTranslations('portfolio'),
    getLocale().then(toLocale),
    portfolioItems(),
    counterOffsets(),
    studioServices(),
    taxSetting(),
  ])
  return (
    <>
      <JsonLd
        data={breadcrumbs(locale, [
          { name: t('home'), path: '/' },
          { name: t('name'), path: '/portfolio' },
        ])}
      />
      <div className="wrap grid gap-x-16 gap-y-10 pt-12 lg:grid-cols-[1fr_auto] lg:items-end lg:pt-16">
        <div className="grid gap-4">
          <h1 className="text-3xl sm:text-4xl">
            <WholeWords>{t('title')}</WholeWords>
          </h1>
          <p className="measure text-lg text-muted">{t('lead')}</p>
        </div>
        <Counters items={items} offsets={offsets} />
      </div>
      <Grid items={items} locale={locale} />
      <Suspense fallback={<UpdatesSkeleton />}>
        <Updates locale={locale} />
      </Suspense>
      <BookBar services={services.map((service) => serviceOption(service, locale))} tax={tax} />
    </>
  )
}

const Updates = async ({ locale }: { locale: Locale }) => (
  <LatestUpdates locale={locale} posts={await publishedPosts()} />
)
