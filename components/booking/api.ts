import type { Duration } from '@/lib/availability/rules'
import { request } from '@/components/site/request'
import type { Availability, Booking, NewBooking, PaidBooking, StartTime } from './types'

type Question = { date: string; duration: Duration; serviceId: number }

/** Where the free times for what is chosen are asked for. */
export const availabilityPath = ({ date, duration, serviceId }: Question) =>
  `/api/availability/${date}?duration=${duration}&serviceId=${serviceId}`

export const fetchAvailability = (path: string, signal: AbortSignal) =>
  request<Availability>(path, { signal })

export const fetchNextSlot = (
  { duration, serviceId }: Omit<Question, 'date'>,
  signal: AbortSignal,
) =>
  request<StartTime | null>(`/api/next-slot?duration=${duration}&serviceId=${serviceId}`, {
    signal,
  })

export const createBooking = (body: NewBooking, idempotencyKey: string) =>
  request<Booking>('/api/bookings', {
    method: 'POST',
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })

export const createPaymentIntent = (amount: string, bookingId: number) =>
  request<{ clientSecret: string; holdExpiresAt: string }>('/api/create-payment-intent', {
    method: 'POST',
    body: { amount, bookingId },
  })

/**
 * The booking a payment was made for; only its owner gets it, by cookie or by the intent's client
 * secret (decision C8).
 */
export const fetchPaidBooking = (
  intentId: string,
  clientSecret: string | null,
  signal: AbortSignal,
) =>
  request<PaidBooking>(`/api/bookings/payment/${encodeURIComponent(intentId)}`, {
    signal,
    ...(clientSecret && { headers: { 'x-client-secret': clientSecret } }),
  })

/**
 * A member's free session, which nothing was paid for; only the browser that booked it gets it
 * (decision C8).
 */
export const fetchFreeBooking = (id: string, signal: AbortSignal) =>
  request<PaidBooking>(`/api/bookings/free/${encodeURIComponent(id)}`, { signal })
