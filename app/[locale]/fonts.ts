import localFont from 'next/font/local'

// Latin subsets, 52 KB in all: headings have one weight, text has its axis. Chinese comes from the system (design.md).
export const display = localFont({
  src: '../../node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2',
  weight: '600',
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
