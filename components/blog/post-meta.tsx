import { getFormatter, getTranslations } from 'next-intl/server'
import { cn } from '@/components/ui/cn'
import { datedAt, type PostSummary } from '@/lib/content/rules'
import type { Locale } from '@/lib/i18n/routing'

type Props = { post: Pick<PostSummary, 'category' | 'publishedAt' | 'createdAt' | 'minutes'>; locale: Locale; className?: string }

/** What a post is about, its day and how long it takes to read. */
export async function PostMeta({ post, locale, className }: Props) {
  const [t, format] = await Promise.all([getTranslations('blog'), getFormatter()])
  const date = datedAt(post)
  // A category of a later version still shows: hyphens as spaces (spec point 3).
  const category = t.has(`categories.${post.category}`) ? t(`categories.${post.category}`) : post.category.replaceAll('-', ' ')
  return (
    <p className={cn('figures flex flex-wrap gap-x-3 text-xs text-muted', className)}>
      <span className="text-tungsten first-letter:uppercase">{category}</span>
      <time dateTime={date}>{format.dateTime(new Date(date), { dateStyle: 'long' })}</time>
      <span>{t('minutes', { minutes: post.minutes[locale] })}</span>
    </p>
  )
}
