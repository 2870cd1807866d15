import { Rss } from 'lucide-react'
import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { Filter } from '@/components/blog/filter'
import { FeaturedPost, NoPosts, PostRow } from '@/components/blog/post-list'
import { JsonLd } from '@/components/layout/json-ld'
import { publishedPosts } from '@/lib/content/queries'
import { CATEGORIES } from '@/lib/content/rules'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { breadcrumbs } from '@/lib/seo/json-ld'
import { pageMetadata } from '@/lib/seo/metadata'
import { site } from '@/lib/settings/queries'
import { WholeWords } from '@/components/ui/words'

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale, studio] = await Promise.all([
    getTranslations('blog'),
    getLocale().then(toLocale),
    site(),
  ])
  const metadata = pageMetadata({
    studio,
    locale,
    path: '/blog',
    title: t('meta.title'),
    description: t('meta.description'),
    image: 'microphone',
  })
  const feed = [{ url: pathIn(locale, '/blog/rss.xml'), title: t('title') }]
  return {
    ...metadata,
    alternates: { ...metadata.alternates, types: { 'application/rss+xml': feed } },
  }
}

export default async function BlogPage() {
  const [t, locale, posts] = await Promise.all([
    getTranslations('blog'),
    getLocale().then(toLocale),
    publishedPosts(),
  ])
  const featured = posts.find((post) => post.featured)
  const used = CATEGORIES.filter((category) => posts.some((post) => post.category === category))
  return (
    <div className="filtered wrap pt-12 lg:pt-16">
      <JsonLd
        data={breadcrumbs(locale, [
          { name: t('home'), path: '/' },
          { name: t('name'), path: '/blog' },
        ])}
      />
      <div className="mb-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-3 lg:mb-14">
        <div className="grid gap-4">
          <h1 className="text-3xl sm:text-4xl">
            <WholeWords>{t('title')}</WholeWords>
          </h1>
          <p className="measure text-lg text-muted">{t('lead')}</p>
        </div>
        <a
          href={pathIn(locale, '/blog/rss.xml')}
          className={
            'inline-flex min-h-11 items-center gap-2 text-sm text-muted transition-colors ' +
            'hover:text-tungsten'
          }
        >
          <Rss aria-hidden="true" className="size-4" />
          {t('feed')}
        </a>
      </div>
      {posts.length === 0 && <NoPosts heading="h2" />}
      {used.length > 1 && (
        <Filter
          name="category"
          legend={t('filter')}
          all={t('all')}
          options={used.map((value) => ({ value, label: t(`categories.${value}`) }))}
          className="mb-10"
        />
      )}
      {featured && (
        <div data-kind={featured.category} className="mb-12">
          <FeaturedPost post={featured} locale={locale} priority wide />
        </div>
      )}
      <ul>
        {posts.map(
          (post) =>
            post !== featured && <PostRow key={post.id} post={post} locale={locale} picture />,
        )}
      </ul>
    </div>
  )
}
