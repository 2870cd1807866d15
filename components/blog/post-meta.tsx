import { useTranslations } from 'next-intl'
import { useDates } from '@/components/dates'
import { datedAt, STUDIO_AUTHOR, type PostSummary } from '@/lib/content/rules'
import { hasSentence } from '@/lib/i18n/has-sentence'
import type { Locale } from '@/lib/i18n/routing'

type Props = {
  post: Pick<PostSummary, 'author' | 'category' | 'publishedAt' | 'createdAt' | 'minutes'>
  locale: Locale
  className?: string
}

/** A post's category, author, date and reading time. */
export function PostMeta({ post, locale, className = '' }: Props) {
  const [t, format] = [useTranslations('blog'), useDates()]
  const date = datedAt(post)
  const category = `categories.${post.category}`
  return (
    <p className={`figures flex flex-wrap gap-x-3 text-xs text-muted ${className}`}>
      <span className="text-tungsten first-letter:uppercase">
        {/* A category of a later version still shows: hyphens become spaces. */}
        {hasSentence(t, category) ? t(category) : post.category.replaceAll('-', ' ')}
      </span>
      <span>{t('by', { author: post.author === STUDIO_AUTHOR ? t('team') : post.author })}</span>
      <time dateTime={date}>{format.dateTime(new Date(date), { dateStyle: 'long' })}</time>
      <span>{t('minutes', { minutes: post.minutes[locale] })}</span>
    </p>
  )
}
