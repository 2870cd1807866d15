import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Badge } from '@/components/ui/badge'
import { localizedPost, type PostSummary } from '@/lib/content/rules'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { cn } from '@/components/ui/cn'
import { Cover } from './cover'
import { PostMeta } from './post-meta'

type Props = {
  post: PostSummary
  locale: Locale
  heading?: 'h2' | 'h3'
  priority?: boolean
  wide?: boolean
}

/** The highlighted post: picture first, then its words; `wide` puts them side by side. */
export async function FeaturedPost({
  post,
  locale,
  heading: Heading = 'h2',
  priority,
  wide = false,
}: Props) {
  const t = await getTranslations('blog')
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
            {title}
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
