import { DAY_MS } from '@/lib/time'
import { senOf } from '@/lib/money'
import { keptOf, type PaymentMoney } from '@/lib/sales/money'

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

/**
 * Why Stripe does not give the money of a payment back: `refused`: it was asked, and it failed; null
 * where it does, and for money that the studio received itself.
 */
export function refundBarOf(
  payment: {
    stripePaymentIntentId: string | null
    reason: string | null
    method: string | null
    succeededAt: Date | null
  },
  now: Date,
): 'refused' | 'too_old' | null {
  if (payment.stripePaymentIntentId === null) return null
  if (payment.reason === 'refund_failed') return 'refused'
  const days = REFUND_DAYS[payment.method ?? '']
  const since = payment.succeededAt?.getTime() ?? now.getTime()
  return days !== undefined && now.getTime() - since > days * DAY_MS ? 'too_old' : null
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
