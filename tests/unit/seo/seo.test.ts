import { WORDS } from '@/app/global-error'
import { LOCALES } from '@/lib/i18n/routing'
import { pageName, pageNamed, PUBLIC_PAGES } from '@/lib/seo/pages'
import { pageMetadata, previewPath } from '@/lib/seo/metadata'
import { DEFAULT_SITE } from '@/lib/settings/site'
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
    title: '服务',
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
