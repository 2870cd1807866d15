import { request } from '@/components/site/request'
import type { NewOrder, Offer, Order, PaidOrder } from './types'

export const createOrder = (body: NewOrder, idempotencyKey: string) =>
  request<Order & { clientSecret: string }>('/api/video-editing-orders', {
    method: 'POST',
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })

export const fetchOffer = (signal: AbortSignal) =>
  request<Offer>('/api/video-editing-orders/discount', { signal })

/**
 * The order a payment was made for; only its owner gets it, by cookie or by the intent's client
 * secret (decision C8).
 */
export const fetchPaidOrder = (
  intentId: string,
  clientSecret: string | null,
  signal: AbortSignal,
) =>
  request<PaidOrder>(`/api/video-editing-orders/payment/${encodeURIComponent(intentId)}`, {
    signal,
    ...(clientSecret && { headers: { 'x-client-secret': clientSecret } }),
  })
