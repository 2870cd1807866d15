import { withTax, type Price, type Tax } from '@/lib/money'

/** Why a line takes something off. */
export type DiscountReason = 'member' | 'first_order' | 'free_session'

/** What the administrator takes off a price, in their own words, which the receipt prints. */
export type ByHand = { reason: 'by_hand'; text: string }

/** A code's name, as the receipt prints it. */
export type ByCode = { reason: 'code'; code: string; text: string }

/** What a line charges for. `serviceId` is the add-on's. */
export type LineSubject =
  | { kind: 'session' }
  | { kind: 'edit' }
  | { kind: 'rush' }
  | { kind: 'add_on'; serviceId: number }
  | ({ kind: 'discount' } & ({ reason: DiscountReason } | ByHand | ByCode))

/**
 * One line of what is sold, before tax. `quantity` is of hours where the price is by the hour, else
 * 1; `amountSen` is always `quantity` × `unitSen`, and negative in a discount.
 */
export type Line = LineSubject & { quantity: number; unitSen: number; amountSen: number }

/** What lines cost: their sum is `subtotalSen`. */
export type Quote = Price & { lines: readonly Line[] }

/** Throws for what is no whole number of sen, or no whole number of units. */
export function line<S extends LineSubject>(
  subject: S,
  unitSen: number,
  quantity = 1,
): S & Pick<Line, 'quantity' | 'unitSen' | 'amountSen'> {
  const amountSen = unitSen * quantity
  if (![unitSen, quantity, amountSen].every(Number.isSafeInteger) || quantity < 1)
    throw new Error(`Not a line of whole sen: ${quantity} × ${unitSen}`)
  return { ...subject, quantity, unitSen, amountSen }
}

/** Takes `sen` off what `lines` cost, and never more than that. */
export const discountLine = (
  why: DiscountReason | ByHand | ByCode,
  sen: number,
  lines: readonly Line[],
): Line =>
  line(
    { kind: 'discount', ...(typeof why === 'string' ? { reason: why } : why) },
    0 - Math.min(Math.max(0, sen), sumOf(lines)),
  )

/** The price of lines, with tax on their sum, rounded once. Throws when they sum up to less than 0. */
export function quoteOf(lines: readonly Line[], tax: Tax): Quote {
  const subtotal = sumOf(lines)
  if (subtotal < 0) throw new Error(`Lines of ${subtotal} sen`)
  return { lines, ...withTax(subtotal, tax) }
}

/** What `after` costs more than `before` cost, to the sen, as a sale of its own of these lines. */
export const quoteOfRest = (after: Price, before: Price, lines: readonly Line[]): Quote => {
  const subtotalSen = after.subtotalSen - before.subtotalSen
  if (sumOf(lines) !== subtotalSen)
    throw new Error(`Lines of ${sumOf(lines)} sen for a rest of ${subtotalSen}`)
  return {
    lines,
    subtotalSen,
    taxSen: after.taxSen - before.taxSen,
    totalSen: after.totalSen - before.totalSen,
  }
}

/** The sum of lines before tax, in sen. */
export const sumOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { amountSen }) => sum + amountSen, 0)
