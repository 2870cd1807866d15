import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { localizedPost, type PostSummary } from '@/lib/content/rules'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { Cover } from './cover'
import { PostMeta } from './post-meta'
import { WholeWords } from '@/components/ui/words'

type FeaturedProps = {
  post: PostSummary
  locale: Locale
  heading?: 'h2' | 'h3'
  priority?: boolean
  wide?: boolean
}

/** The highlighted post: picture first, then its text; `wide` puts them side by side. */
export function FeaturedPost({
  post,
  locale,
  heading: Heading = 'h2',
  priority,
  wide = false,
}: FeaturedProps) {
  const t = useTranslations('blog')
  const { title, excerpt, lang } = localizedPost(post, locale)
  const foreign = lang === locale ? undefined : LANGUAGE_TAG[lang]
  return (
    <article
      className={cn(
        'group relative grid content-start gap-5',
        wide && 'items-center gap-x-10 lg:grid-cols-[1.5fr_1fr]',
      )}
    >
      <div>
        <Cover
          post={post}
          sizes={
            wide
              ? '(min-width: 1280px) 44rem, (min-width: 1024px) 58vw, 100vw'
              : '(min-width: 1280px) 36rem, (min-width: 1024px) 46vw, 100vw'
          }
          {...(priority && { priority })}
          className="aspect-video rounded-lg"
        />
      </div>
      <div className="grid content-start justify-items-start gap-3">
        <Badge>{t('featured')}</Badge>
        <Heading lang={foreign} className="text-2xl transition-colors group-hover:text-tungsten">
          <Link
            href={pathIn(locale, `/blog/${post.slug}`)}
            prefetch={false}
            className="after:absolute after:inset-0"
          >
            <WholeWords>{title}</WholeWords>
          </Link>
        </Heading>
        <p lang={foreign} className="measure text-muted">
          {excerpt}
        </p>
        <PostMeta post={post} locale={locale} />
      </div>
    </article>
  )
}

type RowProps = { post: PostSummary; locale: Locale; heading?: 'h2' | 'h3'; picture?: boolean }

/** One post of a list: the whole row is a link. */
export function PostRow({ post, locale, heading: Heading = 'h2', picture = false }: RowProps) {
  const { title, excerpt, lang } = localizedPost(post, locale)
  return (
    <li
      data-kind={post.category}
      className="group relative grid grid-cols-[1fr_auto] gap-x-6 border-t border-line py-6"
    >
      <div className="grid content-start gap-2">
        <PostMeta post={post} locale={locale} />
        <Heading
          className="text-lg transition-colors group-hover:text-tungsten sm:text-xl"
          lang={lang === locale ? undefined : LANGUAGE_TAG[lang]}
        >
          <Link
            href={pathIn(locale, `/blog/${post.slug}`)}
            prefetch={false}
            className="after:absolute after:inset-0"
          >
            <WholeWords>{title}</WholeWords>
          </Link>
        </Heading>
        <p
          className="measure text-sm text-muted"
          lang={lang === locale ? undefined : LANGUAGE_TAG[lang]}
        >
          {excerpt}
        </p>
      </div>
      {picture && (
        <div className="w-24 sm:w-56">
          <Cover
            post={post}
            sizes="(min-width: 640px) 14rem, 6rem"
            className="aspect-square rounded-md sm:aspect-video"
          />
        </div>
      )}
    </li>
  )
}

/** Shown when there are no posts. */
export function NoPosts({ heading: Heading = 'h3' }: { heading?: 'h2' | 'h3' }) {
  const t = useTranslations('blog.empty')
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-card p-6 sm:p-8">
      <Heading className="text-xl">{t('title')}</Heading>
      <p className="measure text-muted">
        {t('text')} {t('later')}
      </p>
    </div>
  )
}
