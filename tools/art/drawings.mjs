// The drawings that style sheets use, as pictures: for an SVG the browser would build a document
// before the first paint. Browsers cache them for a day (next.config.mjs): a changed drawing needs
// another name.
// node tools/art/drawings.mjs
import { resolve } from 'node:path'
import sharp from 'sharp'

const OUT = resolve(import.meta.dirname, '../../public/pictures')

// Three device pixels for each pixel that a page shows; the wave, two. Masks need only their
// transparency.
const DRAWINGS = {
  glyphs: { scale: 3, as: { quality: 1, alphaQuality: 60 } },
  wave: { scale: 2, as: { lossless: true } },
}

for (const [name, { scale, as }] of Object.entries(DRAWINGS)) {
  // Rendered in the size in which it is stored: 72 dots per inch are one for each of the drawing's
  // own.
  const { width, height, size } = await sharp(
    resolve(import.meta.dirname, `drawings/${name}.svg`),
    { density: 72 * scale },
  )
    .webp({ ...as, effort: 6 })
    .toFile(resolve(OUT, `${name}.webp`))
  console.log(`${name}: ${width} × ${height}, ${size} bytes`)
}
