import type { ExtraMethod } from '@/lib/settings/schema'

/** What GET /api/payment-config answers: how to pay here. */
export type PaymentConfig = {
  mode: 'stripe' | 'sandbox' | 'off'
  publishableKey: string | null
  scriptUrl: string | null
}

/**
 * A way to pay that the studio offers and Stripe did not let the last payment have; `refusal` is
 * Stripe's sentence, null when it said none.
 */
export type MethodRefusal = { method: ExtraMethod; refusedAt: Date; refusal: string | null }
