import type Stripe from 'stripe'
import { newId, random, seconds } from '../ids'

/** The destination of a refund. */
function destinationOf({
  payment_method_details,
}: Stripe.Charge): Stripe.Refund.DestinationDetails {
  const type = payment_method_details?.type ?? 'card'
  if (type === 'grabpay') return { grabpay: {}, type }
  if (type !== 'card') return { type }
  return {
    card: {
      reference: random(12),
      reference_status: 'pending',
      reference_type: 'acquirer_reference_number',
      type: 'refund',
    },
    type,
  }
}

export function newRefund(
  charge: Stripe.Charge,
  input: {
    amount: number
    status: 'succeeded' | 'pending'
    reason: Stripe.Refund.Reason | null
    metadata: Record<string, string>
  },
): Stripe.Refund {
  const isCard = charge.payment_method_details?.type === 'card'
  return {
    id: newId(isCard ? 're' : 'pyr'),
    object: 'refund',
    amount: input.amount,
    balance_transaction: null,
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    customer: charge.customer as string | null,
    customer_account: null,
    destination_details: destinationOf(charge),
    metadata: input.metadata,
    payment_intent: charge.payment_intent as string | null,
    payment_method: charge.payment_method,
    reason: input.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: input.status,
    transfer_reversal: null,
    ...(input.status === 'pending' ? { pending_reason: 'processing' as const } : {}),
  }
}
