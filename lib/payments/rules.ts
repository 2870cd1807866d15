export type Settled =
  { outcome: 'confirmed' } | { outcome: 'refund_due' | 'needs_attention'; reason: string }

/** What was received for a payment, and what was due; amounts in sen. */
export type Received = { amountSen: number; currency: string }
export type Expected = { amountSen: number; currency: string }
/**
 * Anything else is never a confirmation and never an automatic refund: somebody tampered or
 * something is broken, so the owner must look.
 */
export const isExpected = (received: Received, expected: Expected): boolean =>
  received.amountSen === expected.amountSen &&
  received.currency.toLowerCase() === expected.currency.toLowerCase()

/** States that never change again, except for refunds of a succeeded payment. */
export const isFinal = (status: string): boolean => status === 'succeeded' || status === 'canceled'
