import 'server-only'
import { LOCALES, TRANSLATED_LOCALES, type Locale } from '@/lib/i18n/routing'
import { cacheLife, cacheTag } from 'next/cache'
import { db } from '@/lib/db'
import type { BlogPost, PortfolioItem as PortfolioRow } from '@/lib/generated/prisma/client'
import {
  languagesOf,
  localizedContent,
  readingMinutes,
  type PortfolioItem,
  type Post,
  type PostSummary,
} from './rules'

const iso = (instant: Date | null) => instant?.toISOString() ?? null

export const toPost = ({ publishedAt, createdAt, updatedAt, ...row }: BlogPost): Post => ({
  ...row,
  publishedAt: iso(publishedAt),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  translations: row.translations as Post['translations'],
})

function toSummary(whole: Post): PostSummary {
  const { content, ...post } = whole
  const minutesIn = (locale: Locale) =>
    readingMinutes(localizedContent({ content, translations: post.translations }, locale).content)
  const translations: PostSummary['translations'] = {}
  for (const locale of TRANSLATED_LOCALES) {
    const words = post.translations[locale]
    if (words)
      translations[locale] = { title: words.title, excerpt: words.excerpt, tags: words.tags }
  }
  return {
    ...post,
    translations,
    languages: languagesOf(whole),
    minutes: Object.fromEntries(
      LOCALES.map((locale) => [locale, minutesIn(locale)]),
    ) as PostSummary['minutes'],
  }
}

export const toItem = ({
  position: _order,
  createdAt,
  updatedAt,
  ...row
}: PortfolioRow): PortfolioItem => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  translations: row.translations as PortfolioItem['translations'],
})

/** With their texts, newest first, directly from the database (docs/decisions/020 A3). */
export async function listPublishedPosts(): Promise<Post[]> {
  const rows = await db().blogPost.findMany({
    where: { published: true },
    orderBy: [{ publishedAt: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
  })
  return rows.map(toPost)
}

/** Drafts too, newest first. */
export async function listAllPosts(): Promise<Post[]> {
  const rows = await db().blogPost.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
  return rows.map(toPost)
}

/** Without their texts, newest first, for pages: prerendered until the tag `blog` is expired. */
export async function publishedPosts(): Promise<PostSummary[]> {
  'use cache'
  cacheTag('blog')
  cacheLife('max')
  return (await listPublishedPosts()).map(toSummary)
}

async function cachedPost(slug: string): Promise<Post | null> {
  'use cache'
  cacheTag('blog')
  cacheLife('max')
  const row = await db().blogPost.findFirst({ where: { slug, published: true } })
  return row && toPost(row)
}

/** With its text, for its page; null for any other slug. Prerendered until the tag `blog` is expired. */
export async function postBySlug(slug: string): Promise<Post | null> {
  // The list is checked first: made-up addresses must not each add an entry to the cache.
  const isKnown = (await publishedPosts()).some((post) => post.slug === slug)
  return isKnown ? cachedPost(slug) : null
}

/** In the administrator's order, directly from the database; `featured`: only those that are, or are not. */
export async function listPortfolio({ featured }: { featured?: boolean } = {}): Promise<
  PortfolioItem[]
> {
  const rows = await db().portfolioItem.findMany({
    where: { featured },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
  return rows.map(toItem)
}

/** In the administrator's order, for pages: prerendered until the tag `portfolio` is expired. */
export async function portfolioItems(): Promise<PortfolioItem[]> {
  'use cache'
  cacheTag('portfolio')
  cacheLife('max')
  return listPortfolio()
}
