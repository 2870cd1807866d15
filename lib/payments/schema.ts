import type { ExtraMethod } from '@/lib/settings/schema'

/** The answer of GET /api/payment-config: how to pay here. */
export type PaymentConfig = {
  mode: 'stripe' | 'sandbox' | 'off'
  publishableKey: string | null
  scriptUrl: string | null
}

/**
 * A payment method that the studio offers and Stripe refused for the last payment; `refusal` is
 * Stripe's message, null when it gave none.
 */
export type MethodRefusal = { method: ExtraMethod; refusedAt: Date; refusal: string | null }
