import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { VisitTimes } from '@/lib/bookings/schema'
import { dateText, dateWords } from '@/lib/i18n/date-words'
import { translator } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { wrapped, type Style } from '@/lib/lettering/lines'
import { outlines } from '@/lib/lettering/outlines'
import { pictureSource } from '@/lib/seo/pictures'
import { DRAWN_NAME } from '@/lib/settings/site'

/** The size of a story on a phone. */
export const STORY = { width: 1080, height: 1920 }
const { width, height } = STORY
const [WORDMARK, MARK] = ['/logo.svg', '/mark.svg']
const GROUND = pictureSource('hero-portrait', 1440, 'webp')
/** What is read of `public`. */
export const STORY_FILES = [WORDMARK, MARK, GROUND]
const LEFT = 90
const COLUMN = width - 2 * LEFT
// Apps lay their own controls over the top and the foot of a story.
const TOP = 270
const FOOT = 1590
const METER = { top: 1310, height: 150, step: 18 }

const file = (path: string) =>
  readFile(join(/* turbopackIgnore: true */ process.cwd(), 'public', path))

const svg = (content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  )

const SHADE = `<defs><linearGradient id="foot" x2="0" y2="1"><stop offset="0" stop-color="#0f0c0a" stop-opacity=".6"/><stop offset=".2" stop-color="#0f0c0a" stop-opacity="0"/><stop offset=".34" stop-color="#0f0c0a" stop-opacity="0"/><stop offset=".56" stop-color="#0f0c0a" stop-opacity=".9"/><stop offset="1" stop-color="#0f0c0a"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#foot)"/>`

/** The same waveform for a booking each time, and another for every other one. */
function meter(id: number): string {
  const middle = METER.top + METER.height / 2
  return Array.from({ length: Math.floor(COLUMN / METER.step) }, (_, index) => {
    const phrase = Math.abs(Math.sin(index * 0.21 + id * 0.7))
    const syllable = 0.5 + 0.5 * Math.abs(Math.sin(index * 1.7 + id * 2.3))
    const tall = 10 + (METER.height - 10) * phrase * syllable
    return `<rect x="${LEFT + index * METER.step}" y="${middle - tall / 2}" width="8" height="${tall}" rx="4" fill="#f5b544"/>`
  }).join('')
}

/** The largest of these sizes at which the text fits on one line; otherwise shortened at the last. */
function fitted(text: string, weight: Style['weight'], sizes: readonly number[]) {
  for (const size of sizes) {
    const lines = wrapped(text, { weight, size }, { width: COLUMN })
    if (lines.length === 1 || size === sizes.at(-1))
      return { size, line: lines.length === 1 ? lines : shortened(text, { weight, size }) }
  }
  throw new RangeError('No size is the last')
}
const shortened = (text: string, style: Style) => wrapped(text, style, { width: COLUMN, most: 1 })

type Story = {
  id: number
  locale: Locale
  visit: Pick<VisitTimes, 'service' | 'days'>
  /** The brand, and the host of its site. */
  name: string
  host: string
}

/** What stands on the picture: when and what, and nothing about who booked it or for how much. */
export function storyTexts({ locale, visit: { service, days }, host }: Omit<Story, 'name' | 'id'>) {
  const [first, last] = [days[0], days.at(-1)]
  const day = dateWords(locale, { day: 'numeric', month: 'short' })
  const week = dateWords(locale, { weekday: 'long' })
  const spans = first && last && first !== last ? [first, last] : first ? [first] : []
  return {
    lead: translator(locale, 'manage')('story.onAir'),
    weekday: spans.map(({ date }) => dateText(week, date)).join(' – '),
    date: spans.map(({ date }) => dateText(day, date)).join(' – '),
    time: first ? `${first.from}–${first.to}` : '',
    service,
    foot: `${translator(locale, 'seo')('place')} · ${host}`,
  }
}

// Another number where the same story would be drawn otherwise: browsers keep pictures over a release.
const DRAWING = 1

/** All that a picture depends on, as a text. */
export const storyKey = (story: Story): string =>
  JSON.stringify([DRAWING, story.id, story.name, storyTexts(story)])

/** The session as a picture for a story: day and time over the studio's room. */
export async function drawStory(story: Story): Promise<Uint8Array<ArrayBuffer>> {
  const texts = storyTexts(story)
  const at = (y: number, text: string, style: Style['weight'], sizes: number[], fill: string) => {
    const { size, line } = fitted(text, style, sizes)
    const path = line.map((one) => outlines(one, size, LEFT, y)).join('')
    return `<path d="${path}" fill="${fill}"/>`
  }
  const [wordmark, beside] = story.name === DRAWN_NAME ? [WORDMARK, ''] : [MARK, story.name]
  const brand = shortened(beside, { weight: 'display', size: 46 }).map((line) =>
    outlines(line, 46, LEFT + 90, TOP + 54),
  )
  const letters = [
    `<path d="${brand.join('')}" fill="#f5f1ea"/>`,
    `<circle cx="${LEFT + 16}" cy="926" r="16" fill="#f2553d"/>`,
    `<g transform="translate(54 0)">${at(944, texts.lead, 'display', [54, 46, 38], '#f5f1ea')}</g>`,
    at(1008, texts.weekday, 'plain', [44, 36], '#c9c2b8'),
    at(1152, texts.date, 'display', [168, 132, 104, 80], '#f5f1ea'),
    at(1266, texts.time, 'display', [104, 84], '#f5b544'),
    at(1524, texts.service, 'strong', [48, 42, 36], '#f5f1ea'),
    at(FOOT, texts.foot, 'plain', [36, 30], '#c9c2b8'),
  ]
  const [ground, logo] = await Promise.all([file(GROUND), file(wordmark)])
  const mark = await sharp(logo, { density: 144 }).resize({ height: 76 }).png().toBuffer()
  const image = await sharp(ground)
    .resize(width, height, { fit: 'cover' })
    .composite([
      { input: svg(SHADE + meter(story.id) + letters.join('')) },
      { input: mark, left: LEFT - 6, top: TOP },
    ])
    .png({ palette: true, effort: 4 })
    .toBuffer()
  return new Uint8Array(image)
}
