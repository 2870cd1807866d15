import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Skeleton } from '@/components/ui/skeleton'
import { latestUpdates, type PostSummary } from '@/lib/content/rules'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { NoPosts } from './empty'
import { FeaturedPost } from './featured-post'
import { PostRow } from './post-row'

const layout = 'grid gap-x-14 gap-y-6 lg:grid-cols-2'

/** The newest of the blog: the first featured post highlighted, up to three others beside it (spec points 2 and 9). */
export async function LatestUpdates({ locale, posts }: { locale: Locale; posts: readonly PostSummary[] }) {
  const t = await getTranslations('blog')
  const { featured, others } = latestUpdates(posts)
  return (
    <section id="updates" className="wrap py-16 lg:py-28">
      <div className="mb-10 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid gap-3">
          <h2 className="text-3xl">{t('latest.title')}</h2>
          <p className="measure text-muted">{t('latest.lead')}</p>
        </div>
        {posts.length > 0 && (
          <Link href={pathIn(locale, '/blog')} prefetch={false} className="py-2.5 font-semibold text-tungsten underline decoration-tungsten/40 underline-offset-4 hover:decoration-tungsten">
            {t('allPosts')}
          </Link>
        )}
      </div>
      {posts.length === 0 && <NoPosts />}
      {posts.length > 0 && (
        <div className={layout}>
          {featured && <FeaturedPost post={featured} locale={locale} heading="h3" />}
          {others.length > 0 && (
            <ul>
              {others.map((post) => (
                <PostRow key={post.id} post={post} locale={locale} heading="h3" />
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  )
}

/** The same section while its posts are on their way, in its final size. */
export const LatestUpdatesSkeleton = () => (
  <div className="wrap py-16 lg:py-28" aria-hidden="true">
    <Skeleton className="mb-10 h-20 max-w-xl" />
    <div className={layout}>
      <div className="grid content-start gap-5">
        <Skeleton className="aspect-video rounded-lg" />
        <Skeleton className="h-32" />
      </div>
      <div className="grid content-start gap-6">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-32" />
        ))}
      </div>
    </div>
  </div>
)
