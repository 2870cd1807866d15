/** How any succeeded payment ends. */
export type Settled =
  { outcome: 'confirmed' } | { outcome: 'refund_due' | 'needs_attention'; reason: string }

/**
 * How a succeeded payment for a booking ends, given how the booking stands under the lock
 * (decisions C5, C7, C12).
 */
export type Settlement =
  | { outcome: 'confirmed'; action: 'confirm' | 'revive' | 'none' }
  | { outcome: 'refund_due'; reason: 'late' | 'cancelled' | 'duplicate' }
  | { outcome: 'needs_attention'; reason: 'amount_mismatch' }

export type Received = { amount: number; currency: string }
export type Expected = { amount: number; currency: string }
export type BookingState = {
  status: string
  cancelReason: string | null
  startsAt: Date
  /** Another payment of the same purpose already confirmed it. */
  alreadyPaid: boolean
}

/**
 * Decides from the facts alone; what `revive` finds taken becomes refund_due 'late'. Amounts in
 * sen. A wrong amount is never a confirmation and never an automatic refund: somebody tampered or
 * something is broken, so the owner looks.
 */
export function settle(
  received: Received,
  expected: Expected,
  booking: BookingState,
  now: Date,
): Settlement {
  if (!fits(received, expected)) return { outcome: 'needs_attention', reason: 'amount_mismatch' }
  if (booking.alreadyPaid) return { outcome: 'refund_due', reason: 'duplicate' }
  if (booking.status === 'pending') return { outcome: 'confirmed', action: 'confirm' }
  if (booking.status === 'confirmed' || booking.status === 'completed')
    return { outcome: 'confirmed', action: 'none' }
  const holdEnded = booking.cancelReason === 'expired' || booking.cancelReason === 'released'
  if (!holdEnded) return { outcome: 'refund_due', reason: 'cancelled' }
  return booking.startsAt > now
    ? { outcome: 'confirmed', action: 'revive' }
    : { outcome: 'refund_due', reason: 'late' }
}

const fits = (received: Received, expected: Expected) =>
  received.amount === expected.amount &&
  received.currency.toLowerCase() === expected.currency.toLowerCase()

/** How a succeeded payment for a video editing order ends. */
export type OrderSettlement =
  | { outcome: 'confirmed'; action: 'accept' | 'none' }
  | { outcome: 'refund_due'; reason: 'cancelled' | 'duplicate' }
  | { outcome: 'needs_attention'; reason: 'amount_mismatch' }

/**
 * The same for an order, given how it stands under its lock. Nobody else can have taken its place,
 * so money that comes after an unpaid order was ended still buys it; only one that was cancelled or
 * refunded by the owner gives it back.
 */
export function settleOrder(
  received: Received,
  expected: Expected,
  order: { status: string; cancelReason: string | null; alreadyPaid: boolean },
): OrderSettlement {
  if (!fits(received, expected)) return { outcome: 'needs_attention', reason: 'amount_mismatch' }
  if (order.alreadyPaid) return { outcome: 'refund_due', reason: 'duplicate' }
  const ended =
    order.status === 'cancelled' &&
    (order.cancelReason === 'expired' || order.cancelReason === 'replaced')
  if (order.status === 'pending' || ended) return { outcome: 'confirmed', action: 'accept' }
  if (order.status === 'cancelled' || order.status === 'refunded')
    return { outcome: 'refund_due', reason: 'cancelled' }
  return { outcome: 'confirmed', action: 'none' }
}

export type UpgradeState = {
  /** `held`: its time is kept for it; `ended`: the time was given back; `applied`: done. */
  status: string
  bookingStatus: string
  /** The booking has the time, length and price that the upgrade was offered for. */
  isSame: boolean
  startsAt: Date
}

/**
 * The same for an upgrade of a paid booking. What `retake` finds taken becomes refund_due 'late'.
 */
export function settleUpgrade(
  received: Received,
  expected: Expected,
  upgrade: UpgradeState,
  now: Date,
): UpgradeSettlement {
  if (!fits(received, expected)) return { outcome: 'needs_attention', reason: 'amount_mismatch' }
  if (upgrade.status === 'applied') return { outcome: 'refund_due', reason: 'duplicate' }
  if (upgrade.bookingStatus === 'cancelled') return { outcome: 'refund_due', reason: 'cancelled' }
  // Moved, or changed by another upgrade, since this one was offered: its price is no longer that
  // of what would be added.
  if (upgrade.bookingStatus !== 'confirmed' || !upgrade.isSame)
    return { outcome: 'refund_due', reason: 'late' }
  if (upgrade.status === 'held') return { outcome: 'confirmed', action: 'apply' }
  return upgrade.startsAt > now
    ? { outcome: 'confirmed', action: 'retake' }
    : { outcome: 'refund_due', reason: 'late' }
}

export type UpgradeSettlement =
  | { outcome: 'confirmed'; action: 'apply' | 'retake' }
  | { outcome: 'refund_due'; reason: 'late' | 'cancelled' | 'duplicate' }
  | { outcome: 'needs_attention'; reason: 'amount_mismatch' }

/**
 * Stripe's states in which the customer's money may be on its way: the hold is kept (decision C1).
 */
export const isInFlight = (status: string): boolean =>
  ['processing', 'requires_action', 'requires_confirmation', 'requires_capture'].includes(status)

/** States that never change again, but for refunds of a succeeded one. */
export const isFinal = (status: string): boolean => status === 'succeeded' || status === 'canceled'

/** What to tell about a payment. */
export type PaymentState = 'processing' | 'paid' | 'refunded' | 'failed' | 'needs_attention'

/**
 * How a payment stands for who looks at it: paid only when it confirmed what it was for (decision
 * C9).
 */
export function paymentState(payment: { status: string; outcome: string | null }): PaymentState {
  if (payment.outcome === 'confirmed') return 'paid'
  if (payment.outcome === 'needs_attention') return 'needs_attention'
  if (payment.outcome) return 'refunded'
  return ['requires_payment_method', 'canceled'].includes(payment.status) ? 'failed' : 'processing'
}

/** A payment as its owner sees it under Needs attention. */
export type PaymentAlert = {
  id: number
  bookingId: number | null
  orderId: number | null
  client: { name: string; email: string } | null
  intentId: string | null
  amount: string
  outcome: string
  reason: string | null
  refundStatus: string | null
  disputed: boolean
  note: string | null
  /** Stripe's words when it refused the refund. */
  refusal: string | null
  succeededAt: string | null
  updatedAt: string
}
