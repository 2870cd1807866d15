import 'server-only'
import type Stripe from 'stripe'
import type { Settlements } from '../settlement'
import { settleRefunds } from '../refunds'

/** charge.refunded and refund.*: how the intent's refunds stand now. */
export async function onRefund(settlements: Settlements, event: Stripe.Event): Promise<void> {
  const { payment_intent: intent } = event.data.object as Stripe.Charge | Stripe.Refund
  const id = typeof intent === 'string' ? intent : intent?.id
  if (id) await settleRefunds(settlements, id)
}
