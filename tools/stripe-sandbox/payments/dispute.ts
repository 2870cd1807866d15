import type Stripe from 'stripe'
import { invalid } from '../http/errors'
import { newDispute } from '../objects/dispute'
import type { Sandbox } from '../sandbox'
import { recordDispute } from './balance'

/** The payer's bank takes the payment back, or `amount` of it. */
export function openDispute(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  kind: 'fraudulent' | 'product_not_received' | 'inquiry',
  amount?: number,
): Stripe.Dispute {
  const charge =
    typeof intent.latest_charge === 'string'
      ? sandbox.store.get('charge', intent.latest_charge)
      : undefined
  if (intent.status !== 'succeeded' || !charge)
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to dispute.`)
  if (charge.payment_method_details?.type !== 'card')
    throw invalid(`Charge ${charge.id} was not paid by card: it cannot be disputed.`)
  const left = charge.amount - disputedOf(sandbox, intent)
  if (left === 0) throw invalid(`Charge ${charge.id} is already disputed.`)
  if (amount !== undefined && !(Number.isInteger(amount) && amount > 0 && amount <= left))
    throw invalid(`A dispute of charge ${charge.id} is about 1 to ${left}.`, { param: 'amount' })
  charge.disputed = true
  sandbox.store.put('charge', charge)
  const dispute = sandbox.store.put('dispute', newDispute(charge, kind, amount ?? left))
  if (kind !== 'inquiry')
    dispute.balance_transactions.push(recordDispute(sandbox, dispute, 'taken'))
  sandbox.webhooks.emit('charge.dispute.created', dispute)
  if (kind !== 'inquiry') sandbox.webhooks.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

const UNDECIDED: readonly Stripe.Dispute.Status[] = ['needs_response', 'under_review']

/** The account has answered its oldest open dispute: the bank decides. */
export function answerDispute(sandbox: Sandbox, intent: Stripe.PaymentIntent): Stripe.Dispute {
  const open = sandbox.store
    .all('dispute')
    .find((each) => each.payment_intent === intent.id && each.status.endsWith('needs_response'))
  if (!open) throw invalid(`This PaymentIntent (${intent.id}) has no dispute to answer.`)
  const status = open.status === 'needs_response' ? 'under_review' : 'warning_under_review'
  const dispute = sandbox.store.put('dispute', { ...open, status })
  sandbox.webhooks.emit('charge.dispute.updated', dispute, { status: open.status })
  return dispute
}

/** What of it was disputed so far. */
const disputedOf = ({ store }: Sandbox, { id }: Stripe.PaymentIntent): number =>
  store
    .all('dispute')
    .filter((each) => each.payment_intent === id)
    .reduce((sum, { amount }) => sum + amount, 0)

/**
 * The bank decides the oldest open dispute; what it gives back is announced first, as Stripe does.
 * Of one that is lost it may keep less than was disputed, where a part had been refunded before.
 */
export function closeDispute(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  outcome: 'won' | 'lost',
  kept?: number,
): Stripe.Dispute {
  const open = sandbox.store
    .all('dispute')
    .find((each) => each.payment_intent === intent.id && UNDECIDED.includes(each.status))
  if (!open) throw invalid(`This PaymentIntent (${intent.id}) has no open dispute.`)
  const stays = outcome === 'won' ? 0 : (kept ?? open.amount)
  if (!(Number.isInteger(stays) && stays >= 0 && stays <= open.amount))
    throw invalid(`The bank keeps 0 to ${open.amount}.`, { param: 'amount' })
  const dispute = sandbox.store.put('dispute', { ...open, status: outcome })
  if (stays < open.amount) {
    dispute.balance_transactions.push(
      recordDispute(sandbox, { ...dispute, amount: open.amount - stays }, 'returned'),
    )
    sandbox.webhooks.emit('charge.dispute.funds_reinstated', dispute)
  }
  sandbox.webhooks.emit('charge.dispute.closed', dispute)
  return dispute
}
