import Stripe from 'stripe'

/**
 * What an error of a call to Stripe means for us:
 * - `away`: Stripe did not answer, could not (5xx, 429), is still processing the same request, or
 * refuses our key. Nothing is known, and nothing is written; try again later.
 * - `refused`: Stripe understood and refuses. The administrator sees why.
 * - `unknown`: Stripe has no such object. It is closed for us; there is nothing to wait for.
 * - `ours`: anything that is not Stripe's answer, such as a database error. Never recorded as one.
 */
export type Meaning = 'away' | 'refused' | 'unknown' | 'ours'

export function meaningOf(error: unknown): Meaning {
  if (!(error instanceof Stripe.errors.StripeError)) return 'ours'
  if (error instanceof Stripe.errors.StripeConnectionError) return 'away'
  if (error instanceof Stripe.errors.StripeRateLimitError) return 'away'
  if (error.code === 'idempotency_key_in_use' || isKeyRefused(error)) return 'away'
  if ((error.statusCode ?? 500) >= 500) return 'away'
  if (error.code === 'resource_missing') return 'unknown'
  return 'refused'
}

/** True when Stripe refuses the secret key or its permissions: the administrator must look. */
export const isKeyRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError

/** A definite 5xx, which Stripe stores under the idempotency key: it cannot be used again. */
export const isStoredFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500

/** The code of a refusal ("charge_already_refunded"), or null. */
export const stripeCode = (error: unknown): string | null =>
  error instanceof Stripe.errors.StripeError ? (error.code ?? null) : null

/** Stripe's own message, at most 300 characters. */
export const refusalOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300)
