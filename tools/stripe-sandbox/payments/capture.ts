import type Stripe from 'stripe'
import { invalid, unexpectedState } from '../http/errors'
import type { Sandbox } from '../sandbox'
import { recordBalance } from './settle'

/** Takes the money of an intent authorised with `capture_method: manual`, all of it or `amount`. */
export function capture(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  amount = intent.amount_capturable,
): void {
  const charge = sandbox.store.get('charge', String(intent.latest_charge))
  if (intent.status !== 'requires_capture' || !charge) {
    throw unexpectedState(
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      intent,
    )
  }
  if (amount > intent.amount_capturable) {
    throw invalid('The amount to capture is greater than the amount that can be captured.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    })
  }
  charge.captured = true
  charge.amount_captured = amount
  intent.status = 'succeeded'
  intent.amount_received = amount
  intent.amount_capturable = 0
  sandbox.store.put('payment_intent', intent)
  sandbox.store.put('charge', charge)
  sandbox.webhooks.emit('charge.captured', charge)
  sandbox.webhooks.emit('payment_intent.succeeded', intent)
  recordBalance(sandbox, charge)
}
