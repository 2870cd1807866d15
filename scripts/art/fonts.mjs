// The letters that nearly every page needs, as fonts of their own: Latin subsets are a third larger
// for letters with accents, which no sentence of ours has. Whoever needs one gets the whole file
// (app/[locale]/fonts.ts).
// node scripts/art/fonts.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import subsetFont from 'subset-font'

const ROOT = resolve(import.meta.dirname, '../..')
const FONTS = {
  display: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2',
  text: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
}
// What is added here is left out of the `unicode-range`s of fonts.ts.
const LETTERS =
  String.fromCharCode(...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index)) +
  '\u00a0©·×Ø–—‘’“”•…−'

for (const [name, path] of Object.entries(FONTS)) {
  const whole = readFileSync(resolve(ROOT, 'node_modules', path))
  const part = await subsetFont(whole, LETTERS, { targetFormat: 'woff2' })
  writeFileSync(resolve(ROOT, `app/[locale]/fonts/${name}.woff2`), part)
  console.log(`${name}: ${part.length} of ${whole.length} bytes`)
}
