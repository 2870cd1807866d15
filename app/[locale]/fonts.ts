import localFont from 'next/font/local'

// The letters of our own texts (tools/art/fonts.mjs), 36 KB in all: headings have one weight,
// text has a weight axis. Chinese uses system fonts.
export const display = localFont({
  src: './fonts/display.woff2',
  weight: '600',
  display: 'swap',
  variable: '--font-bricolage',
  adjustFontFallback: 'Arial',
})

export const text = localFont({
  src: './fonts/text.woff2',
  weight: '400 700',
  display: 'swap',
  variable: '--font-instrument',
  adjustFontFallback: 'Arial',
})

// Further letters of names and posts (é, ñ, €): loaded by a page that shows one. Their families
// come first; otherwise the fallback, which has every letter, would be used.
export const displayAccents = localFont({
  src: '../../node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2',
  weight: '600',
  display: 'swap',
  preload: false,
  variable: '--font-bricolage-accents',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+A1-A8, U+AA-B6, U+B8-D6, U+D9-FF, U+131, U+152-153, U+20AC, U+2122',
    },
  ],
})

export const textAccents = localFont({
  src: '../../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  weight: '400 700',
  display: 'swap',
  preload: false,
  variable: '--font-instrument-accents',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+A1-A8, U+AA-B6, U+B8-D6, U+D9-FF, U+131, U+152-153, U+20AC, U+2122',
    },
  ],
})
