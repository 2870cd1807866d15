import type Stripe from 'stripe'
import type { Sandbox } from '../sandbox'
import { recordFailedRefund, recordRefund } from './balance'

/** Moves `amount` from the charge to its refunded part; negative when a refund failed after all. */
export function applyToCharge(sandbox: Sandbox, charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  sandbox.store.put('charge', charge)
}

/**
 * The bank's later result of an asynchronous refund; a failed one returns the money to the charge.
 */
export function finishRefund(
  sandbox: Sandbox,
  made: Stripe.Refund,
  outcome: 'succeeded' | 'failed',
): void {
  // A scheduled result no longer applies.
  for (const timer of sandbox.store.all('timer'))
    if (timer.refund === made.id) sandbox.store.remove('timer', timer.id)
  const before = { status: made.status }
  made.status = outcome
  delete made.pending_reason
  if (outcome === 'succeeded') {
    made.balance_transaction ??= recordRefund(sandbox, made)
  } else {
    made.failure_reason =
      made.destination_details?.type === 'card' ? 'expired_or_canceled_card' : 'declined'
    made.balance_transaction ??= recordRefund(sandbox, made)
    made.failure_balance_transaction = recordFailedRefund(sandbox, made)
    const charge = sandbox.store.get('charge', String(made.charge))
    if (charge) applyToCharge(sandbox, charge, -made.amount)
  }
  sandbox.store.put('refund', made)
  if (outcome === 'failed') sandbox.webhooks.emit('refund.failed', made)
  sandbox.webhooks.emit('refund.updated', made, before)
  sandbox.webhooks.emit('charge.refund.updated', made, before)
}
