import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js'

/**
 * The result of an attempt to pay. `ended`: the intent was cancelled because the hold is over or
 * another one replaced it. `unexpected`: nothing was paid, for a reason that is not the visitor's.
 * `unsure`: the provider could not be asked whether it was paid.
 */
export type CheckoutOutcome =
  | { kind: 'paid' | 'processing'; intentId: string }
  /** `methods`: Stripe's names of the ways in which the same intent can be paid now. */
  | { kind: 'declined'; message: string; methods: string[] }
  | { kind: 'incomplete'; methods: string[] }
  /** Nothing was sent: the provider's form says what is missing, beside the field. */
  | { kind: 'invalid'; message: string }
  | { kind: 'needs_bank' | 'ended' | 'unexpected' | 'unsure' }

/** How long the provider is waited for when it is asked about an intent. */
const PATIENCE_MS = 5_000
/** An attempt whose answer was lost may still be running at the provider. */
const AGAIN_AFTER_MS = 2_000

/**
 * The result of `attempt`, by the provider's own word: when its answer was lost, or says nothing of
 * the intent, the provider is asked. Throws what the attempt threw, once nothing was paid.
 */
export async function outcomeOfAttempt(
  stripe: Stripe,
  clientSecret: string,
  attempt: () => Promise<PaymentIntentResult>,
): Promise<CheckoutOutcome> {
  let fault: { error: unknown } | null = null
  try {
    const outcome = outcomeOf(await attempt())
    if (outcome.kind !== 'unexpected') return outcome
  } catch (error) {
    fault = { error }
  }
  const first = await outcomeOfIntent(stripe, clientSecret)
  if (first.kind !== 'unexpected') return first
  await pause(AGAIN_AFTER_MS)
  const second = await outcomeOfIntent(stripe, clientSecret)
  if (second.kind === 'unexpected' && fault) throw fault.error
  return second
}

/** What the provider says of an intent now. Never throws. */
export async function outcomeOfIntent(
  stripe: Stripe,
  clientSecret: string,
): Promise<CheckoutOutcome> {
  const answer = await Promise.race([
    stripe.retrievePaymentIntent(clientSecret).catch(() => null),
    pause(PATIENCE_MS),
  ])
  if (!answer?.paymentIntent) return { kind: 'unsure' }
  const { id, status } = answer.paymentIntent
  switch (status) {
    case 'succeeded':
      return { kind: 'paid', intentId: id }
    case 'processing':
      return { kind: 'processing', intentId: id }
    case 'canceled':
      return { kind: 'ended' }
    case 'requires_action':
      return { kind: 'needs_bank' }
    default:
      return { kind: 'unexpected' }
  }
}

const pause = (ms: number) => new Promise<null>((done) => setTimeout(() => done(null), ms))

/**
 * Interprets the provider's answer. An intent that had already succeeded is paid: the second of two
 * clicks gets this error.
 */
export function outcomeOf({ paymentIntent, error }: PaymentIntentResult): CheckoutOutcome {
  const intent = paymentIntent ?? error?.payment_intent
  if (intent?.status === 'succeeded') return { kind: 'paid', intentId: intent.id }
  if (intent?.status === 'processing') return { kind: 'processing', intentId: intent.id }
  if (error?.code === 'payment_intent_unexpected_state' && intent?.status === 'canceled')
    return { kind: 'ended' }
  const methods = intent?.payment_method_types ?? []
  const refusal = error?.message ? refusalIn(error.type, error.message, methods) : null
  if (refusal) return refusal
  // The bank refused, or its page was closed: nothing was paid, and the same intent can be paid
  // again.
  if (intent?.status === 'requires_payment_method' || intent?.status === 'canceled')
    return { kind: 'incomplete', methods }
  if (intent?.status === 'requires_action') return { kind: 'needs_bank' }
  return { kind: 'unexpected' }
}

function refusalIn(type: string, message: string, methods: string[]): CheckoutOutcome | null {
  if (type === 'card_error') return { kind: 'declined', message, methods }
  return type === 'validation_error' ? { kind: 'invalid', message } : null
}
