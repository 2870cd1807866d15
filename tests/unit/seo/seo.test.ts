import { WORDS } from '@/app/global-error'
import { LOCALES, type Locale } from '@/lib/i18n/routing'
import { pageName, pageNamed, PUBLIC_PAGES, type PageName } from '@/lib/seo/pages'
import { pageMetadata, previewPath } from '@/lib/seo/metadata'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { blogPosts } from '@/prisma/seed-data/posts'
import { wordsOf } from '@/tests/support/words'

const page = {
  studio: DEFAULT_SITE,
  locale: 'zh',
  path: '/services',
  title: '服务',
  description: '说明',
  image: 'mixing-desk',
} as const

test('a page says its address in every language, and what a link preview shows', () => {
  expect(pageMetadata(page)).toEqual({
    title: { absolute: '服务 · Bintang Studio' },
    description: '说明',
    alternates: {
      canonical: '/zh/services',
      languages: {
        en: '/services',
        ms: '/ms/services',
        'zh-Hans': '/zh/services',
        'x-default': '/services',
      },
    },
    openGraph: {
      type: 'website',
      title: '服务',
      description: '说明',
      url: '/zh/services',
      siteName: 'Bintang Studio',
      locale: 'zh_CN',
      alternateLocale: ['en_GB', 'ms_MY'],
      images: [
        {
          url: '/zh/og/mixing-desk/services/opengraph-image',
          width: 1200,
          height: 630,
          type: 'image/jpeg',
          alt: '收费与全套设备',
        },
      ],
    },
    twitter: {
      card: 'summary_large_image',
      title: '服务',
      description: '说明',
      images: [expect.objectContaining({ url: '/zh/og/mixing-desk/services/opengraph-image' })],
    },
  })
})

const titleOf = (path: string, title: string, locale: Locale = 'en', studio = page.studio) =>
  (pageMetadata({ ...page, studio, locale, path, title }).title as { absolute: string }).absolute

/** By the names of the pages. */
function titlesIn(locale: Locale): Record<PageName, string> {
  const words = wordsOf(locale)
  const { pages, services, portfolio, membership, tracker, booking, contact, blog } = words
  const { terms, privacy, refund } = words.legal
  const own = { services, portfolio, membership, booking, contact, blog }
  return {
    ...(Object.fromEntries(
      Object.entries(own).map(([name, { meta }]) => [name, meta.title]),
    ) as Record<keyof typeof own, string>),
    home: pages.meta.title,
    'recording-tracker': tracker.meta.title,
    faq: words.faq.title,
    terms: terms.title,
    privacy: privacy.title,
    'refund-policy': refund.title,
  }
}

test('no title of a page is longer than 60 characters with the brand, in any language', () => {
  for (const locale of LOCALES)
    for (const path of PUBLIC_PAGES) {
      const whole = titleOf(path, titlesIn(locale)[pageName(path)], locale)
      expect(whole).toContain(DEFAULT_SITE.name)
      expect([whole, whole.length <= 60]).toEqual([whole, true])
    }
})

test('a title that has no room for the brand stands alone', () => {
  for (const { title, translations } of blogPosts())
    for (const own of [title, translations.ms.title, translations.zh.title])
      expect(titleOf('/blog/a', own).length).toBeLessThanOrEqual(60)
  expect(titleOf('/blog/a', 'A'.repeat(43))).toBe(`${'A'.repeat(43)} · Bintang Studio`)
  expect(titleOf('/blog/a', 'A'.repeat(44))).toBe('A'.repeat(44))
  const studio = { ...DEFAULT_SITE, name: 'N'.repeat(60) }
  expect(titleOf('/', 'Rooms', 'en', studio)).toBe('Rooms')
})

test('the home page names the studio first, a post is an article', () => {
  expect(pageMetadata({ ...page, locale: 'en', path: '/' }).title).toEqual({
    absolute: 'Bintang Studio · 服务',
  })
  const article = {
    publishedAt: '2026-11-01T02:00:00.000Z',
    updatedAt: '2026-11-02T02:00:00.000Z',
    author: 'Aina',
  }
  expect(pageMetadata({ ...page, path: '/blog/a', article }).openGraph).toMatchObject({
    type: 'article',
    publishedTime: article.publishedAt,
    modifiedTime: article.updatedAt,
    authors: ['Aina'],
  })
})

test.each([
  ['/', '/og/hero/home/opengraph-image'],
  ['/refund-policy', '/og/hero/refund-policy/opengraph-image'],
  ['/blog/a-post', '/og/hero/blog/a-post/opengraph-image'],
  ['/manage/abc', '/og/hero/home/opengraph-image'],
])('the preview of %s is %s', (path, preview) => expect(previewPath('en', path)).toBe(preview))

test('every public page has a name and words for its preview, no two alike in a language', () => {
  for (const locale of LOCALES) {
    const words: Record<string, string> = wordsOf(locale).seo.preview
    expect(Object.keys(words).sort()).toEqual(PUBLIC_PAGES.map(pageName).sort())
    expect(new Set(Object.values(words)).size).toBe(PUBLIC_PAGES.length)
  }
  for (const path of PUBLIC_PAGES) expect(pageNamed(pageName(path))).toBe(path)
  expect(pageNamed('admin')).toBeNull()
})

test('the page of last resort says what the dictionaries say', () => {
  for (const locale of LOCALES) expect(WORDS[locale]).toEqual(wordsOf(locale).common.failure)
})

test('what is not written in a language is for previews what its canonical address is', () => {
  const post = { ...page, path: '/blog/a', locale: 'ms', languages: ['en', 'zh'] } as const
  expect(pageMetadata(post)).toMatchObject({
    alternates: { canonical: '/blog/a' },
    openGraph: { url: '/blog/a', locale: 'en_GB', alternateLocale: ['zh_CN'] },
  })
})
