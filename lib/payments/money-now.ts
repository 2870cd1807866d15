import { senOf, type Stored } from '@/lib/money'
import { isInFlight } from './rules'

/** The columns of a payment that say where its money is. */
export type Movement = {
  stripePaymentIntentId: string | null
  status: string
  outcome: string | null
  reason: string | null
  amount: Stored
  receivedAmount: Stored | null
  refundedAmount: Stored
  disputeStatus: string | null
  currency: string
}

/** Where the money of some payments is, in sen; their sum is all that was ever received. */
export type MoneyNow = {
  /** The studio has it, for what it was paid for. */
  kept: number
  /** Refunded, or accepted for refund by Stripe. */
  back: number
  /** A refund is to be made; Stripe has not accepted it yet. */
  due: number
  /** Received and neither of these: a refund failed, or the administrator has to decide. */
  stuck: number
  /** Paid at the studio, and to be returned there. */
  owedAtStudio: number
  /** Paid at the studio, and returned there. */
  returnedAtStudio: number
  /** A payment is in progress: what was received may change at any moment. */
  inProgress: boolean
}

const isChargedBack = (status: string | null) => status === 'chargeback' || status === 'lost'

/** Where the money of these payments is now. Money in another currency is left out. */
export function moneyNow(payments: readonly Movement[]): MoneyNow {
  const now: MoneyNow = {
    ...{ kept: 0, back: 0, due: 0, stuck: 0, owedAtStudio: 0, returnedAtStudio: 0 },
    inProgress: payments.some(({ status }) => isInFlight(status)),
  }
  for (const payment of payments) {
    if (payment.status !== 'succeeded' || payment.currency.toLowerCase() !== 'myr') continue
    const received = senOf(payment.receivedAmount ?? payment.amount)
    const returned = Math.min(senOf(payment.refundedAmount), received)
    now[payment.stripePaymentIntentId ? 'back' : 'returnedAtStudio'] += returned
    now[placeOf(payment)] += received - returned
  }
  return now
}

function placeOf({
  outcome,
  reason,
  disputeStatus,
}: Movement): 'kept' | 'due' | 'stuck' | 'owedAtStudio' {
  if (isChargedBack(disputeStatus)) return 'stuck'
  if (outcome === 'confirmed') return 'kept'
  if (outcome === 'refund_due') return 'due'
  return outcome === 'needs_attention' && reason === 'offline_refund' ? 'owedAtStudio' : 'stuck'
}
