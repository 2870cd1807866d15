import type { PaymentIntentResult } from '@stripe/stripe-js'

/**
 * The result of an attempt to pay. `ended`: the intent was cancelled because the hold is over or
 * another one replaced it.
 */
export type Outcome =
  | { kind: 'paid' | 'processing'; intentId: string }
  | { kind: 'declined'; message: string }
  | { kind: 'incomplete' | 'needs_bank' | 'ended' | 'unexpected' }

/**
 * Interprets the provider's answer. An intent that had already succeeded is paid: the second of two
 * clicks gets this error.
 */
export function outcomeOf({ paymentIntent, error }: PaymentIntentResult): Outcome {
  const intent = paymentIntent ?? error?.payment_intent
  if (intent?.status === 'succeeded') return { kind: 'paid', intentId: intent.id }
  if (intent?.status === 'processing') return { kind: 'processing', intentId: intent.id }
  if (error?.code === 'payment_intent_unexpected_state' && intent?.status === 'canceled')
    return { kind: 'ended' }
  if (error && (error.type === 'card_error' || error.type === 'validation_error') && error.message)
    return { kind: 'declined', message: error.message }
  // The bank refused, or its page was closed: nothing was paid, and the same intent can be paid
  // again.
  if (intent?.status === 'requires_payment_method' || intent?.status === 'canceled')
    return { kind: 'incomplete' }
  if (intent?.status === 'requires_action') return { kind: 'needs_bank' }
  return { kind: 'unexpected' }
}
