/**
 * What both sides of the sandbox must agree on: the fixed test keys and the API version the SDK is
 * pinned to.
 */
export const API_VERSION = '2026-10-28.endive'
export const SECRET_KEY = 'sk_test_sandbox'
export const PUBLISHABLE_KEY = 'pk_test_sandbox'
export const WEBHOOK_SECRET = 'whsec_sandbox'

/** The name a payer sees at the bank. */
export const MERCHANT = 'Studio (test)'

/** How long an asynchronous refund stays pending. */
export const ASYNC_REFUND_MS = {
  /** Of the two special cards. */
  card: 2_000,
  /** Long enough to be seen; banks take about a week. */
  fpx: 120_000,
  /** Long enough to be seen; up to five minutes in truth. */
  grabpay: 60_000,
} as const
