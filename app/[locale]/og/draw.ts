import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { translator } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { drawnOnce } from '@/lib/drawn-once'
import { piecesOf, wrapped, type TextLine, type Style } from '@/lib/lettering/lines'
import { outlines } from '@/lib/lettering/outlines'
import { formatRate } from '@/lib/money'
import { pictureFile, pictureSource, type PictureName } from '@/lib/seo/pictures'
import pictures from '@/lib/seo/pictures.json'
import { PREVIEW } from '@/lib/seo/metadata'
import { DRAWN_NAME } from '@/lib/settings/site'

/** The scene of that name, or null. */
export const pictureNamed = (name: string): PictureName | null =>
  Object.hasOwn(pictures, name) ? (name as PictureName) : null

const { width, height } = PREVIEW
/** The square in the middle, to which some chats cut a preview. */
export const TEXT = { left: (width - height) / 2, width: height }
const TOP = 72
const BARS = 52
// The price and the location, below the meter.
const FOOT = 94
// Between the brand and the meter.
const TITLE = { width: TEXT.width, top: 132, bottom: 460 }
/** How high capitals are, in parts of the size. */
const CAPITALS = 0.66

/**
 * Similar to speech: phrases (slow sine) of syllables (fast sines). The last bars are red, as on an
 * overdriven meter.
 */
const bar = (i: number): string => {
  const level =
    6 +
    52 *
      Math.abs(Math.sin(i * 0.19 + 0.6)) *
      (0.45 + 0.35 * Math.abs(Math.sin(i * 1.7)) + 0.2 * Math.abs(Math.sin(i * 4.1)))
  return `<rect x="${TEXT.left + i * 12}" y="${height - FOOT - level}" width="5" height="${level}" rx="2.5" fill="${i < BARS - 9 ? '#f5b544' : '#f2553d'}"/>`
}

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`

const SHADE = `<defs>
<linearGradient id="side"><stop offset="0" stop-color="#0f0c0a" stop-opacity=".9"/><stop offset=".62" stop-color="#0f0c0a" stop-opacity="0"/></linearGradient>
<linearGradient id="foot" x2="0" y2="1"><stop offset=".62" stop-color="#0f0c0a" stop-opacity="0"/><stop offset="1" stop-color="#0f0c0a" stop-opacity=".92"/></linearGradient>
<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="20"/></filter>
</defs><rect width="100%" height="100%" fill="url(#side)"/><rect width="100%" height="100%" fill="url(#foot)"/>${Array.from({ length: BARS }, (_, i) => bar(i)).join('')}`

const file = (path: string) =>
  readFile(join(/* turbopackIgnore: true */ process.cwd(), 'public', path))

/** The smallest file of a scene that is as wide as a preview. */
export function sceneFile(picture: PictureName): string {
  const wide = pictureFile(picture).widths.find((each) => each >= width)
  if (!wide) throw new Error(`The picture ${picture} is too small for a preview`)
  return pictureSource(picture, wide, 'webp')
}

const CHINESE = /[\u2e80-\u9fff\uff00-\uffef]/

/**
 * The parts of a title that stay on one line where they fit. Chinese may be broken between any two
 * characters, in the middle of a word; for a preview it is broken after punctuation only.
 */
export const phrasesOf = (title: string): string[] =>
  CHINESE.test(title)
    ? (title.match(/[^，。、：；！？]*[，。、：；！？]+|[^，。、：；！？]+/g) ?? [title])
    : [title]

/** Measured in letters: a Chinese character is as wide as two. */
const lettersOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (CHINESE.test(character) ? 2 : 1), 0)

// The largest size for a number of letters. A title that needs more room at it becomes smaller.
const SIZES: [most: number, size: number][] = [
  [24, 96],
  [44, 80],
  [70, 66],
  [110, 54],
  [160, 46],
  [Infinity, 40],
]

/** The distance of lines in parts of their size: letters with marks and signs below need more. */
const leadingOf = (lines: readonly TextLine[], text: string): number =>
  lines.every(({ runs }) => runs.every(({ face }) => face.name.startsWith('Bricolage')))
    ? 1.08
    : CHINESE.test(text)
      ? 1.25
      : 1.4

type Block = { lines: TextLine[]; size: number; leading: number }

/**
 * A title in the space between the brand and the meter: large for a few words, smaller for a long
 * one, and small enough for its longest word (in Chinese, phrase) to fit on a line. What is too long
 * for the smallest size ends with an ellipsis.
 */
export function titleBlock(title: string): Block {
  const isChinese = CHINESE.test(title)
  const sizes = SIZES.filter(([most]) => lettersOf(title) <= most).map(([, size]) => size)
  for (const size of sizes) {
    const style: Style = { weight: 'display', size }
    const set = (column: number, most = Infinity) =>
      wrapped(title, style, { width: column, most, pieces: isChinese ? phrasesOf : piecesOf })
    const lines = set(TITLE.width)
    const leading = leadingOf(lines, title) * size
    const most = Math.floor((TITLE.bottom - TITLE.top - size) / leading) + 1
    const isWhole = (isChinese ? phrasesOf(title) : title.split(/\s+/)).every((part) =>
      fits(wrapped(part, style, { width: TITLE.width })),
    )
    const isLast = size === sizes.at(-1)
    if (lines.length <= most && (isWhole || (isLast && !isChinese)))
      return { lines: isChinese ? lines : balanced(title, style, set, lines.length), size, leading }
    if (isLast) return { lines: wrapped(title, style, { width: TITLE.width, most }), size, leading }
  }
  throw new RangeError('No size is the last')
}

/** Joined, the letters of a line may be wider than they were one by one. */
const fits = ([line, ...more]: TextLine[]): boolean =>
  more.length === 0 && (line?.width ?? 0) <= TITLE.width

/** The same number of lines, of about the same length; none narrower than the longest word. */
function balanced(
  title: string,
  style: Style,
  set: (width: number) => TextLine[],
  count: number,
): TextLine[] {
  const words = title
    .split(/\s+/)
    .map((word) => wrapped(word, style, { width: TITLE.width }))
    .filter(fits)
    .flat()
  let narrow = Math.max(0, ...words.map(({ width: own }) => own))
  let wide: number = TITLE.width
  while (wide - narrow > 10) {
    const middle = (narrow + wide) / 2
    const lines = set(middle)
    if (lines.length <= count && lines.every(({ width: own }) => own <= middle)) wide = middle
    else narrow = middle
  }
  return set(wide)
}

function letters(title: string, foot: string, name: string): string {
  const { lines, size, leading } = titleBlock(title)
  const height = (lines.length - 1) * leading + CAPITALS * size
  const first = (TITLE.top + TITLE.bottom - height) / 2 + CAPITALS * size
  const text = lines.map((line, index) => outlines(line, size, TEXT.left, first + index * leading))
  const brand: Style = { weight: 'display', size: 34 }
  for (const line of wrapped(name, brand, { width: TEXT.width - 60, most: 1 }))
    text.push(outlines(line, brand.size, TEXT.left + 60, TOP + 24))
  const small: Style = { weight: 'plain', size: CHINESE.test(foot) ? 28 : 25 }
  const below = wrapped(foot, small, { width: TEXT.width, most: 1 }).map((line) =>
    outlines(line, small.size, TEXT.left, PREVIEW.height - 38),
  )
  const dark = `<g fill="#0f0c0a" stroke="#0f0c0a" stroke-width="34" stroke-linejoin="round" opacity=".9" filter="url(#soft)"><rect x="${TEXT.left}" y="${TOP - 14}" width="300" height="54"/><path d="${[...text, ...below].join('')}"/></g>`
  return `${dark}<path d="${text.join('')}" fill="#f5f1ea"/><path d="${below.join('')}" fill="#c9c2b8"/>`
}

type Preview = {
  locale: Locale
  title: string
  picture: PictureName
  /** The brand. */
  name: string
  /** The lowest hourly rate, in sen; null while no service is offered. */
  lowest: number | null
}

const previews = drawnOnce<Uint8Array>({ bytes: 4 * 1024 * 1024, waiting: 100 })

/**
 * A link preview: the title over one of the studio's scenes, the brand above, the meter and the
 * price below. JPEG, because a PNG of a photograph is too large for chats.
 */
export const drawPreview = (preview: Preview): Promise<Uint8Array> =>
  previews(JSON.stringify(preview), () => draw(preview))

async function draw({ locale, title, picture, name, lowest }: Preview): Promise<Uint8Array> {
  const t = translator(locale, 'seo')
  const [wordmark, beside] = name === DRAWN_NAME ? ['logo.svg', ''] : ['mark.svg', name]
  const [ground, logo] = await Promise.all([file(sceneFile(picture)), file(wordmark)])
  const foot = [lowest === null ? [] : t('from', { rate: formatRate(lowest) }), t('place')]
  const text = letters(title, foot.flat().join(' · '), beside)
  const mark = await sharp(logo, { density: 108 }).resize({ height: 54 }).png().toBuffer()
  const image = await sharp(ground)
    .resize(width, height, { fit: 'cover' })
    .composite([
      { input: Buffer.from(svg(SHADE + text)) },
      { input: mark, left: TEXT.left, top: TOP - 14 },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
  return new Uint8Array(image)
}

/** A drawn preview as a response, cached for a day by browsers and for a week by shared caches. */
export const previewAnswer = (image: Uint8Array): Response =>
  new Response(new Uint8Array(image), {
    headers: {
      'Content-Type': PREVIEW.type,
      'Cache-Control': 'public, max-age=86400, s-maxage=604800, stale-while-revalidate=2592000',
    },
  })
