import localFont from 'next/font/local'

// Latin subsets of one axis each: 71 KB in all. Chinese comes from the system (design.md).
export const display = localFont({
  src: '../../node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  weight: '200 800',
  display: 'swap',
  variable: '--font-bricolage',
  adjustFontFallback: 'Arial',
})

export const text = localFont({
  src: '../../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  weight: '400 700',
  display: 'swap',
  variable: '--font-instrument',
  adjustFontFallback: 'Arial',
})
