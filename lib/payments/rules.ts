import { DAY_MS } from '@/lib/time'
import { senOf } from '@/lib/money'
import {
  failedPartOf,
  isBeingDisputed,
  keptOf,
  refundablePartOf,
  type PaymentMoney,
} from '@/lib/sales/money'

/** What becomes of a payment that succeeded, and why; the database accepts no other. */
export const PAYMENT_OUTCOMES = ['confirmed', 'refund_due', 'refunded', 'needs_attention'] as const
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number]
export const PAYMENT_REASONS = [
  ...(['late', 'cancelled', 'duplicate', 'amount_mismatch', 'unmatched', 'owner_refund'] as const),
  ...(['refund_failed', 'offline', 'offline_refund'] as const),
] as const
export type PaymentReason = (typeof PAYMENT_REASONS)[number]

export type Settled =
  { outcome: 'confirmed' } | { outcome: 'refund_due' | 'needs_attention'; reason: string }

/** What was received for a payment, and what was due; amounts in sen. */
export type Received = { amountSen: number; currency: string }
export type Expected = { amountSen: number; currency: string }
/** Another sum or currency is neither confirmed nor refunded by itself: the owner must look. */
export const isExpected = (received: Received, expected: Expected): boolean =>
  received.amountSen === expected.amountSen &&
  received.currency.toLowerCase() === expected.currency.toLowerCase()

/** States that never change again, except for refunds of a succeeded payment. */
export const isFinal = (status: string): boolean => status === 'succeeded' || status === 'canceled'

type Refunded = { outcome: string | null; reason: string | null; refundReason: string | null }

/** Why money goes back that the administrator refunds: what it was before a refund of it failed. */
export const reasonOfRefund = ({ outcome, reason, refundReason }: Refunded): string => {
  const before = reason === 'refund_failed' ? refundReason : reason
  return outcome === 'confirmed' ? 'owner_refund' : (before ?? 'owner_refund')
}

/**
 * True when the studio gave back a part of what Stripe has, or a lost dispute took one. Stripe would
 * refund all the same, or nothing at all: the rest goes back by hand too.
 */
export const goesBackByHand = (
  payment: Pick<PaymentMoney, 'stripePaymentIntentId' | 'returnedAmount' | 'lostAmount'>,
): boolean =>
  payment.stripePaymentIntentId !== null &&
  senOf(payment.returnedAmount) + senOf(payment.lostAmount) > 0

/** What a refund makes of a payment of which something is kept; null where it goes back already. */
export function refundOf(payment: Refunded & PaymentMoney) {
  const { outcome, reason, handledAt, stripePaymentIntentId } = payment
  const isByHand = goesBackByHand(payment)
  const isToReturn = reason === 'offline_refund' || (outcome === 'needs_attention' && isByHand)
  if (outcome === 'refund_due' || (isToReturn && handledAt === null)) return null
  if (stripePaymentIntentId === null)
    return { outcome: 'needs_attention', reason: 'offline_refund', handledAt: null }
  const refundReason = reasonOfRefund(payment)
  if (isByHand)
    return { outcome: 'needs_attention', reason: 'refund_failed', refundReason, handledAt: null }
  return {
    ...{ outcome: 'refund_due', reason: refundReason, handledAt: null },
    ...{ refundKey: null, stripeRefundId: null, refusal: null },
  }
}

/** How long Stripe gives money back that came in this way. */
const REFUND_DAYS: Readonly<Record<string, number>> = { fpx: 60, grabpay: 90 }

type Barred = { method: string | null; succeededAt: Date | null }

/**
 * Why Stripe does not give the money of a payment back: `refused`: it was asked, and it failed, of all
 * or of a part; null where it does, and for money that the studio received itself.
 */
export function refundBarOf(
  payment: Barred & PaymentMoney,
  now: Date,
): 'refused' | 'too_old' | null {
  const { stripePaymentIntentId, outcome, reason } = payment
  if (stripePaymentIntentId === null) return null
  if (outcome !== 'confirmed' && reason === 'refund_failed') return 'refused'
  if (isTooOld(payment, now)) return 'too_old'
  return failedPartOf(payment) > 0 ? 'refused' : null
}

function isTooOld({ method, succeededAt }: Barred, now: Date): boolean {
  const days = REFUND_DAYS[method ?? '']
  const since = succeededAt?.getTime() ?? now.getTime()
  return days !== undefined && now.getTime() - since > days * DAY_MS
}

/**
 * What of a payment the studio may give back itself: what is to go back of what it received, and what
 * Stripe does not give back. Of one whose part could not go back that is the part.
 */
export function byHandSen(payment: Barred & PaymentMoney, now: Date): number {
  if (isBeingDisputed(payment)) return 0
  const bar = refundBarOf(payment, now)
  if (payment.stripePaymentIntentId !== null && bar === null) return 0
  if (payment.outcome === 'needs_attention') return keptOf(payment)
  return bar === 'refused' ? failedPartOf(payment) : refundablePartOf(payment)
}

/** A payment once all of it was refunded: what Stripe has is on its way at once. */
export function afterRefund<P extends Refunded & PaymentMoney>(payment: P): P {
  if (keptOf(payment) === 0) return payment
  const started = { ...payment, ...refundOf(payment) }
  return started.outcome === 'refund_due'
    ? { ...started, outcome: 'refunded', refundedAmount: receivedOf(payment) }
    : started
}

const receivedOf = ({ receivedAmount, amount }: PaymentMoney) => receivedAmount ?? amount
