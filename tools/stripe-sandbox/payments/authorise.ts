import type Stripe from 'stripe'
import { unexpectedState } from '../http/errors'
import type { Sandbox } from '../sandbox'
import { isRedirect } from './methods'
import { begin, failAuthentication, failProcessing, settle } from './settle'

export const OUTCOMES = ['succeed', 'fail', 'pending'] as const
export type BankOutcome = (typeof OUTCOMES)[number]

/**
 * The payer's answer at the bank; `pending` when a bank or wallet answers later, in the same way.
 * Throws payment_intent_unexpected_state when the intent does not wait for an answer.
 */
export function authorise(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  outcome: BankOutcome,
): void {
  const method =
    typeof intent.payment_method === 'string'
      ? sandbox.store.get('payment_method', intent.payment_method)
      : undefined
  const isWaiting = intent.status === 'requires_action' || intent.status === 'processing'
  if (!isWaiting || !method || (outcome === 'pending' && !isRedirect(method.type))) {
    throw unexpectedState(
      `This PaymentIntent cannot be authenticated because it has a status of ${intent.status}.`,
      intent,
    )
  }
  // A decline after a passed authentication is recorded on the intent, where the caller reads it.
  if (outcome === 'pending') begin(sandbox, intent, method)
  else if (outcome === 'succeed') settle(sandbox, intent, method, true)
  else if (intent.status === 'processing') failProcessing(sandbox, intent, method)
  else failAuthentication(sandbox, intent, method)
}
