import type { ExtraMethod } from '@/lib/settings/schema'

export type PaymentConfig = {
  mode: 'stripe' | 'sandbox' | 'off'
  publishableKey: string | null
  scriptUrl: string | null
}

/** Refused for the last payment; `refusal` is Stripe's message, null when it gave none. */
export type MethodRefusal = { method: ExtraMethod; refusedAt: Date; refusal: string | null }
