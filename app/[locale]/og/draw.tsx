import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ImageResponse } from 'next/og'
import sharp from 'sharp'
import { translator } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import type { PictureName } from '@/lib/seo/pictures'
import pictures from '@/lib/seo/pictures.json'
import { PREVIEW } from '@/lib/seo/metadata'
import { DRAWN_NAME } from '@/lib/settings/site'
import { fontsFor } from './fonts'

/** The scene of that name, or null. */
export const pictureNamed = (name: string): PictureName | null =>
  Object.hasOwn(pictures, name) ? (name as PictureName) : null

const { width, height } = PREVIEW
const INSET = 72
const BARS = 88
// The location, below the meter.
const FOOT = 94
const TITLE_WIDTH = 900

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
  return `<rect x="${INSET + i * 12}" y="${height - FOOT - level}" width="5" height="${level}" rx="2.5" fill="${i < BARS - 9 ? '#f5b544' : '#f2553d'}"/>`
}

// Shapes only: text comes from the renderer with its own fonts, or is drawn as paths already.
const SHADE = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
<linearGradient id="side"><stop offset="0" stop-color="#0f0c0a" stop-opacity=".94"/><stop offset=".55" stop-color="#0f0c0a" stop-opacity=".72"/><stop offset="1" stop-color="#0f0c0a" stop-opacity=".1"/></linearGradient>
<linearGradient id="foot" x2="0" y2="1"><stop offset=".62" stop-color="#0f0c0a" stop-opacity="0"/><stop offset="1" stop-color="#0f0c0a" stop-opacity=".92"/></linearGradient>
</defs><rect width="100%" height="100%" fill="url(#side)"/><rect width="100%" height="100%" fill="url(#foot)"/>${Array.from({ length: BARS }, (_, i) => bar(i)).join('')}</svg>`

const file = (path: string) =>
  readFile(join(/* turbopackIgnore: true */ process.cwd(), 'public', path))

/** The scene, or the plain background while it is not rendered. */
const scene = async (picture: PictureName) =>
  sharp(
    await file(`pictures/${picture}-og.jpg`).catch(() =>
      sharp({ create: { width, height, channels: 3, background: '#171310' } })
        .png()
        .toBuffer(),
    ),
  )

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
const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (CHINESE.test(character) ? 2 : 1), 0)

/**
 * Large for a few words, smaller for a post's long title; in Chinese small enough for its longest
 * phrase to fit on a line.
 */
function sizeOf(title: string): number {
  const longest = CHINESE.test(title) ? Math.max(...phrasesOf(title).map(widthOf)) : 0
  return (
    [
      [24, 96],
      [44, 80],
      [70, 66],
    ].find(
      ([most = 0, size = 0]) => widthOf(title) <= most && (longest * size) / 2 <= TITLE_WIDTH,
    )?.[1] ?? 54
  )
}

async function letters(title: string, place: string, name: string): Promise<Buffer> {
  const { fonts, display, plain, written } = await fontsFor(title + place + name)
  const image = new ImageResponse(
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        width: '100%',
        height: '100%',
        padding: `100px ${INSET}px 170px`,
        color: '#f5f1ea',
      }}
    >
      {name && (
        <div
          style={{
            position: 'absolute',
            top: INSET - 6,
            left: INSET + 60,
            fontFamily: display,
            fontSize: 34,
          }}
        >
          {written(name)}
        </div>
      )}
      <div
        style={{
          display: 'flex',
          flexWrap: 'wrap',
          maxWidth: TITLE_WIDTH,
          fontFamily: display,
          fontSize: sizeOf(title),
          lineHeight: CHINESE.test(title) ? 1.25 : 1.08,
          letterSpacing: '-0.02em',
        }}
      >
        {phrasesOf(title).map((phrase, index) => (
          <span key={index} style={{ maxWidth: '100%', textWrap: 'balance' }}>
            {written(phrase)}
          </span>
        ))}
      </div>
      <div
        style={{
          position: 'absolute',
          bottom: 30,
          left: INSET,
          fontFamily: plain,
          fontSize: CHINESE.test(place) ? 28 : 25,
          color: '#c9c2b8',
        }}
      >
        {place}
      </div>
    </div>,
    { width, height, fonts },
  )
  return Buffer.from(await image.arrayBuffer())
}

/**
 * A link preview: the title over one of the studio's scenes, the brand (`name`) above, the meter
 * below. JPEG, because a PNG of a photograph is too large for chats.
 */
export async function drawPreview(
  locale: Locale,
  title: string,
  picture: PictureName,
  name: string,
): Promise<Uint8Array> {
  const [wordmark, beside] = name === DRAWN_NAME ? ['logo.svg', ''] : ['mark.svg', name]
  const [ground, text, logo] = await Promise.all([
    scene(picture),
    letters(title, translator(locale, 'seo')('place'), beside),
    file(wordmark),
  ])
  const mark = await sharp(logo, { density: 108 }).resize({ height: 54 }).png().toBuffer()
  const image = await ground
    .resize(width, height, { fit: 'cover' })
    .composite([
      { input: Buffer.from(SHADE) },
      { input: text },
      { input: mark, left: INSET - 4, top: INSET - 14 },
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
