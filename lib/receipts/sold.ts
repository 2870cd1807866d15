import { basisPointsOf, senOf, splitTotal, type Price, type Stored, type Tax } from '@/lib/money'
import { linesOf, type SoldLine } from '@/lib/sales/sale'
import type { Item, Words } from './rules'

type Sale = {
  lines: unknown
  subtotal: Stored
  taxAmount: Stored
  taxRate: Stored
  taxLabel: string
  totalAmount: Stored
}

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
  const totalSen = senOf(sale.totalAmount)
  if (totalSen === receivedSen)
    return {
      price: { subtotalSen: senOf(sale.subtotal), taxSen: senOf(sale.taxAmount), totalSen },
      tax,
      items: lines.map((line) => ({ words: wordsOf(line), amountSen: line.amountSen })),
    }
  const price = splitTotal(receivedSen, tax.basisPoints)
  return {
    price,
    tax,
    items: lines
      .slice(0, 1)
      .map((line) => ({ words: wordsOf(line), amountSen: price.subtotalSen })),
  }
}
