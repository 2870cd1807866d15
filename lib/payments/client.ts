import 'server-only'
import Stripe from 'stripe'
import { env } from '@/lib/env'
import { Problem } from '@/lib/problem'

let client: Stripe | undefined

/**
 * The Stripe SDK, made at first use (a build loads this module without keys). STRIPE_API_BASE only
 * changes host and port: nothing else differs between Stripe and the sandbox. Throws payments_off
 * when no keys are set.
 */
export function stripe(): Stripe {
  if (client) return client
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = env()
  if (!STRIPE_SECRET_KEY) throw new Problem('payments_off', { retryAfter: 60 })
  const base = STRIPE_API_BASE ? new URL(STRIPE_API_BASE) : null
  client = new Stripe(STRIPE_SECRET_KEY, {
    timeout: 10_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? '443' : '80'),
      protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  })
  return client
}

/**
 * True when Stripe did not answer, answered that it could not (5xx, 429), or is still at work on
 * the same request (a double click during a slow creation): nothing is known, try again later.
 */
export const isStripeAway = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  stripeCode(error) === 'idempotency_key_in_use' ||
  (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 500) >= 500)

/**
 * True for a definite 5xx answer. Stripe stores it under the idempotency key, so that key is spent.
 */
export const isStripeFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500

/** Runs a call; "Stripe is away" becomes 503 with Retry-After instead of a surprise. */
export async function orUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isStripeAway(error)) throw new Problem('unavailable', { sentence: 'payments_unavailable' })
    throw error
  }
}

/** The code of a Stripe refusal ("payment_intent_unexpected_state"), or null. */
export const stripeCode = (error: unknown): string | null =>
  error instanceof Stripe.errors.StripeError ? (error.code ?? null) : null
