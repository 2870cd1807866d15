import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { Shot } from '@/components/layout/picture'
import { badgeVariants } from '@/components/ui/badge-variants'
import { Skeleton } from '@/components/ui/skeleton'
import { latestUpdates, localizedPost, pictureUrl, type PostSummary } from '@/lib/content/rules'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { postScene } from './cover'
import { NoPosts } from './post-list'
import { PostMeta } from './post-meta'
import { WholeWords } from '@/components/ui/words'

type Props = {
  locale: Locale
  posts: readonly PostSummary[]
}

/** The newest posts: the first featured one highlighted, up to three others beside it. */
export function LatestUpdates({ locale, posts }: Props) {
  const t = useTranslations('blog')
  const { featured, others } = latestUpdates(posts)
  const cover = featured && pictureUrl(featured.coverUrl)
  return (
    <section id="updates" className="section wrap">
      <div className="mb-10 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid gap-3">
          <h2>
            <WholeWords>{t('latest.title')}</WholeWords>
          </h2>
          <p className="measure text-muted">{t('latest.lead')}</p>
        </div>
        {posts.length > 0 && (
          <Link
            href={pathIn(locale, '/blog')}
            prefetch={false}
            className={
              'py-3 font-semibold text-tungsten underline decoration-tungsten/40 ' +
              'underline-offset-4 hover:decoration-tungsten'
            }
          >
            {t('allPosts')}
          </Link>
        )}
      </div>
      {posts.length === 0 && <NoPosts />}
      <div className="grid gap-x-14 gap-y-6 lg:grid-cols-2">
        {featured && (
          <article className="group relative grid content-start justify-items-start gap-3">
            <div
              className={
                'mb-2 w-full [&_img]:aspect-video [&_img]:w-full [&_img]:rounded-lg ' +
                '[&_img]:object-cover'
              }
            >
              {cover ? (
                <img src={cover} alt="" loading="lazy" referrerPolicy="no-referrer" />
              ) : (
                <Shot name={postScene(featured)} sizes="(min-width: 64rem) 36rem, 100vw" />
              )}
            </div>
            <span className={badgeVariants()}>{t('featured')}</span>
            <Title post={featured} locale={locale} className="text-2xl" />
            <Excerpt post={featured} locale={locale} />
            <PostMeta post={featured} locale={locale} />
          </article>
        )}
        <ul className="empty:hidden">
          {others.map((post) => (
            <li key={post.slug} className="group relative grid gap-2 border-t border-line py-6">
              <PostMeta post={post} locale={locale} />
              <Title post={post} locale={locale} className="text-lg sm:text-xl" />
              <Excerpt post={post} locale={locale} className="text-sm" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

type PartProps = { post: PostSummary; locale: Locale; className?: string }

function Title({ post, locale, className }: PartProps) {
  const { title, lang } = localizedPost(post, locale)
  return (
    <h3
      lang={lang === locale ? undefined : LANGUAGE_TAG[lang]}
      className={`${className} transition-colors group-hover:text-tungsten`}
    >
      <Link
        href={pathIn(locale, `/blog/${post.slug}`)}
        prefetch={false}
        className="after:absolute after:inset-0"
      >
        <WholeWords>{title}</WholeWords>
      </Link>
    </h3>
  )
}

function Excerpt({ post, locale, className = '' }: PartProps) {
  const { excerpt, lang } = localizedPost(post, locale)
  return (
    <p
      lang={lang === locale ? undefined : LANGUAGE_TAG[lang]}
      className={`measure ${className} text-muted`}
    >
      {excerpt}
    </p>
  )
}

/** Placeholder of the latest updates while they load, in their final size. */
export const UpdatesSkeleton = () => (
  <div className="section wrap" aria-hidden="true">
    <Skeleton className="mb-10 h-20 max-w-xl" />
    <div className="grid gap-x-14 gap-y-6 lg:grid-cols-2">
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
