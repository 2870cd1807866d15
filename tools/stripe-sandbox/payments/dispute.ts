import type Stripe from 'stripe'
import { invalid } from '../http/errors'
import { newDispute } from '../objects/dispute'
import type { Sandbox } from '../sandbox'
import { recordDispute } from './balance'

/** The payer's bank takes the payment back. */
export function openDispute(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  kind: 'fraudulent' | 'product_not_received' | 'inquiry',
): Stripe.Dispute {
  const charge =
    typeof intent.latest_charge === 'string'
      ? sandbox.store.get('charge', intent.latest_charge)
      : undefined
  if (intent.status !== 'succeeded' || !charge)
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to dispute.`)
  if (charge.payment_method_details?.type !== 'card')
    throw invalid(`Charge ${charge.id} was not paid by card: it cannot be disputed.`)
  if (charge.disputed) throw invalid(`Charge ${charge.id} is already disputed.`)
  charge.disputed = true
  sandbox.store.put('charge', charge)
  const dispute = sandbox.store.put('dispute', newDispute(charge, kind))
  if (kind !== 'inquiry')
    dispute.balance_transactions.push(recordDispute(sandbox, dispute, 'taken'))
  sandbox.webhooks.emit('charge.dispute.created', dispute)
  if (kind !== 'inquiry') sandbox.webhooks.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The bank decides an open dispute; what it gives back is announced first, as Stripe does. */
export function closeDispute(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  outcome: 'won' | 'lost',
): Stripe.Dispute {
  const open = sandbox.store
    .all('dispute')
    .find((each) => each.payment_intent === intent.id && each.status === 'needs_response')
  if (!open) throw invalid(`This PaymentIntent (${intent.id}) has no open dispute.`)
  const dispute = sandbox.store.put('dispute', { ...open, status: outcome })
  if (outcome === 'won')
    dispute.balance_transactions.push(recordDispute(sandbox, dispute, 'returned'))
  if (outcome === 'won') sandbox.webhooks.emit('charge.dispute.funds_reinstated', dispute)
  sandbox.webhooks.emit('charge.dispute.closed', dispute)
  return dispute
}
