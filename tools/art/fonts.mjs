// The letters that nearly every page needs, as fonts of their own: Latin subsets are a third larger
// because of accented letters, which no text of ours has. A page that needs one loads the whole
// file (app/[locale]/fonts.ts).
// node tools/art/fonts.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import subsetFont from 'subset-font'

const ROOT = resolve(import.meta.dirname, '../..')
const FONTS = {
  display: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2',
  text: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
}
// Characters added here are removed from the `unicode-range`s of fonts.ts.
const LETTERS =
  String.fromCharCode(...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index)) +
  '\u00a0©·×Ø–—‘’“”•…−'

for (const [name, path] of Object.entries(FONTS)) {
  const whole = readFileSync(resolve(ROOT, 'node_modules', path))
  const part = await subsetFont(whole, LETTERS, { targetFormat: 'woff2' })
  writeFileSync(resolve(ROOT, `app/[locale]/fonts/${name}.woff2`), part)
  console.log(`${name}: ${part.length} of ${whole.length} bytes`)
}
