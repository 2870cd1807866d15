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

/** States that never change again, except for refunds of a succeeded payment. */
export const isFinal = (status: string): boolean => status === 'succeeded' || status === 'canceled'

/**
 * What to tell about a payment. `refunding`: the money is on its way back, which takes a bank days;
 * `refund_failed`: it did not arrive, and is still here.
 */
export type ShownPaymentState =
  'processing' | 'paid' | 'refunding' | 'refunded' | 'refund_failed' | 'failed' | 'needs_attention'

/** A refund of it was made: it has arrived, is on its way, or failed. */
export const hasRefund = (state: ShownPaymentState | null | undefined): boolean =>
  state === 'refunding' || state === 'refunded' || state === 'refund_failed'

/**
 * The state of a payment as shown to people: paid only when it confirmed its purpose
 * (docs/decisions/020 C9). `isCurrent`: Stripe was read just now. Without that, an open payment may
 * have been paid since, and nobody is told that it failed.
 */
export function paymentState(
  payment: { status: string; outcome: string | null; refundStatus: string | null },
  isCurrent = false,
): ShownPaymentState {
  if (payment.outcome === 'confirmed') return 'paid'
  if (payment.outcome === 'needs_attention')
    return payment.refundStatus === 'failed' ? 'refund_failed' : 'needs_attention'
  if (payment.outcome)
    return payment.outcome === 'refund_due' || payment.refundStatus === 'pending'
      ? 'refunding'
      : 'refunded'
  if (payment.status === 'canceled') return 'failed'
  return payment.status === 'requires_payment_method' && isCurrent ? 'failed' : 'processing'
}

const REFUNDS = ['refund_failed', 'refunding', 'refunded'] as const
export type RefundShown = (typeof REFUNDS)[number] | null

/**
 * Whether the money of what is over went back, by all of its payments, the one that fared worst
 * first; null when none did.
 */
export function refundShown(payments: readonly Parameters<typeof paymentState>[0][]): RefundShown {
  const states = payments.map((payment) => paymentState(payment))
  return REFUNDS.find((refund) => states.includes(refund)) ?? null
}
