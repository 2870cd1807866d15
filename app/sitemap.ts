import type { MetadataRoute } from 'next'
import { publishedPosts } from '@/lib/content/queries'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { pathIn } from '@/lib/i18n/path'
import { LOCALES } from '@/lib/i18n/routing'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { siteUrl } from '@/lib/seo/site-url'

/**
 * Every public page and published post in the languages in which it is written, each with links to
 * the others (docs/decisions/020 G1).
 */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const posts = await publishedPosts()
  const newest = posts
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1)
  return [
    ...PUBLIC_PAGES.flatMap((path) => entries(path, path === '/blog' ? newest : undefined)),
    ...posts.flatMap(({ slug, updatedAt, languages }) =>
      entries(`/blog/${slug}`, updatedAt, languages),
    ),
  ]
}

function entries(
  path: string,
  lastModified: string | undefined,
  written = LOCALES,
): MetadataRoute.Sitemap {
  const languages = Object.fromEntries(
    written.map((locale) => [LANGUAGE_TAG[locale], siteUrl() + pathIn(locale, path)]),
  )
  return written.map((locale) => ({
    url: siteUrl() + pathIn(locale, path),
    lastModified,
    alternates: { languages },
  }))
}
