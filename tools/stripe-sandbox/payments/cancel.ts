import type Stripe from 'stripe'
import { unexpectedState } from '../http/errors'
import { seconds } from '../ids'
import type { Sandbox } from '../sandbox'

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
]

/**
 * Ends an intent for good. Throws payment_intent_unexpected_state, with the intent, when money has
 * already moved.
 */
export function cancel(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): void {
  if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
      intent,
    )
  }
  intent.status = 'canceled'
  intent.canceled_at = seconds()
  intent.cancellation_reason = reason
  intent.amount_capturable = 0
  intent.next_action = null
  sandbox.store.put('payment_intent', intent)
  sandbox.webhooks.emit('payment_intent.canceled', intent)
}
