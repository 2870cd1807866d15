import type Stripe from 'stripe'
import { unexpectedState } from '../http/errors'
import type { Sandbox } from '../sandbox'
import { failAuthentication, settle } from './settle'

/**
 * The payer's answer at the bank. Throws payment_intent_unexpected_state when the intent no longer
 * waits for it.
 */
export function authorise(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  outcome: 'succeed' | 'fail',
): void {
  const method =
    typeof intent.payment_method === 'string'
      ? sandbox.store.get('payment_method', intent.payment_method)
      : undefined
  if (intent.status !== 'requires_action' || !method) {
    throw unexpectedState(
      `This PaymentIntent cannot be authenticated because it has a status of ${intent.status}.`,
      intent,
    )
  }
  // A decline after a passed authentication is recorded on the intent; whoever waits for it reads
  // it there.
  if (outcome === 'succeed') settle(sandbox, intent, method, true)
  else failAuthentication(sandbox, intent, method)
}
