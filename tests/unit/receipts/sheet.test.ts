// What a document says, and that its PDF can write it in every language.
import { LOCALES, type Locale } from '@/lib/i18n/routing'
import { documentPdf, pdfFile } from '@/lib/receipts/pdf'
import { sheetOf } from '@/lib/receipts/sheet'
import { longDate } from '@/lib/time'
import { creditNote, receipt } from './documents'

describe.each(LOCALES)('in %s', (locale) => {
  test('a receipt states that it is no tax invoice only without a tax number', () => {
    const plain = sheetOf(receipt(locale))
    const { seller } = receipt(locale)
    const registered = sheetOf(
      receipt(locale, { seller: { ...seller, taxRegistration: 'W10-1808-32000001' } }),
    )
    expect(plain.notes).toHaveLength(registered.notes.length + 1)
    expect(plain.seller.lines.join()).not.toContain('W10')
    expect(plain.seller.lines.join()).toContain('C2098765430')
    expect(registered.seller.lines.join()).toContain('W10-1808-32000001')
  })

  test('it bills the company, and also names the person', () => {
    const { buyer } = sheetOf(receipt(locale))
    expect(buyer.name).toBe(receipt(locale).buyer.billing?.company)
    expect(buyer.lines[0]).toBe(receipt(locale).buyer.name)
  })

  test('it says when it was paid only if that was another day in Kuala Lumpur', () => {
    const facts = (paidAt: string) =>
      sheetOf(receipt(locale, { paidAt: new Date(paidAt) })).facts.map(({ value }) => value)
    // Issued at 20:00 on 24 November.
    expect(facts('2026-11-23T16:00:00Z')).toEqual(facts('2026-11-24T12:00:00Z'))
    const late = facts('2026-11-23T15:59:59Z')
    expect(late).toHaveLength(facts('2026-11-24T12:00:00Z').length + 1)
    expect(late.some((value) => value.startsWith(longDate('2026-11-23', locale)))).toBe(true)
  })

  test('a note for money that went back is a refund note, and names its receipt', () => {
    const { title, number, facts } = sheetOf(creditNote(locale))
    expect(title).toBe(
      {
        en: 'Refund note',
        ms: 'Nota bayaran balik / Refund note',
        zh: '退款通知单 / Refund note',
      }[locale],
    )
    expect(number).toBe('CN-000003')
    expect(facts.map(({ value }) => value)).toContain('R-000042')
  })

  test('the PDF has one page, its own fonts, and is the same each time', async () => {
    const [file, again] = [await documentPdf(receipt(locale)), await documentPdf(receipt(locale))]
    const text = file.toString('latin1')
    expect(text.startsWith('%PDF-1.7')).toBe(true)
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(text).toMatch(/InstrumentSans/)
    expect(/NotoSansSC/.test(text)).toBe(locale === 'zh')
    expect(file.equals(again)).toBe(true)
  })
})

test('the buyer’s address has parts, or all in one as it was once entered', () => {
  const base = receipt('en').buyer
  const lines = (changes: object) =>
    sheetOf(receipt('en', { buyer: { ...base, billing: { ...base.billing!, ...changes } } })).buyer
      .lines
  expect(lines({})).toEqual(
    expect.arrayContaining(['Unit 12-3, Jalan Ampang', '50450 Kuala Lumpur']),
  )
  const parts = {
    ...{ companyIdKind: 'NRIC', companyRegistration: '900101-14-5678' },
    ...{ companySst: 'W10-1808-32000099', companyAddress: 'Unit 12-3, Jalan Ampang' },
    ...{ companyPostcode: '50450', companyCity: 'Kuala Lumpur', companyState: '14' },
  }
  expect(lines(parts)).toEqual([
    'Nur Aina binti Abdullah',
    'MyKad no. 900101-14-5678',
    'TIN C12345678900',
    'SST registration no. W10-1808-32000099',
    'Unit 12-3, Jalan Ampang',
    '50450 Kuala Lumpur',
    'Wilayah Persekutuan Kuala Lumpur',
    'aina@example.com',
    '+60 12-345 6789',
  ])
})

test('English stands beside what another language says, and nothing twice', () => {
  const words = (locale: Locale) => JSON.stringify(sheetOf(receipt(locale)))
  for (const locale of ['ms', 'zh'] as const) {
    for (const english of ['Receipt', 'Total paid', 'Billed to', 'Card', 'November 24, 2026'])
      expect([locale, words(locale)]).toEqual([locale, expect.stringContaining(english)])
    expect(sheetOf(receipt(locale)).lines[0]?.english).toBe(receipt('en').lines[0]?.text)
  }
  expect(sheetOf(receipt('zh')).seller.lines[0]).toBe(
    '公司注册号 / Company registration no. 202601012345 (1234567-X)',
  )
  expect(sheetOf(receipt('ms')).seller.lines).toContain('TIN C2098765430')
  expect(words('en')).not.toContain(' / ')
  expect(sheetOf(receipt('en')).lines.map(({ english }) => english)).toEqual([null, null])
})

test('a long receipt continues on a new page', async () => {
  const lines = Array.from({ length: 40 }, () => ({ text: 'நூல் 𝄞', english: 'x', amountSen: 100 }))
  const file = await documentPdf(receipt('en', { lines }))
  expect(file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
})

test('a document is drawn once for all who ask, and anew when it says something else', async () => {
  const asked = () => pdfFile(receipt('en'))
  const [first, second] = await Promise.all([asked(), asked()])
  expect(second.content).toBe(first.content)
  expect((await asked()).content).toBe(first.content)
  const { seller } = receipt('en')
  const other = await pdfFile(receipt('en', { seller: { ...seller, name: 'Other Sdn. Bhd.' } }))
  expect(other.filename).toBe(first.filename)
  expect(other.content.equals(first.content)).toBe(false)
})
