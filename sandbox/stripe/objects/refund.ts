import type Stripe from 'stripe'
import { newId, random, seconds } from '../ids'

export function newRefund(
  charge: Stripe.Charge,
  input: {
    amount: number
    status: 'succeeded' | 'pending'
    reason: Stripe.Refund.Reason | null
    metadata: Record<string, string>
  },
): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount: input.amount,
    balance_transaction: input.status === 'succeeded' ? newId('txn') : null,
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    customer: charge.customer as string | null,
    customer_account: null,
    destination_details: {
      card: {
        reference: random(12),
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
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
