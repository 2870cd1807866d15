import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { Messages } from '@/components/intl'
import { Badge } from '@/components/ui/badge'
import { BackLink } from '@/components/layout/page-links'
import { buttonVariants } from '@/components/ui/button-variants'
import { localizedPost, type PostSummary } from '@/lib/content/rules'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { siteUrl } from '@/lib/seo/site-url'
import { Cover } from './cover'
import { PostMeta } from './post-meta'
import './prose.css'
import { Share } from './share'
import { WholeWords } from '@/components/ui/words'

/** Title, excerpt, author, day and picture of a post. */
export function PostHeader({ post, locale }: { post: PostSummary; locale: Locale }) {
  const t = useTranslations('blog')
  const { title, excerpt, lang } = localizedPost(post, locale)
  const foreign = lang === locale ? undefined : LANGUAGE_TAG[lang]
  return (
    <header
      className={
        'grid items-center gap-x-14 gap-y-8 border-b border-line pb-10 ' +
        'lg:grid-cols-[1fr_1.15fr] lg:pb-14'
      }
    >
      <div className="grid gap-5">
        <BackLink href={pathIn(locale, '/blog')} className="justify-self-start">
          {t('allPosts')}
        </BackLink>
        <h1 lang={foreign} className="text-3xl sm:text-4xl zh:leading-[1.25]">
          <WholeWords>{title}</WholeWords>
        </h1>
        <p lang={foreign} className="measure text-lg text-muted">
          {excerpt}
        </p>
        <PostMeta post={post} locale={locale} />
      </div>
      <div>
        <Cover
          post={post}
          priority
          sizes="(min-width: 1280px) 38rem, (min-width: 1024px) 50vw, 100vw"
          className="aspect-video rounded-lg"
        />
      </div>
    </header>
  )
}

/** A post's text. `html` comes from renderMarkdown, which has removed everything harmful. */
export const PostBody = ({
  html,
  lang,
  locale,
}: {
  html: string
  lang: Locale
  locale: Locale
}) => (
  <div
    lang={lang === locale ? undefined : LANGUAGE_TAG[lang]}
    className="prose"
    dangerouslySetInnerHTML={{ __html: html }}
  />
)

type SharingProps = { title: string; path: string; tags: string[]; locale: Locale }

/** Beside a post: the share buttons and its tags. */
export function Sharing({ title, path, tags, locale }: SharingProps) {
  const t = useTranslations('blog')
  return (
    <div className="grid content-start gap-8 lg:sticky lg:top-28 lg:col-start-1 lg:row-start-1 lg:self-start">
      <div className="grid gap-3" data-no-print>
        <h2 className="eyebrow">
          <WholeWords>{t('share.title')}</WholeWords>
        </h2>
        <Messages namespaces={['blog.share']}>
          <Share title={title} url={siteUrl() + pathIn(locale, path)} namespace="blog.share" />
        </Messages>
      </div>
      {tags.length > 0 && (
        <div className="grid gap-3">
          <h2 className="eyebrow">
            <WholeWords>{t('tags')}</WholeWords>
          </h2>
          <ul className="flex flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag}>
                <Badge variant="secondary" className="whitespace-normal wrap-anywhere">
                  {tag}
                </Badge>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** A link from reading to booking. */
export function Invitation({ locale }: { locale: Locale }) {
  const t = useTranslations('blog.cta')
  return (
    <section
      data-no-print
      className={
        'my-16 flex flex-wrap items-center justify-between gap-x-10 gap-y-5 ' +
        'rounded-lg border border-line bg-card p-6 sm:p-8'
      }
    >
      <div className="grid gap-2">
        <h2 className="text-xl">
          <WholeWords>{t('title')}</WholeWords>
        </h2>
        <p className="measure text-muted">{t('text')}</p>
      </div>
      <Link href={pathIn(locale, '/booking')} prefetch={false} className={buttonVariants()}>
        {t('book')}
      </Link>
    </section>
  )
}

type NeighboursProps = { previous: PostSummary | null; next: PostSummary | null; locale: Locale }

/** Links to the older and the newer post. */
export function Neighbours({ previous, next, locale }: NeighboursProps) {
  const t = useTranslations('blog')
  const link = (post: PostSummary, rel: 'prev' | 'next', label: string, className: string) => {
    const { title, lang } = localizedPost(post, locale)
    return (
      <Link
        href={pathIn(locale, `/blog/${post.slug}`)}
        rel={rel}
        prefetch={false}
        className={`group grid content-start gap-1.5 border-t border-line py-6 ${className}`}
      >
        <span className="text-sm text-muted">{label}</span>
        <span
          lang={lang === locale ? undefined : LANGUAGE_TAG[lang]}
          className="font-display text-xl font-semibold transition-colors group-hover:text-tungsten"
        >
          {title}
        </span>
      </Link>
    )
  }
  return (
    <nav aria-label={t('neighbours')} className="grid gap-x-14 sm:grid-cols-2">
      {previous && link(previous, 'prev', t('previous'), '')}
      {next && link(next, 'next', t('next'), 'sm:col-start-2 sm:text-right')}
    </nav>
  )
}
