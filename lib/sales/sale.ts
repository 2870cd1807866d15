import type { Locale } from '@/lib/i18n/routing'
import {
  basisPointsOf,
  senOf,
  toDecimal,
  toRate,
  type Price,
  type Stored,
  type Tax,
} from '@/lib/money'
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

/** The amounts of a stored sale. */
export type SaleAmounts = Record<'subtotal' | 'taxAmount' | 'totalAmount', Stored>

/** What stored sales cost together. */
export const priceOfSales = (sales: readonly SaleAmounts[]): Price => {
  const sum = (column: keyof SaleAmounts) =>
    sales.reduce((sen, { [column]: amount }) => sen + senOf(amount), 0)
  return { subtotalSen: sum('subtotal'), taxSen: sum('taxAmount'), totalSen: sum('totalAmount') }
}

/** The tax of what was sold by these, which is one. */
export function taxOfSales(
  sales: readonly { taxRate: Parameters<typeof basisPointsOf>[0]; taxLabel: string }[],
): Tax {
  const [sale] = sales
  if (!sale) throw new Error('Nothing was sold')
  return { basisPoints: basisPointsOf(sale.taxRate), label: sale.taxLabel }
}

/** What the discounts in stored sales take off before tax, in sen. */
export const discountOfSales = (sales: readonly { lines: unknown }[]): number =>
  sales
    .flatMap(linesOf)
    .reduce((sum, { kind, amountSen }) => (kind === 'discount' ? sum - amountSen : sum), 0)

/** The lines of a stored sale, which only this project writes. */
export const linesOf = (sale: { lines: unknown }): readonly SoldLine[] =>
  sale.lines as readonly SoldLine[]
