// real life: what customers type into our forms is in the PDF, in every script of the country.
import { documentPdf } from '@/lib/receipts/pdf'
import { readPdf } from '@/tests/support/pdf'
import { SCRIPTS } from '@/tests/support/scripts'
import { receipt } from './documents'

const company = (name: string) => ({ ...receipt('en').buyer, billing: billed(name) })
const billed = (name: string) => ({
  company: name,
  companyRegistration: null,
  companyIdKind: null,
  companyTin: null,
  companySst: null,
  companyAddress: name,
  companyPostcode: null,
  companyCity: null,
  companyState: null,
  companyCountry: null,
  poNumber: null,
  financeEmail: null,
})
// Drawn like 墫 and 〜.
const TWINS = ['壿', '～']
const linesOf = (texts: string[]) => texts.map((text) => ({ text, english: 'x', amountSen: 100 }))
describe('real life: the letters of a receipt', () => {
  // Seen in invoicing systems behind which a name outside of one font stopped the whole document.
  test.each([
    '晟 樊',
    '大華音樂企業有限公司',
    'Nguyễn Thị Hương',
    'Nguyễn Thị Hương'.normalize('NFD'),
    'Œuvre ½ é',
    'முத்துசாமி',
    'ใจดี',
    '한국어',
    'Łódź Ångström Þór',
    '🇲🇾 ❤️ Kafé',
  ])('%s is in the PDF as it was typed, without an empty box', async (name) => {
    const { text, missing } = readPdf(await documentPdf(receipt('en', { buyer: company(name) })))
    expect(text).toContain(name.normalize('NFC').replaceAll('\ufe0f', ''))
    expect(missing).toBe(0)
  })

  test.each(Object.entries(SCRIPTS))('every character is drawn: %s', async (script, graphemes) => {
    // One of each: what follows from their combinations is tested with the fonts.
    const characters = [...new Set(graphemes.flatMap((one) => [...one.normalize('NFC')]))]
    const texts = Array.from({ length: Math.ceil(characters.length / 40) }, (_, row) =>
      characters.slice(row * 40, row * 40 + 40).join(' '),
    )
    const { text, missing } = readPdf(await documentPdf(receipt('en', { lines: linesOf(texts) })))
    expect([missing, text.includes('\ufffd')]).toEqual([0, false])
    // In other scripts a glyph may belong to several characters, and is read as the first.
    const read = new Set(script.startsWith('Chinese') ? [...text, ...TWINS] : characters)
    expect(characters.filter((one) => !read.has(one))).toEqual([])
  })

  test('a character that no font has is a visible sign, and the rest stays', async () => {
    const { text, missing } = readPdf(
      await documentPdf(receipt('en', { buyer: company('Kedai \u{10ffff} Dua') })),
    )
    expect(text).toContain('Kedai � Dua')
    expect(missing).toBe(0)
  })

  test('a receipt stays small, and a Chinese one too', async () => {
    const [latin, chinese] = [await documentPdf(receipt('en')), await documentPdf(receipt('zh'))]
    expect(latin.length).toBeLessThan(20_000)
    expect(chinese.length).toBeLessThan(40_000)
  })
})
