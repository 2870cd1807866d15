import {
  RUSH_PERCENT,
  WEEKDAYS,
  type OfficeWeek,
  type PricedLength,
  type Tier,
  type VideoLength,
} from '@/lib/studio'
import { divideHalfUp, type Price, type Tax } from '@/lib/money'
import { isExpected, type Expected, type Received } from '@/lib/payments/rules'
import { hasRefund, isHere, type MoneyState } from '@/lib/sales/money'
import { discountLine, line, quoteOf, sumOf, type Quote } from '@/lib/sales/quote'
import { addDays, HOUR_MS, sameDayTime, studioDate, toInstant, weekday } from '@/lib/time'

export const POPULAR: Tier = 'standard'

export type OrderDiscount = 'member' | 'first_order'

/** The table price in sen. */
export const EDITING_PRICES: Record<Tier, Record<PricedLength, number>> = {
  basic: { '<60s': 60_00, '60-120s': 80_00, '120-180s': 100_00, '5-10 mins': 250_00 },
  standard: { '<60s': 90_00, '60-120s': 120_00, '120-180s': 150_00, '5-10 mins': 375_00 },
  premium: { '<60s': 150_00, '60-120s': 200_00, '120-180s': 250_00, '5-10 mins': 625_00 },
}

const VIP_PERCENT = 90

/** Rounded half up to whole ringgit, with integers: 35 % of RM90 is 31.50, so RM32; a float gives 31. */
const wholeRinggit = (sen: number, percent: number): number =>
  divideHalfUp(sen * percent, 100 * 100) * 100

export const isPriced = (length: VideoLength): length is PricedLength => length !== '>10 mins'

/** The table price in sen; null where it is to be discussed (docs/decisions/020 D4). */
export const tablePrice = (tier: Tier, length: VideoLength): number | null =>
  isPriced(length) ? EDITING_PRICES[tier][length] : null

/** Sen: 90 %, rounded half up to whole RM (docs/decisions/020 D4, D5). */
export const vipPrice = (price: number): number => wholeRinggit(price, VIP_PERCENT)

/** In sen: 35 % of the price charged, rounded half up to whole RM (docs/decisions/020 D4). */
export const rushSurcharge = (price: number): number => wholeRinggit(price, RUSH_PERCENT)

/** Of a proven email (docs/decisions/020 D5): both are the same 90 %, and a member's is not used up. */
export const bestDiscount = (facts: {
  activeMember: boolean
  hasPaidOrder: boolean
}): OrderDiscount | null =>
  facts.activeMember ? 'member' : facts.hasPaidOrder ? null : 'first_order'

/** `priceSen` is what is charged for the edit, less the discount; `rushSen` is added to it. */
export type OrderPrice = Price & { priceSen: number; rushSen: number }

/** The table price in sen less the discount, rush on the rest (docs/decisions/020 D2, D4). */
export function orderPrice(
  table: number,
  rush: boolean,
  discount: OrderDiscount | null,
  tax: Tax,
): OrderPrice & Quote {
  const edit = line({ kind: 'edit' }, table)
  const charged = discount
    ? [edit, discountLine(discount, table - vipPrice(table), [edit])]
    : [edit]
  const priceSen = sumOf(charged)
  const rushSen = rush ? rushSurcharge(priceSen) : 0
  const lines = rush ? [...charged, line({ kind: 'rush' }, rushSen)] : charged
  return { priceSen, rushSen, ...quoteOf(lines, tax) }
}

/** From the customer's table. */
export const tableOrderPrice = (
  tier: Tier,
  length: PricedLength,
  rush: boolean,
  discount: OrderDiscount | null,
  tax: Tax,
): OrderPrice & Quote => orderPrice(EDITING_PRICES[tier][length], rush, discount, tax)

/** It takes nobody's place, but an old price must not stay payable for ever. */
export const PAYABLE_HOURS = 24

/** Orders placed before this are no longer payable at `now`. */
export const payableSince = (now: Date): Date => new Date(now.getTime() - PAYABLE_HOURS * HOUR_MS)

export const ORDER_STATUSES = [
  'pending',
  'paid',
  'in_progress',
  'delivered',
  'completed',
  'cancelled',
  'refunded',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The statuses of an order that was paid and not refunded (docs/decisions/020 D7). */
export const PAID_STATUSES: readonly OrderStatus[] = [
  'paid',
  'in_progress',
  'delivered',
  'completed',
]

const NEXT: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['cancelled'],
  paid: ['in_progress', 'refunded'],
  in_progress: ['delivered', 'refunded'],
  // Going back to in progress is a revision.
  delivered: ['completed', 'in_progress', 'refunded'],
  completed: ['in_progress', 'refunded'],
  cancelled: [],
  refunded: [],
}

// Its money should be back, and is not: the order goes on, is closed without it (it was given back
// in another way), or the refund is made again.
const NEXT_AFTER_FAILED_REFUND: Record<OrderStatus, readonly OrderStatus[]> = {
  ...NEXT,
  paid: [...NEXT.paid, 'cancelled'],
  in_progress: [...NEXT.in_progress, 'cancelled'],
  delivered: [...NEXT.delivered, 'cancelled'],
  completed: [...NEXT.completed, 'cancelled'],
  cancelled: ['refunded'],
  refunded: ['in_progress', 'completed', 'refunded', 'cancelled'],
}

/** A part is here: it goes back, and the order ends with it. */
const NEXT_AFTER_PART: readonly OrderStatus[] = ['refunded']

/**
 * Where an administrator may move an order (docs/decisions/020 D7). An unpaid one can only be
 * cancelled and a paid one only be refunded: money that is kept belongs to an order, unless its
 * refund failed.
 */
export const nextStatuses = (
  status: OrderStatus,
  refundFailed: boolean,
  partPaid = false,
): readonly OrderStatus[] =>
  status === 'pending' && partPaid
    ? NEXT_AFTER_PART
    : (refundFailed ? NEXT_AFTER_FAILED_REFUND : NEXT)[status]

/** True for a paid order that is past its due instant (ISO) and was never delivered. */
export const isLate = (
  { status, dueAt: due, deliveries }: { status: string; dueAt: string | null; deliveries: number },
  now: Date,
): boolean =>
  (status === 'paid' || status === 'in_progress') &&
  deliveries === 0 &&
  due !== null &&
  new Date(due) < now

export type Turnaround = { unit: 'days' | 'hours'; from: number; to: number }

/** How long an order takes: business days, or hours of business days with rush (docs/decisions/020 D6). */
export function turnaround(tier: Tier, rush: boolean): Turnaround {
  if (rush) return { unit: 'hours', from: 24, to: 48 }
  return tier === 'premium' ? { unit: 'days', from: 2, to: 3 } : { unit: 'days', from: 5, to: 7 }
}

/** What due dates are counted by; `holidays` are the dates of public holidays. */
export type OfficeDays = OfficeWeek & { holidays: readonly string[] }

function isOfficeDay(date: string, office: OfficeDays): boolean {
  const day = WEEKDAYS.at(weekday(date) - 1) // Sunday is 0, and the last of the list.
  return day !== undefined && office[day] && !office.holidays.includes(date)
}

/**
 * The studio date that ends the turnaround, counted in office days from the day after the order
 * (docs/decisions/020 D6). 48 hours are two of them, so that no order is due on a day without work.
 */
export function dueDate(tier: Tier, rush: boolean, now: Date, office: OfficeDays): string {
  const { unit, to } = turnaround(tier, rush)
  let date = studioDate(now)
  for (let left = unit === 'hours' ? to / 24 : to; left > 0;) {
    date = addDays(date, 1)
    if (isOfficeDay(date, office)) left--
  }
  return date
}

/** The due hour of the due date, or just before midnight when that is 24. */
export const dueAt = (tier: Tier, rush: boolean, now: Date, office: OfficeDays): Date =>
  toInstant(dueDate(tier, rush, now, office), sameDayTime(office.dueHour))

/** The result of a succeeded payment for a video editing order. */
export type OrderOutcome =
  | { outcome: 'confirmed'; action: 'accept' | 'none' }
  | { outcome: 'refund_due'; reason: 'cancelled' | 'duplicate' }
  | { outcome: 'needs_attention'; reason: 'amount_mismatch' }

/**
 * Given the order's state under its lock. An order takes nobody's place, so money that arrives
 * after an unpaid order ended still pays for it; only for one that an administrator cancelled or
 * refunded it goes back.
 */
export function orderOutcome(
  received: Received,
  expected: Expected,
  order: { status: string; cancelReason: string | null; alreadyPaid: boolean },
): OrderOutcome {
  if (!isExpected(received, expected))
    return { outcome: 'needs_attention', reason: 'amount_mismatch' }
  if (order.alreadyPaid) return { outcome: 'refund_due', reason: 'duplicate' }
  const ended =
    order.status === 'cancelled' &&
    (order.cancelReason === 'expired' || order.cancelReason === 'replaced')
  if (order.status === 'pending' || ended) return { outcome: 'confirmed', action: 'accept' }
  if (order.status === 'cancelled' || order.status === 'refunded')
    return { outcome: 'refund_due', reason: 'cancelled' }
  return { outcome: 'confirmed', action: 'none' }
}

/** What paying for an order has come to; null while there is nothing to say. */
export function endOfPaidOrder({
  status,
  paymentStatus,
}: {
  status: OrderStatus
  paymentStatus: MoneyState
}): 'confirmed' | 'refunded' | 'cancelled' | null {
  // First the payment itself: it may be the second one of an order that stands.
  if (hasRefund(paymentStatus) || (status === 'refunded' && isHere(paymentStatus)))
    return 'refunded'
  if (PAID_STATUSES.includes(status)) return 'confirmed'
  return status === 'cancelled' && isHere(paymentStatus) ? 'cancelled' : null
}
