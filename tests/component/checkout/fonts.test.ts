import { fonts } from '@/components/checkout/stripe'

test('the provider’s frame gets the files of our text font, by weight and absolute address', () => {
  document.documentElement.style.setProperty('--font-instrument', '"text", "text Fallback"')
  document.documentElement.style.setProperty('--font-instrument-accents', '"accents"')
  const sheet = document.createElement('style')
  sheet.textContent =
    '@font-face{font-family:text;src:url(/_next/static/media/text.woff2)format("woff2");font-weight:400 700}' +
    '@font-face{font-family:text Fallback;src:local("Arial")}' +
    '@font-face{font-family:accents;src:url(/_next/static/media/accents.woff2)format("woff2");unicode-range:U+A1-A8}' +
    '@font-face{font-family:display;src:url(/_next/static/media/display.woff2)format("woff2")}'
  document.head.append(sheet)
  const given = fonts()
  expect(new Set(given.map(({ family }) => family))).toEqual(new Set(['Instrument Sans']))
  expect(new Set(given.map(({ weight }) => weight))).toEqual(new Set(['400', '500', '600']))
  expect(new Set(given.map(({ src }) => src))).toEqual(
    new Set([
      'url(http://localhost/_next/static/media/text.woff2)',
      'url(http://localhost/_next/static/media/accents.woff2)',
    ]),
  )
  expect(given.filter(({ unicodeRange }) => unicodeRange === 'U+A1-A8')).toHaveLength(3)
})
