import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { localizedPost, type PostSummary } from '@/lib/content/rules'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'

type Props = { previous: PostSummary | null; next: PostSummary | null; locale: Locale }

/** The way on from a post: the older one and the newer one. */
export async function Neighbours({ previous, next, locale }: Props) {
  const t = await getTranslations('blog')
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
