import { request } from '@/components/site/request'

type PaymentConfig = {
  mode: 'stripe' | 'sandbox' | 'off'
  publishableKey: string | null
  scriptUrl: string | null
}
/** Payments are on: there is a key to load the provider with. */
export type ReadyConfig = { publishableKey: string; scriptUrl: string | null }

/** How to pay here; null while the payment system is not ready. Throws HttpError. */
export async function fetchPaymentConfig(): Promise<ReadyConfig | null> {
  const { mode, publishableKey, scriptUrl } = await request<PaymentConfig>('/api/payment-config')
  return mode === 'off' || !publishableKey ? null : { publishableKey, scriptUrl }
}
