import { basisPointsOf, priceOfPart, type Price, type Stored, type Tax } from '@/lib/money'
import { linesOf, priceOfSales, type SaleAmounts, type SoldLine } from '@/lib/sales/sale'
import type { Item, Words } from './rules'

type Sale = SaleAmounts & { lines: unknown; taxRate: Stored; taxLabel: string }

/**
 * What `receivedSen` has paid for: the lines of the sale; or, where another sum was accepted for it,
 * its first line over that sum.
 */
export function soldOver(
  sale: Sale,
  receivedSen: number,
  wordsOf: (line: SoldLine) => Words,
): { price: Price; tax: Tax; items: Item[] } {
  const tax = { basisPoints: basisPointsOf(sale.taxRate), label: sale.taxLabel }
  const lines = linesOf(sale)
  const whole = priceOfSales([sale])
  const price = priceOfPart(whole, receivedSen, tax.basisPoints)
  const items =
    price === whole
      ? lines.map((line) => ({ words: wordsOf(line), amountSen: line.amountSen }))
      : lines.slice(0, 1).map((line) => ({ words: wordsOf(line), amountSen: price.subtotalSen }))
  return { price, tax, items }
}
