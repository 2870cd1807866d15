/** The possible results of a succeeded payment. */
export type Settled =
  { outcome: 'confirmed' } | { outcome: 'refund_due' | 'needs_attention'; reason: string }

/** What was received for a payment, and what was due; amounts in sen. */
export type Received = { amountSen: number; currency: string }
export type Expected = { amountSen: number; currency: string }
/**
 * True when exactly the amount due was received, in the same currency. Anything else is never a
 * confirmation and never an automatic refund: somebody tampered or something is broken, so the
 * owner must look.
 */
export const isExpected = (received: Received, expected: Expected): boolean =>
  received.amountSen === expected.amountSen &&
  received.currency.toLowerCase() === expected.currency.toLowerCase()

/**
 * Stripe's states in which a payment may be in progress: the hold is kept (docs/decisions/020 C1).
 */
export const isInFlight = (status: string): boolean =>
  ['processing', 'requires_action', 'requires_confirmation', 'requires_capture'].includes(status)

/** States that never change again, except for refunds of a succeeded payment. */
export const isFinal = (status: string): boolean => status === 'succeeded' || status === 'canceled'

/**
 * The state of a payment as shown to people. `refunding`: the refund is in progress, which takes a
 * bank days and may fail.
 */
export type PaymentState =
  'processing' | 'paid' | 'refunding' | 'refunded' | 'failed' | 'needs_attention'

/** The money was refunded, or is being refunded. */
export const isRefundState = (state: PaymentState | null | undefined): boolean =>
  state === 'refunding' || state === 'refunded'

/**
 * The state of a payment as shown to people: paid only when it confirmed its purpose
 * (docs/decisions/020 C9).
 */
export function paymentState(payment: {
  status: string
  outcome: string | null
  refundStatus: string | null
}): PaymentState {
  if (payment.outcome === 'confirmed') return 'paid'
  if (payment.outcome === 'needs_attention') return 'needs_attention'
  if (payment.outcome)
    return payment.outcome === 'refund_due' || payment.refundStatus === 'pending'
      ? 'refunding'
      : 'refunded'
  return ['requires_payment_method', 'canceled'].includes(payment.status) ? 'failed' : 'processing'
}

export type RefundShown = 'refunding' | 'refunded' | null

/** Whether money was refunded or is being refunded, over all payments; null when neither. */
export function refundShown(payments: readonly Parameters<typeof paymentState>[0][]): RefundShown {
  const states = payments.map(paymentState)
  if (states.includes('refunding')) return 'refunding'
  return states.includes('refunded') ? 'refunded' : null
}
