import type { Locale } from '@/lib/i18n/routing'
import { toDecimal, toRate, type Price, type Tax } from '@/lib/money'
import type { Line } from './quote'

/** What something was called when it was sold; English where a language has no name of its own. */
export type Names = { en: string } & Partial<Record<Locale, string>>

/** A line as it is stored: with what a sentence about it needs. */
export type SoldLine =
  | (Line & { kind: 'session'; names: Names; duration: string; hours: number })
  | (Line & { kind: 'add_on'; names: Names })
  | (Line & { kind: 'edit'; tier: string; length: string })
  | (Line & { kind: 'rush' })
  | (Line & { kind: 'discount' })

/** A name in a language. */
export const nameOf = (names: Names, locale: Locale): string => names[locale] ?? names.en

/** The columns of a sale of these lines, whose sum is the price's subtotal. */
export const saleColumns = (lines: readonly SoldLine[], price: Price, tax: Tax) => ({
  lines: [...lines],
  subtotal: toDecimal(price.subtotalSen),
  taxAmount: toDecimal(price.taxSen),
  taxRate: toRate(tax.basisPoints),
  taxLabel: tax.label,
  totalAmount: toDecimal(price.totalSen),
})

/** The lines of a stored sale, which only this project writes. */
export const linesOf = (sale: { lines: unknown }): readonly SoldLine[] =>
  sale.lines as readonly SoldLine[]
