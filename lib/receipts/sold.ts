import { basisPointsOf, splitTotal, type Price, type Stored, type Tax } from '@/lib/money'
import { translator } from '@/lib/i18n/messages'
import { linesOf, priceOfSales, type SaleAmounts, type SoldLine } from '@/lib/sales/sale'
import { partAmounts, type Item, type Words } from './rules'

type Sale = SaleAmounts & { lines: unknown; taxRate: Stored; taxLabel: string }

type Discount = Extract<SoldLine, { kind: 'discount' }>
/** A line that charges for something, which its kind of sale has words for. */
export type Charged = Exclude<SoldLine, Discount>

const wordsOfDiscount =
  (discount: Discount): Words =>
  (language) => {
    const words = translator(language, 'receipt')
    if (discount.reason === 'by_hand') return words('lines.by_hand', { reason: discount.text })
    if (discount.reason === 'code')
      return words('lines.code', { code: discount.code, name: discount.text })
    return translator(language, 'mail')(`orders.amount.${discount.reason}`)
  }

/**
 * The lines of the sale; where another sum came for it, its first line over that sum, as the part that
 * follows on those which earlier receipts were over (`before`).
 */
export function soldOver(
  sale: Sale,
  { receivedSen, before }: { receivedSen: number; before: Price },
  wordsOf: (line: Charged) => Words,
): { price: Price; tax: Tax; items: Item[] } {
  const tax = { basisPoints: basisPointsOf(sale.taxRate), label: sale.taxLabel }
  const lines = linesOf(sale)
  const whole = priceOfSales([sale])
  const isWhole = receivedSen === whole.totalSen && before.totalSen === 0
  const price = isWhole
    ? whole
    : whole.totalSen === 0
      ? splitTotal(receivedSen, tax.basisPoints)
      : partAmounts(whole, before, receivedSen)
  const wordsFor = (line: SoldLine) =>
    line.kind === 'discount' ? wordsOfDiscount(line) : wordsOf(line)
  const items = isWhole
    ? lines.map((line) => ({ words: wordsFor(line), amountSen: line.amountSen }))
    : lines.slice(0, 1).map((line) => ({ words: wordsFor(line), amountSen: price.subtotalSen }))
  return { price, tax, items }
}
