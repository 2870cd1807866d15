// Converts rendered scenes to the files that the site serves: AVIF and WebP in every width, and the
// index lib/seo/pictures.json. Link previews are drawn of the WebP.
// node tools/art/pictures.mjs <folder of PNGs> [names…]
// (all in the folder, or only those named)
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'

const ROOT = resolve(import.meta.dirname, '../..')
const INDEX = resolve(ROOT, 'lib/seo/pictures.json')
const OUT = resolve(ROOT, 'public/pictures')

const WIDE = { width: 1280, height: 720, widths: [480, 800, 1280] }
const SIZES = {
  hero: { width: 2560, height: 1440, widths: [640, 1280, 1920, 2560] },
  'hero-portrait': { width: 1440, height: 1920, widths: [480, 750, 1080, 1440] },
}

/** A 16 px copy as a preview until the picture has loaded; its data stays near 120 bytes. */
async function blurOf(source, { width, height }) {
  const small = sharp(source)
    .resize(16, Math.round((16 * height) / width), { fit: 'cover' })
    .blur(0.6)
  const data = await small
    .webp({ quality: 12, alphaQuality: 0, smartSubsample: false, effort: 6 })
    .toBuffer()
  return `data:image/webp;base64,${data.toString('base64')}`
}

async function convert(folder, name) {
  const source = resolve(folder, `${name}.png`)
  const size = SIZES[name] ?? WIDE
  for (const width of size.widths) {
    const at = sharp(source).resize(width, Math.round((width * size.height) / size.width), {
      fit: 'cover',
      kernel: 'lanczos3',
    })
    await at
      .clone()
      .avif({ quality: 60, effort: 6, chromaSubsampling: '4:2:0' })
      .toFile(resolve(OUT, `${name}-${width}.avif`))
    await at
      .clone()
      .webp({ quality: 78, effort: 6, smartSubsample: true })
      .toFile(resolve(OUT, `${name}-${width}.webp`))
  }
  return { ...size, blur: await blurOf(source, size) }
}

/** Merges under a lock, so that two runs at once cannot lose each other's entries. */
async function merge(entries) {
  const lock = `${INDEX}.lock`
  for (let tries = 0; ; tries += 1) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST' || tries > 100) throw error
      await wait(100)
    }
  }
  try {
    const known = existsSync(INDEX) ? JSON.parse(readFileSync(INDEX, 'utf8')) : {}
    writeFileSync(`${INDEX}.new`, `${JSON.stringify({ ...known, ...entries }, null, 2)}\n`)
    renameSync(`${INDEX}.new`, INDEX)
  } finally {
    rmdirSync(lock)
  }
}

const [folder, ...wanted] = process.argv.slice(2)
if (!folder) {
  console.error('Usage: node tools/art/pictures.mjs <folder of PNGs> [names…]')
  process.exit(1)
}
const there = readdirSync(folder)
  .filter((file) => file.endsWith('.png'))
  .map((file) => file.slice(0, -4))
const missing = wanted.filter((name) => !there.includes(name))
if (missing.length > 0) {
  console.error(`No such picture in ${folder}: ${missing.join(', ')}`)
  process.exit(1)
}
mkdirSync(OUT, { recursive: true })
const entries = {}
for (const name of wanted.length > 0 ? wanted : there) {
  entries[name] = await convert(folder, name)
  const bytes = entries[name].widths.map(
    (width) =>
      `${width}: ${Math.round(statSync(resolve(OUT, `${name}-${width}.avif`)).size / 1024)} KB`,
  )
  console.log(`${name}  ${bytes.join('  ')}  blur ${entries[name].blur.length} characters`)
}
await merge(entries)
