import { getFormatter, getTranslations } from 'next-intl/server'
import { datedAt, type PostSummary } from '@/lib/content/rules'
import type { Locale } from '@/lib/i18n/routing'
import { MetaLine, type PostFacts } from './meta-line'

type Post = Pick<PostSummary, 'category' | 'publishedAt' | 'createdAt' | 'minutes'>

export async function postFacts(post: Post, locale: Locale): Promise<PostFacts> {
  const [t, format] = await Promise.all([getTranslations('blog'), getFormatter()])
  const date = datedAt(post)
  return {
    // A category of a later version still shows: hyphens as spaces (spec point 3).
    category: t.has(`categories.${post.category}`)
      ? t(`categories.${post.category}`)
      : post.category.replaceAll('-', ' '),
    date,
    day: format.dateTime(new Date(date), { dateStyle: 'long' }),
    minutes: t('minutes', { minutes: post.minutes[locale] }),
  }
}

/** What a post is about, its day and how long it takes to read. */
export async function PostMeta({
  post,
  locale,
  className,
}: {
  post: Post
  locale: Locale
  className?: string
}) {
  return <MetaLine {...await postFacts(post, locale)} className={className} />
}
