// What a screen reader, a copy and accounting software read in a PDF is what is printed.
import createBidi from 'bidi-js'
import type { IssuedDocument } from '@/lib/receipts/schema'
import { SCRIPTS } from '@/tests/support/scripts'
import { readPdf } from '@/tests/support/pdf'
import { receipt } from './documents'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

type Site = {
  documentPdf: (document: IssuedDocument) => Promise<Buffer>
  sheetOf: typeof import('@/lib/receipts/sheet').sheetOf
  drawPreview: typeof import('@/app/[locale]/og/draw').drawPreview
  drawStory: typeof import('@/app/api/manage/[token]/story/draw').drawStory
}

/** A process that has drawn nothing yet. */
async function freshSite(): Promise<Site> {
  jest.resetModules()
  const { documentPdf } = await import('@/lib/receipts/pdf')
  const { sheetOf } = await import('@/lib/receipts/sheet')
  const { drawPreview } = await import('@/app/[locale]/og/draw')
  const { drawStory } = await import('@/app/api/manage/[token]/story/draw')
  return { documentPdf, sheetOf, drawPreview, drawStory }
}

const preview = ({ drawPreview }: Site, title: string) =>
  drawPreview({ locale: 'en', title, picture: 'hero', name: 'Studio: ; ï į ؟', lowest: 9900 })

const story = ({ drawStory }: Site, service: string) =>
  drawStory({
    id: 12,
    locale: 'en',
    visit: { service, days: [{ date: '2026-12-01', from: '10:00', to: '12:00' }] },
    name: 'Studio: ; ï į ؟',
    host: 'studio.example',
  })

/** Every text of the sheet, as it is printed. */
function printed({ sheetOf }: Site, document: IssuedDocument): string[] {
  const { title, seller, buyer, facts, columns, lines, sums, total, notes } = sheetOf(document)
  return [
    title,
    ...[seller, buyer].flatMap(({ label, name, lines: more }) => [label, name, ...more]),
    ...facts.flatMap(({ label, value }) => [label, value]),
    columns.text,
    columns.amount,
    ...lines.flatMap(({ text, english, amount }) => [text, amount, english ?? '']),
    ...sums.flatMap(({ label, amount }) => [label, amount]),
    total.label,
    total.amount,
    ...notes,
  ].filter((text) => text !== '')
}

const bidi = createBidi()

/** From left to right, without what is not drawn or stands between lines. */
function seen(text: string): string {
  const whole = text.normalize('NFC')
  const { levels } = bidi.getEmbeddingLevels(whole, 'ltr')
  const parts = Array.from(graphemes.segment(whole), ({ segment, index }) => ({
    segment,
    level: levels[index] ?? 0,
  }))
  for (let level = Math.max(0, ...levels); level > 0; level--)
    for (let from = 0; from < parts.length; from++) {
      let to = from
      while ((parts[to]?.level ?? -1) >= level) to++
      parts.splice(from, to - from, ...parts.slice(from, to).reverse())
      from = Math.max(from, to - 1)
    }
  return plain(parts.map(({ segment }) => segment).join(''))
}
const plain = (text: string) => text.replace(/[\s\ufe0f\u034f]+/g, '')

async function expectPrinted(site: Site, document: IssuedDocument) {
  const { text } = readPdf(await site.documentPdf(document))
  const read = plain(text)
  let at = 0
  for (const part of printed(site, document).map(seen)) {
    expect(read.slice(at, at + part.length)).toBe(part)
    at += part.length
  }
  expect(read.slice(at)).toBe('')
}

const withNames = (names: string[]) =>
  receipt('en', {
    lines: names.map((text, index) => ({ text, english: text, amountSen: 9900 + index })),
  })

// The first letters of Jawi words, letters without their dot, vowels that are drawn before or around
// their consonant, joined letters, brackets that are turned round.
const NAMES = [
  'RM99.00: 8.25%; 1,234.50',
  'Işıl Yıldız, ıi į̈ ï i̇',
  'fi ffi office Offline',
  'محمد بن علي (كوالا لمڤور)',
  'سڠکورڠ ڤولاو ی ى يي لا الرَّحْمَٰنِ',
  'கொ கௌ கை செல்வி மொழி பொன்னையா தமிழ்ச்செல்வன் ஶ்ரீ',
  'น้ำฝน กรุงเทพฯ เก้าอี้ ฝั่ง ำ ํา',
  '墫壿 〜～ 大華',
  'Nguyễn Thị Hương Ą́ŕ',
  'Олена Alena Аlеnа ΑΒΕ',
  '한국어 ក្រុង မြန်မာ',
  '👨‍👩‍👧 🇲🇾 ❤️ 1️⃣',
]

const BEFORE: [string, (site: Site) => Promise<unknown>][] = [
  ['nothing', () => Promise.resolve()],
  ['a link preview', (site) => preview(site, NAMES.join(' ').slice(0, 200))],
  ['a story picture', (site) => story(site, NAMES.join(' '))],
  ['a receipt of other names', (site) => site.documentPdf(withNames(['I: ; ï į ی ؟ கௌ ำ 壿']))],
]

test.each(BEFORE)(
  'the text of receipts and notes is what is printed when the process has drawn %s before',
  async (_, before) => {
    const site = await freshSite()
    await before(site)
    await expectPrinted(site, receipt('en'))
    const note = { kind: 'credit_note', number: 'CN-000007', receiptNumber: 'R-000042' } as const
    await expectPrinted(site, receipt('zh', note))
    await expectPrinted(site, withNames(NAMES))
  },
)

test('names in every script are read as they were typed, whichever letters came before', async () => {
  const site = await freshSite()
  const rows = Object.values(SCRIPTS).flatMap((graphemes) =>
    Array.from({ length: Math.min(25, Math.ceil(graphemes.length / 25)) }, (_, row) =>
      graphemes.slice(row * 25, row * 25 + 25).join(' '),
    ),
  )
  await expectPrinted(site, withNames(rows))
  await expectPrinted(site, withNames(rows.reverse()))
})
