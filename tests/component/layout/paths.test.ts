import { alternates } from '@/lib/i18n/alternates'
import { barePath, pathIn } from '@/lib/i18n/path'
import { LOCALES } from '@/lib/i18n/routing'

test.each([
  ['/', '/'],
  ['/ms', '/'],
  ['/zh/', '/'],
  ['/ms/booking', '/booking'],
  ['/en/booking', '/booking'],
  ['/mstudio', '/mstudio'],
])('%s without its prefix is %s', (path, bare) => expect(barePath(path)).toBe(bare))

test('a path survives the way through any language and back', () => {
  for (const path of ['/', '/booking', '/blog/a-b'])
    for (const locale of LOCALES) {
      expect(barePath(pathIn(locale, path))).toBe(path)
      for (const next of LOCALES)
        expect(pathIn(next, pathIn(locale, path))).toBe(pathIn(next, path))
    }
})

// Seen in sites of several languages: an English page is found under a Malay address, as Malay.
test('real life: what is not translated is no page of its own to a search engine', () => {
  const languages = { en: '/blog/a', 'zh-Hans': '/zh/blog/a', 'x-default': '/blog/a' }
  expect(alternates('ms', '/blog/a', ['en', 'zh'])).toEqual({ canonical: '/blog/a', languages })
  expect(alternates('zh', '/blog/a', ['en', 'zh'])).toEqual({ canonical: '/zh/blog/a', languages })
})

test('a page names all its translations and itself', () => {
  expect(alternates('ms', '/booking')).toEqual({
    canonical: '/ms/booking',
    languages: {
      en: '/booking',
      ms: '/ms/booking',
      'zh-Hans': '/zh/booking',
      'x-default': '/booking',
    },
  })
})
