// The month's export: its lines add up, and a spreadsheet keeps its codes, amounts and dates.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { COLUMNS, rowsOfDocuments, type Column, type Row } from '@/lib/admin/receipts/export'
import { documentsXlsx } from '@/lib/admin/receipts/workbook'
import { withTax } from '@/lib/money'
import { KINDS, signOf } from '@/lib/receipts/rules'
import type { IssuedDocument } from '@/lib/receipts/schema'
import { TAX_KINDS } from '@/lib/settings/tax'
import { sheetRows } from '@/tests/support/workbook'
import { receipt } from './documents'

async function rowsOf(documents: readonly IssuedDocument[]): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of rowsOfDocuments(documents, receipt('en').seller)) rows.push(row)
  return rows
}
const sum = (rows: readonly Row[], column: Column) =>
  rows.reduce((sen, row) => sen + Math.round(Number(row[column] ?? 0) * 100), 0)

test('the lines of every document add up to it to the sen, whatever was added to its price', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 50_000_00 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(0, 600, 800, 825, 1000, 3000),
      fc.constantFrom(...TAX_KINDS),
      fc.constantFrom(...KINDS),
      async (amounts, basisPoints, taxKind, kind) => {
        const tax = { basisPoints: taxKind === 'none' ? 0 : basisPoints, label: 'X', kind: taxKind }
        const price = withTax(
          amounts.reduce((all, one) => all + one, 0),
          tax,
        )
        const lines = amounts.map((amountSen) => ({ text: 'x', english: 'x', amountSen }))
        const rows = await rowsOf([receipt('en', { kind, price, lines, tax })])
        const isCharge = taxKind === 'service-charge'
        expect(sum(rows, 'line_total')).toBe(signOf(kind) * price.totalSen)
        expect(sum(rows, 'line_tax')).toBe(signOf(kind) * (isCharge ? 0 : price.taxSen) + 0)
        expect(sum(rows, 'line_subtotal') + sum(rows, 'line_tax')).toBe(sum(rows, 'line_total'))
        for (const part of ['subtotal', 'tax', 'total'] as const)
          expect(sum(rows, `document_${part}`)).toBe(sum(rows, `line_${part}`))
        expect(rows).toHaveLength(lines.length + (isCharge && price.taxSen > 0 ? 1 : 0))
      },
    ),
  ))

test('the buyer stands in the parts that an e-invoice has', async () => {
  const base = receipt('en').buyer
  const row = async (changes: object) =>
    (
      await rowsOf([
        receipt('en', { buyer: { ...base, billing: { ...base.billing!, ...changes } } }),
      ])
    )[0]
  expect(await row({})).toMatchObject({
    ...{ buyer_id_kind: 'BRN', buyer_state: null, buyer_country: 'MYS' },
    missing: expect.stringContaining('buyer_city buyer_state') as string,
  })
  const parts = { companyIdKind: 'PASSPORT', companySst: 'W10', companyPostcode: '018956' }
  expect(
    await row({ ...parts, companyCity: 'Singapore', companyCountry: 'Singapore' }),
  ).toMatchObject({
    ...{ buyer_id_kind: 'PASSPORT', buyer_sst: 'W10', buyer_postcode: '018956' },
    ...{ buyer_city: 'Singapore', buyer_state: '17', buyer_country: 'Singapore' },
    missing: expect.not.stringContaining('buyer') as string,
  })
})

const bytesOf = async (rows: readonly Row[]) =>
  Buffer.from(
    await new Response(
      documentsXlsx(
        (async function* () {
          yield* rows
        })(),
      ),
    ).arrayBuffer(),
  )

/** A number of days since the end of 1899, as spreadsheets count them. */
const DAY_OF_2026_11_24 = String((Date.UTC(2026, 10, 24) - Date.UTC(1899, 11, 30)) / 86_400_000)

const document = () => {
  const base = receipt('en')
  return receipt('en', {
    lines: [{ text: 'x', english: '=1+1 "<&>" 录音', amountSen: 9_900 }],
    price: withTax(9_900, base.tax),
    reference: '0123456789',
    buyer: {
      ...base.buyer,
      phone: '0123456789',
      billing: { ...base.buyer.billing!, companyRegistration: '202301012345' },
    },
  })
}

test('in the workbook codes are text, amounts numbers, and dates dates', async () => {
  const [head, line, ...more] = sheetRows(await bytesOf(await rowsOf([document()])))
  expect(more).toEqual([])
  const letters = [...(head ?? [])].map(([letter, cell]) => [cell.value, letter] as const)
  expect(letters.map(([name]) => name)).toEqual([...COLUMNS])
  const cell = (column: Column) => line?.get(new Map<string, string>(letters).get(column) ?? '')
  const text = (value: string) => ({ type: 'text', value, format: '@' })
  const number = (value: string, format: string) => ({ type: 'number', value, format })
  for (const [column, value] of Object.entries({
    classification: '022',
    buyer_registration: '202301012345',
    buyer_phone: '0123456789',
    payment_reference: '0123456789',
    document_type: '01',
    description: '=1+1 "<&>" 录音',
  }))
    expect([column, cell(column as Column)]).toEqual([column, text(value)])
  expect(cell('line_subtotal')).toEqual(number('99', '0.00'))
  expect(cell('line_tax')).toEqual(number('8.17', '0.00'))
  expect(cell('document_total')).toEqual(number('107.17', '0.00'))
  expect(cell('booking')).toEqual(number('12', '0'))
  expect(cell('date')).toEqual(number(DAY_OF_2026_11_24, 'yyyy-mm-dd'))
  expect(cell('payment_date')).toEqual(number(DAY_OF_2026_11_24, 'yyyy-mm-dd'))
  expect(cell('order')?.value).toBe('')
})

const hasOffice = spawnSync('soffice', ['--version']).status === 0
;(hasOffice ? test : test.skip)('LibreOffice opens it without a changed digit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-workbook-'))
  try {
    writeFileSync(join(folder, 'month.xlsx'), await bytesOf(await rowsOf([document()])))
    const args = [`-env:UserInstallation=file://${folder}/profile`, '--headless']
    spawnSync('soffice', [
      ...args,
      '--convert-to',
      'csv',
      '--outdir',
      folder,
      `${folder}/month.xlsx`,
    ])
    const csv = readFileSync(join(folder, 'month.csv'), 'utf8')
    for (const value of ['022', '202301012345', '0123456789', '107.17', '2026-11-24'])
      expect(csv.split(/[,\n]/)).toContain(value)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
