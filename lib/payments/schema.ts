import type { ExtraMethod } from '@/lib/settings/schema'

export type PaymentConfig = {
  mode: 'stripe' | 'sandbox' | 'off'
  publishableKey: string | null
  scriptUrl: string | null
  /** Apple Pay and Google Pay are offered, where the browser has them. */
  wallets: boolean
}

/** Refused for the last payment; `refusal` is Stripe's message, null when it gave none. */
export type MethodRefusal = { method: ExtraMethod; refusedAt: Date; refusal: string | null }

/** What a payment has come to, and nothing about what it was for. */
export type PaymentStateDto = {
  state: 'confirmed' | 'confirming' | 'refunded' | 'cancelled' | 'not_paid'
}
