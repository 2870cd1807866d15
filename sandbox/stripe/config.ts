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

/** How long an asynchronous refund of the two special cards stays in its first state. */
export const ASYNC_REFUND_MS = 2_000
