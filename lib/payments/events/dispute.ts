import 'server-only'
import type Stripe from 'stripe'
import { flagDispute } from '../refunds'

/** charge.dispute.*: shown to the owner. */
export async function onDispute(event: Stripe.Event): Promise<void> {
  const { payment_intent: intent } = event.data.object as Stripe.Dispute
  const id = typeof intent === 'string' ? intent : intent?.id
  if (id) await flagDispute(id)
}
