import type { Locale } from '@/lib/i18n/routing'
import { divideHalfUp, type Price } from '@/lib/money'
import type { TaxKind } from '@/lib/settings/tax'

/** The kinds of documents: a receipt, and the notes that correct one (docs/decisions/030). */
export const KINDS = ['receipt', 'credit_note', 'debit_note'] as const
export type DocumentKind = (typeof KINDS)[number]

const PREFIX: Record<DocumentKind, string> = { receipt: 'R', credit_note: 'CN', debit_note: 'DN' }
const NUMBER = /^(R|CN|DN)-(\d{6,9})$/

/** A document's number in the form shown to people: R-000042. */
export const documentNumber = (kind: DocumentKind, number: number): string =>
  `${PREFIX[kind]}-${String(number).padStart(6, '0')}`

/** Parses a `documentNumber`; null for any other text. */
export function parseDocumentNumber(text: string): { kind: DocumentKind; number: number } | null {
  const [, prefix, digits] = NUMBER.exec(text) ?? []
  const kind = KINDS.find((one) => PREFIX[one] === prefix)
  return kind && digits ? { kind, number: Number(digits) } : null
}

/** +1 for a document that increases the turnover, −1 for one that reduces it. */
export const signOf = (kind: DocumentKind): 1 | -1 => (kind === 'credit_note' ? -1 : 1)

/** A single sale above this needs an e-invoice of its own, since 1 January 2026. */
export const SINGLE_SALE_SEN = 1_000_000

/** True for a sale that must not go into a month's consolidated e-invoice. */
export const needsOwnInvoice = (kind: DocumentKind, totalSen: number): boolean =>
  kind === 'receipt' && totalSen > SINGLE_SALE_SEN

/**
 * How close the turnover of twelve months is to the year's from which e-invoices are compulsory:
 * near it from four fifths on (docs/decisions/030).
 */
export const turnoverState = (sen: number, limitSen: number): 'below' | 'near' | 'over' =>
  sen >= limitSen ? 'over' : sen * 5 >= limitSen * 4 ? 'near' : 'below'

export type ReceiptLine = {
  /** In the document's language. */
  text: string
  /** For the studio's accounts. */
  english: string
  amountSen: number
}

export type Words = (locale: Locale) => string

/** What a document charges for or credits, and its amount before tax. */
export type Item = { words: Words; amountSen: number }

/** In `locale` and, for the books, English. Throws when they do not add up to `subtotalSen`. */
export function linesOver(
  subtotalSen: number,
  locale: Locale,
  items: readonly Item[],
): ReceiptLine[] {
  const sum = items.reduce((total, { amountSen }) => total + amountSen, 0)
  if (sum !== subtotalSen) throw new Error(`Lines of ${sum} sen for a document of ${subtotalSen}`)
  return items.map(({ words, amountSen }) => ({
    text: words(locale),
    english: words('en'),
    amountSen,
  }))
}

/**
 * `totalSen` of what costs `whole`, after the parts `before` of it: tax and base in its own proportion,
 * so that parts over the whole add up to it to the sen.
 */
export function partAmounts(whole: Price, before: Price, totalSen: number): Price {
  const untilSen = before.totalSen + totalSen
  const subtotalUntil = divideHalfUp(untilSen * whole.subtotalSen, whole.totalSen)
  // The rounding of the running total could exceed the part's own bounds by a sen.
  const subtotalSen = Math.min(Math.max(subtotalUntil - before.subtotalSen, 0), totalSen)
  return { subtotalSen, taxSen: totalSen - subtotalSen, totalSen }
}

/**
 * Amounts before tax; the taxes add up to the document's to the sen. A negative line, such as a
 * discount, comes after the line it reduces.
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

/** The month of a studio date, yyyy-mm. */
export const monthOf = (studioDate: string): string => studioDate.slice(0, 7)

export function nextMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return number === 12
    ? `${year + 1}-01`
    : `${String(year).padStart(4, '0')}-${String(number + 1).padStart(2, '0')}`
}

/** A service charge is the studio's own income; only the rest is owed to Customs. */
export const incomeOf = ({ price, tax }: { price: Price; tax: { kind: TaxKind } }) =>
  tax.kind === 'service-charge'
    ? { incomeSen: price.totalSen, chargeSen: price.taxSen, taxSen: 0 }
    : { incomeSen: price.subtotalSen, chargeSen: 0, taxSen: price.taxSen }

type Sold = { kind: DocumentKind; price: Price; tax: { kind: TaxKind } }

export function sumsOf(documents: readonly Sold[]) {
  const sum = (kinds: readonly string[], of: (document: Sold) => number) =>
    documents
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((total, document) => total + signOf(document.kind) * of(document), 0)
  const total = ({ price }: { price: Price }) => price.totalSen
  const ALL = ['receipt', 'credit_note', 'debit_note']
  return {
    salesSen: sum(['receipt'], total),
    refundsSen: sum(['credit_note', 'debit_note'], total),
    netSen: sum(ALL, total),
    taxSen: sum(ALL, (document) => incomeOf(document).taxSen),
  }
}
