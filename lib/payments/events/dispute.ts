import 'server-only'
import type Stripe from 'stripe'
import type { Settlements } from '../settlement'
import { settleDisputes } from '../disputes'

/** charge.dispute.*: how the intent's disputes stand now. */
export async function onDispute(settlements: Settlements, event: Stripe.Event): Promise<void> {
  const { payment_intent: intent } = event.data.object as Stripe.Dispute
  const id = typeof intent === 'string' ? intent : intent?.id
  if (id) await settleDisputes(settlements, id)
}
