import fc from 'fast-check'
import sharp from 'sharp'
import { drawPreview, phrasesOf, sceneFile, TEXT, titleBlock } from '@/app/[locale]/og/draw'
import { translator } from '@/lib/i18n/messages'
import { LOCALES } from '@/lib/i18n/routing'
import { shaped } from '@/lib/lettering/lines'
import { PREVIEW } from '@/lib/seo/metadata'
import { PUBLIC_PAGES, pageName } from '@/lib/seo/pages'
import type { PictureName } from '@/lib/seo/pictures'
import pictures from '@/lib/seo/pictures.json'
import { DRAWN_NAME } from '@/lib/settings/site'
import { blogPosts } from '@/prisma/seed-data/posts'
import { SCRIPTS } from '@/tests/support/scripts'

/** The space for the title, between the brand and the meter. */
const [WIDTH, HEIGHT] = [TEXT.width, 330]

const drawn = (title: string, of: Partial<Parameters<typeof drawPreview>[0]> = {}) =>
  drawPreview({ locale: 'en', title, picture: 'hero', name: DRAWN_NAME, lowest: 9900, ...of })

const textOf = (title: string) =>
  titleBlock(title).lines.map(({ runs }) => runs.map(({ text }) => text).join(''))

function expectInside(title: string) {
  const { lines, size, leading } = titleBlock(title)
  for (const { width } of lines) expect(width).toBeLessThanOrEqual(WIDTH + 0.5)
  expect((lines.length - 1) * leading + size).toBeLessThanOrEqual(HEIGHT)
  const glyphs = lines.flatMap(({ runs }) => runs.flatMap((run) => shaped(run).glyphs))
  expect(glyphs.filter(({ id }) => id === 0)).toEqual([])
}

const pages = LOCALES.flatMap((locale) =>
  PUBLIC_PAGES.map((page) => translator(locale, 'seo')(`preview.${pageName(page)}`)),
)

test.each(pages)('the preview of a page has its whole text: %s', (title) => {
  expectInside(title)
  const [drawn, asked] = [textOf(title).join(''), title].map((text) => text.replace(/\s/g, ''))
  expect(drawn).toBe(asked)
})

// Seen in our own: "Moving, u / pgrading, / refunds".
test.each(
  [...pages, ...blogPosts().map(({ title }) => title)].filter(
    (title) => !/[\u4e00-\u9fff]/.test(title),
  ),
)('a line of a preview ends between words: %s', (title) => {
  expect(textOf(title).flatMap((line) => line.trim().split(/\s+/))).toEqual(title.split(/\s+/))
})

describe('real life: titles of posts', () => {
  // Seen in blog systems behind whose previews an emoji stopped the picture, and a long title left it.
  const titles = [
    'I ❤️ podcasts in 🇲🇾',
    '👨‍👩‍👧 '.repeat(40),
    'A long story about a microphone and a room '.repeat(5).slice(0, 200),
    'W'.repeat(200),
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    '大華音樂企業有限公司'.repeat(20),
    '大華音樂，'.repeat(40),
    'عبد الله جاوي چڠڤ',
    'முத்துசாமி '.repeat(15),
    'กรุงเทพมหานคร'.repeat(14),
    'Ễ'.normalize('NFD').repeat(60),
    '\u{10ffff}',
    '',
  ]

  test.each(titles)('%s stays inside of its space', (title) => expectInside(title))

  test.each(Object.entries(SCRIPTS))('a title in any script does: %s', (_, graphemes) =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...graphemes, ' '), { maxLength: 90 }), (title) =>
        expectInside(title.join('').slice(0, 200)),
      ),
      { numRuns: 8 },
    ),
  )

  test('one that is too long ends with an ellipsis', () => {
    expect(textOf('W'.repeat(200)).at(-1)).toMatch(/W…$/)
    expect(textOf('大華音樂企業有限公司'.repeat(20)).at(-1)).toMatch(/…$/)
  })

  test.each(titles)('the picture of %s is drawn, and no other host is asked', async (title) => {
    const asked = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'))
    const image = await drawn(title, { name: 'Nguyễn 🎙️ Studio '.repeat(5) })
    expect(asked).not.toHaveBeenCalled()
    expect(await sharp(image).metadata()).toMatchObject({
      format: 'jpeg',
      width: PREVIEW.width,
      height: PREVIEW.height,
    })
    expect(image.length).toBeLessThan(200_000)
  })

  test('pictures of different titles and brands differ', async () => {
    const images = await Promise.all(
      [
        ['I ❤️ it', 'Studio'],
        ['I ❤️‍🔥 it', 'Studio'],
        ['I ❤️ it', 'Other'],
        ['I ❤️ it', DRAWN_NAME],
      ].map(([title = '', name = '']) => drawn(title, { name })),
    )
    expect(new Set(images.map((image) => Buffer.from(image).toString('base64'))).size).toBe(4)
  })
})

test.each([
  ['让声音回归本色，按小时预订', ['让声音回归本色，', '按小时预订']],
  ['选时段，付款，开录', ['选时段，', '付款，', '开录']],
  ['真的吗？！是的', ['真的吗？！', '是的']],
  ['，开头', ['，', '开头']],
  ['没有标点', ['没有标点']],
  ['Sound like yourself. Book by the hour.', ['Sound like yourself. Book by the hour.']],
  ['', ['']],
])('%s is broken after punctuation only, and nothing is lost', (title, phrases) => {
  expect(phrasesOf(title)).toEqual(phrases)
})

test.each(pages.filter((title) => phrasesOf(title).length > 1))(
  'no line of %s begins with punctuation',
  (title) => expect(textOf(title).filter((line) => /^[，。、：；！？]/.test(line))).toEqual([]),
)

describe.each(Object.keys(pictures) as PictureName[])('the scene %s', (picture) => {
  test('has a file that a preview is made of, and is seen in it', async () => {
    const file = await sharp(`public${sceneFile(picture)}`).metadata()
    expect(file.width).toBeGreaterThanOrEqual(PREVIEW.width)
    const image = await drawn('', { picture, lowest: null })
    // Right of the letters; a plain ground would have no contrast at all.
    const beside = { left: 930, top: 60, width: 260, height: 380 }
    const { channels } = await sharp(await sharp(image).extract(beside).toBuffer()).stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(4)
  })
})

test('the lowest rate stands in a preview, in the square in its middle', async () => {
  expect(TEXT).toEqual({ left: 285, width: 630 })
  const [bare, whole, other] = await Promise.all(
    [null, 9900, 12_050].map(async (lowest) => {
      const foot = { ...TEXT, top: 560, height: 60 }
      const image = await drawn('', { lowest })
      return sharp(image).extract(foot).raw().toBuffer()
    }),
  )
  expect(whole).not.toEqual(bare)
  expect(whole).not.toEqual(other)
})

test('eight previews at once are drawn one after the other, and each once', async () => {
  let most = 0
  const look = () => {
    const { queue, process } = sharp.counters()
    most = Math.max(most, queue + process)
  }
  sharp.queue.on('change', look)
  try {
    const all = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].flatMap((nth) => [drawn(`Preview ${nth}`), drawn(`Preview ${nth}`)]),
    )
    expect([all.length, new Set(all).size]).toEqual([16, 8])
    expect(await drawn('Preview 1')).toBe(all[0])
  } finally {
    sharp.queue.off('change', look)
  }
  // The other three threads are for passwords and files.
  expect(most).toBe(1)
})
