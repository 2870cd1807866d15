/** What GET /api/payment-config answers: how to pay here. */
export type PaymentConfig = {
  mode: 'stripe' | 'sandbox' | 'off'
  publishableKey: string | null
  scriptUrl: string | null
}
