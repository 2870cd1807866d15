import type { Locale } from '@/lib/i18n/routing'
import { divideHalfUp, type Price } from '@/lib/money'
import type { IssuedDocument, Line } from './schema'

/** The documents there are: a receipt, and the notes that correct one (docs/decisions/030). */
export const KINDS = ['receipt', 'credit_note', 'debit_note'] as const
export type DocumentKind = (typeof KINDS)[number]

/** What a form may say of the company that is billed. */
export const COMPANY_FIELDS = [
  'company',
  'companyRegistration',
  'companyTin',
  'companyAddress',
  'poNumber',
] as const
export type CompanyField = (typeof COMPANY_FIELDS)[number]
export type BillingFormValues = Record<CompanyField, string>

/** What is kept of it. */
export type Billing = Record<CompanyField, string | null>

/** What a form said, for the row; null when nothing was said. */
export function billingOf(input: Billing): Billing | null {
  const { company, companyRegistration, companyTin, companyAddress, poNumber } = input
  const billing = { company, companyRegistration, companyTin, companyAddress, poNumber }
  return Object.values(billing).some((value) => value !== null) ? billing : null
}

/** What a row keeps, or nothing, for a form. */
export const billingValues = (billing: Partial<Billing> | null = null): BillingFormValues =>
  Object.fromEntries(
    COMPANY_FIELDS.map((field) => [field, billing?.[field] ?? '']),
  ) as BillingFormValues

const PREFIX: Record<DocumentKind, string> = { receipt: 'R', credit_note: 'CN', debit_note: 'DN' }
const NUMBER = /^(R|CN|DN)-(\d{6,9})$/

/** A document's number as people read it: R-000042. */
export const documentNumber = (kind: DocumentKind, number: number): string =>
  `${PREFIX[kind]}-${String(number).padStart(6, '0')}`

/** What `documentNumber` wrote; null for any other text. */
export function parseDocumentNumber(text: string): { kind: DocumentKind; number: number } | null {
  const [, prefix, digits] = NUMBER.exec(text) ?? []
  const kind = KINDS.find((one) => PREFIX[one] === prefix)
  return kind && digits ? { kind, number: Number(digits) } : null
}

/** +1 for what adds to the turnover, −1 for what takes from it. */
export const signOf = (kind: DocumentKind): 1 | -1 => (kind === 'credit_note' ? -1 : 1)

/**
 * The figures of Malaysia's e-invoice rules that the console warns about, in sen: a single sale
 * above the first needs an e-invoice of its own; with a turnover of the second in twelve months
 * e-invoices are compulsory. The warning begins before that (docs/decisions/030).
 */
export const E_INVOICE = {
  singleSaleSen: 1_000_000,
  turnoverSen: 100_000_000,
  turnoverWarningSen: 80_000_000,
} as const

/** True for a sale that must not go into a month's consolidated e-invoice. */
export const needsOwnInvoice = (kind: DocumentKind, totalSen: number): boolean =>
  kind === 'receipt' && totalSen > E_INVOICE.singleSaleSen

/** How near the turnover of twelve months is to the limit. */
export const turnoverState = (sen: number): 'below' | 'near' | 'over' =>
  sen > E_INVOICE.turnoverSen ? 'over' : sen >= E_INVOICE.turnoverWarningSen ? 'near' : 'below'

type Words = (locale: Locale) => string

/** What a document is about: the main thing, and what stands beside it at an amount of its own. */
export type Items = { main: Words; others: readonly { words: Words; amountSen: number }[] }

/**
 * The lines of a document over `subtotalSen`, in `locale` and in English for the studio's books. The
 * main thing has what the others leave, so that the lines always add up. Others that come to more
 * than the whole are not itemised: no line of what was sold is less than nothing.
 */
export function linesOver(subtotalSen: number, locale: Locale, { main, others }: Items): Line[] {
  const line = (words: Words, amountSen: number): Line => ({
    text: words(locale),
    english: words('en'),
    amountSen,
  })
  const leftSen = subtotalSen - others.reduce((sum, { amountSen }) => sum + amountSen, 0)
  return leftSen < 0
    ? [line(main, subtotalSen)]
    : [line(main, leftSen), ...others.map(({ words, amountSen }) => line(words, amountSen))]
}

/** What a total with tax consists of, at a rate in basis points. */
export function splitTotal(totalSen: number, basisPoints: number): Price {
  const subtotalSen = divideHalfUp(totalSen * 10_000, 10_000 + basisPoints)
  return { subtotalSen, taxSen: totalSen - subtotalSen, totalSen }
}

/**
 * The amounts of a note over `totalSen` of a receipt of which `before` was already taken back: tax
 * and base in the receipt's own proportion, so that notes over all of it add up to it to the sen.
 */
export function noteAmounts(receipt: Price, before: Price, totalSen: number): Price {
  const backSen = before.totalSen + totalSen
  const subtotalBack = divideHalfUp(backSen * receipt.subtotalSen, receipt.totalSen)
  // Rounded over the whole, it could miss the note's own bounds by a sen.
  const subtotalSen = Math.min(Math.max(subtotalBack - before.subtotalSen, 0), totalSen)
  return { subtotalSen, taxSen: totalSen - subtotalSen, totalSen }
}

/**
 * The tax of a document on each of its lines (amounts before tax): together the document's tax to
 * the sen. A line that takes off, such as a discount, stands after what it takes from.
 */
export function taxOfLines(amountsSen: readonly number[], taxSen: number): number[] {
  const whole = amountsSen.reduce((sum, amount) => sum + amount, 0)
  let base = 0
  let before = 0
  return amountsSen.map((amount, index) => {
    base += amount
    const isLast = index === amountsSen.length - 1
    const until = isLast || whole <= 0 ? taxSen : divideHalfUp(Math.max(base, 0) * taxSen, whole)
    const own = until - before
    before = until
    return own
  })
}

/** A month, yyyy-mm, as the studio's calendar has it. */
export const monthOf = (studioDate: string): string => studioDate.slice(0, 7)

/** The month after. */
export function nextMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return number === 12
    ? `${year + 1}-01`
    : `${String(year).padStart(4, '0')}-${String(number + 1).padStart(2, '0')}`
}

/** What a month's documents come to, in sen. */
export function sumsOf(documents: readonly IssuedDocument[]) {
  const sum = (kinds: readonly string[], of: (document: IssuedDocument) => number) =>
    documents
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((total, document) => total + signOf(document.kind) * of(document), 0)
  const total = ({ price }: IssuedDocument) => price.totalSen
  const ALL = ['receipt', 'credit_note', 'debit_note']
  return {
    salesSen: sum(['receipt'], total),
    refundsSen: sum(['credit_note', 'debit_note'], total),
    netSen: sum(ALL, total),
    taxSen: sum(ALL, ({ price }) => price.taxSen),
  }
}
