import type { Metadata } from 'next'
import { addressed, alternates, OPEN_GRAPH_LOCALE } from '@/lib/i18n/alternates'
import { translator } from '@/lib/i18n/messages'
import { pathIn } from '@/lib/i18n/path'
import { LOCALES, type Locale } from '@/lib/i18n/routing'
import { pageName, publicPage } from './pages'
import type { PictureName } from './pictures'
import type { Site } from '@/lib/settings/site'

type Page = {
  studio: Pick<Site, 'name'>
  locale: Locale
  /** Without language prefix. */
  path: string
  title: string
  description: string
  /** The languages in which it is written; absent for all. */
  languages?: readonly Locale[]
  /** The scene behind the title in link previews. */
  image?: PictureName
  /** Makes it an article, with the dates search engines and previews show (ISO 8601). */
  article?: { publishedAt: string; updatedAt: string; author: string }
}

/** The size of link previews, the one that every network recommends. */
export const PREVIEW = { width: 1200, height: 630, type: 'image/jpeg' } as const

const POST = /^\/blog\/([^/]+)$/

/** Of a public page or blog post; any other page has the home page's. */
export function previewPath(locale: Locale, path: string, picture: PictureName = 'hero'): string {
  const post = POST.exec(path)?.[1]
  const name = post ? `blog/${post}` : pageName(publicPage(path) ?? '/')
  return pathIn(locale, `/og/${picture}/${name}/opengraph-image`)
}

// Search engines cut longer ones.
const LONGEST_TITLE = 60

/** The page's title with the brand, first on the home page; alone where both would be too long. */
function documentTitle(path: string, title: string, brand: string): string {
  const whole = (path === '/' ? [brand, title] : [title, brand]).join(' · ')
  return whole.length <= LONGEST_TITLE ? whole : title
}

/** Also for link previews (docs/decisions/020 G1). Addresses are relative to metadataBase. */
export function pageMetadata({
  studio,
  locale,
  path,
  title,
  description,
  languages = LOCALES,
  image,
  article,
}: Page): Metadata {
  const shown = publicPage(path)
  const language = addressed(locale, languages)
  // The text on the picture; a post's has its title.
  const alt = shown ? translator(locale, 'seo')(`preview.${pageName(shown)}`) : title
  const picture = { url: previewPath(locale, path, image), ...PREVIEW, alt }
  const previewTexts = {
    title,
    description,
    url: pathIn(language, path),
    siteName: studio.name,
    locale: OPEN_GRAPH_LOCALE[language],
    alternateLocale: languages
      .filter((other) => other !== language)
      .map((other) => OPEN_GRAPH_LOCALE[other]),
    images: [picture],
  }
  return {
    title: { absolute: documentTitle(path, title, studio.name) },
    description,
    alternates: alternates(locale, path, languages),
    openGraph: article
      ? {
          ...previewTexts,
          type: 'article',
          publishedTime: article.publishedAt,
          modifiedTime: article.updatedAt,
          authors: [article.author],
        }
      : { ...previewTexts, type: 'website' },
    twitter: { card: 'summary_large_image', title, description, images: [picture] },
  }
}
