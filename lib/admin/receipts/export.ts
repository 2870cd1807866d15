import { csvLine } from '@/lib/admin/bookings/csv'
import { translator } from '@/lib/i18n/messages'
import { toDecimal } from '@/lib/money'
import { incomeOf, signOf, taxOfLines } from '@/lib/receipts/rules'
import type { IssuedDocument, Seller } from '@/lib/receipts/schema'
import { studioDate, studioTime } from '@/lib/time'
import { buyerColumns, companyMissing, sellerColumns, sellerMissing } from './rules'

// The codes of MyInvois, from its published tables (docs/decisions/030).
const TYPES = { receipt: '01', credit_note: '04', debit_note: '03' } as const
const MODES: Record<string, string> = {
  cash: '01',
  fpx: '03',
  transfer: '03',
  card: '04',
  terminal: '04',
  grabpay: '06',
  duitnow: '03',
}
const OTHER_MODE = '08'
const CLASSIFICATION = '022'
const NO_TAX = '06'
const SERVICE_TAX = '02'

export const COLUMNS = [
  'document_number',
  'document_type',
  'date',
  'time',
  'original_document',
  'currency',
  'seller_name',
  'seller_tin',
  'seller_registration',
  'seller_tax_registration',
  'seller_msic',
  'seller_activity',
  'seller_address',
  'seller_email',
  'seller_phone',
  'buyer_name',
  'buyer_tin',
  'buyer_id_kind',
  'buyer_registration',
  'buyer_sst',
  'buyer_address',
  'buyer_postcode',
  'buyer_city',
  'buyer_state',
  'buyer_country',
  'buyer_email',
  'buyer_phone',
  'po_number',
  'line',
  'description',
  'classification',
  'tax_type',
  'tax_name',
  'tax_rate',
  'line_subtotal',
  'line_tax',
  'line_total',
  'document_subtotal',
  'document_tax',
  'document_total',
  'payment_date',
  'payment_mode',
  'payment_reference',
  'booking',
  'order',
  'missing',
] as const
export type Column = (typeof COLUMNS)[number]
export type Row = Record<Column, string | number | null>

/** Empty for a tax charged without a registration: MyInvois has no code for it. */
function taxTypeOf(document: IssuedDocument): string {
  if (incomeOf(document).taxSen === 0) return NO_TAX
  return document.seller.taxRegistration ? SERVICE_TAX : ''
}

const chargeName = ({ label, basisPoints }: IssuedDocument['tax']): string =>
  translator('en', 'receipt')('tax', { label, rate: basisPoints / 100 })

/**
 * One row for each line; amounts of credit notes are negative. What an older document does not say
 * of the seller is taken from `now`.
 */
function rowsOf(document: IssuedDocument, now: Seller): Row[] {
  const { kind, price, tax, issuedAt } = document
  const { incomeSen, chargeSen, taxSen } = incomeOf(document)
  const seller: Seller = {
    ...document.seller,
    tin: document.seller.tin || now.tin,
    msic: document.seller.msic || now.msic,
    activity: document.seller.activity || now.activity,
    registration: document.seller.registration || now.registration,
  }
  const taxType = taxTypeOf(document)
  const missing = [
    ...sellerMissing(seller),
    ...companyMissing(document),
    ...(taxType === '' ? ['tax_type'] : []),
  ]
  const signed = (sen: number) => toDecimal(signOf(kind) * sen)
  const lines = [
    ...document.lines,
    ...(chargeSen > 0 ? [{ english: chargeName(tax), amountSen: chargeSen }] : []),
  ]
  const taxes = taxOfLines(
    lines.map(({ amountSen }) => amountSen),
    taxSen,
  )
  return lines.map(({ english, amountSen }, index) => {
    const lineTaxSen = taxes[index] ?? 0
    // Only on the first line of a document, so that the sums of these columns are right.
    const once = (sen: number) => (index === 0 ? signed(sen) : null)
    return {
      document_number: document.number,
      document_type: TYPES[kind],
      date: studioDate(issuedAt),
      time: studioTime(issuedAt),
      original_document: document.receiptNumber,
      currency: 'MYR',
      ...sellerColumns(seller),
      ...buyerColumns(document),
      line: index + 1,
      description: english,
      classification: CLASSIFICATION,
      tax_type: taxType,
      tax_name: chargeSen > 0 ? null : tax.label,
      tax_rate: toDecimal(chargeSen > 0 ? 0 : tax.basisPoints),
      line_subtotal: signed(amountSen),
      line_tax: signed(lineTaxSen),
      line_total: signed(amountSen + lineTaxSen),
      document_subtotal: once(incomeSen),
      document_tax: once(taxSen),
      document_total: once(price.totalSen),
      payment_date: document.paidAt && studioDate(document.paidAt),
      payment_mode: MODES[document.method ?? ''] ?? OTHER_MODE,
      payment_reference: document.reference,
      booking: document.bookingId,
      order: document.orderId,
      missing: missing.join(' '),
    }
  })
}

// An amount is written as a number: as text a negative one would be taken for a formula.
function cellOf(row: Row, column: Column): string | number | null {
  const value = row[column]
  return /_(subtotal|tax|total)$/.test(column) && typeof value === 'string' ? Number(value) : value
}

/** `seller` is who sells now; the last column names those that are empty and must not be. */
export async function* rowsOfDocuments(
  documents: AsyncIterable<IssuedDocument> | Iterable<IssuedDocument>,
  seller: Seller,
): AsyncGenerator<Row> {
  for await (const document of documents) yield* rowsOf(document, seller)
}

/** Begins with the mark by which spreadsheets know UTF-8. */
export async function* documentsCsv(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield `\ufeff${csvLine(COLUMNS)}`
  for await (const row of rows) yield csvLine(COLUMNS.map((column) => cellOf(row, column)))
}
