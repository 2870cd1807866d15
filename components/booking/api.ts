import { request } from '@/components/api'
import { idempotencyKeys } from '@/components/idempotency'
import { forget } from '@/components/browser/session-store'
import type { Length } from '@/lib/availability/rules'
import type { Availability, DayAvailability, NextSlotResponse } from '@/lib/availability/schema'
import type {
  BookingDto,
  BookingBody,
  CodePrice,
  CodeQuestion,
  PaidBooking,
  PaymentIntentRequest,
  PaymentIntentResponse,
} from '@/lib/bookings/schema'

export const bookingKeys = idempotencyKeys('booking-attempt')

/** The key under which the tab stores the booking form's input. */
export const BOOKING_DRAFT = 'booking-draft'
export const clearDraft = (): void => forget(BOOKING_DRAFT)

/** Called when the booking is paid: the next one is a new purchase. */
export function forgetBookingPurchase(): void {
  bookingKeys.forget()
  clearDraft()
}

type Choice = Length & { serviceId: number; roomId: number | null }
type Question = Choice & { date: string }

/** One hour is the default and left out of the address. */
const lengthQuery = ({ duration, hours }: Length) =>
  hours > 1 ? `duration=${duration}&hours=${hours}` : `duration=${duration}`

const choiceQuery = ({ serviceId, roomId, ...length }: Choice) =>
  `${lengthQuery(length)}&serviceId=${serviceId}${roomId === null ? '' : `&roomId=${roomId}`}`

/** The address of the free times for the current choice. */
export const availabilityPath = (question: Question) =>
  `/api/availability/${question.date}?${choiceQuery(question)}`

export const fetchAvailability = (path: string, signal: AbortSignal) =>
  request<Availability>(path, { signal })

/** The address that says how much of each day is free for it. */
export const daysPath = (choice: Choice, from: string, to: string) =>
  `/api/availability/days?from=${from}&to=${to}&${choiceQuery(choice)}`

export const fetchDays = (path: string, signal: AbortSignal) =>
  request<DayAvailability[]>(path, { signal })

/** The next free time on a later day than `date`. */
export const fetchNextSlot = (question: Question, signal: AbortSignal) =>
  request<NextSlotResponse>(`/api/next-slot?${choiceQuery(question)}&after=${question.date}`, {
    signal,
  })

export const createBooking = (body: BookingBody) =>
  request<BookingDto>('/api/bookings', {
    method: 'POST',
    body,
    idempotencyKey: bookingKeys.keyFor(JSON.stringify(body)),
  })

/** The price with a code of what is chosen so far. */
export const askCode = (body: CodeQuestion) =>
  request<CodePrice>('/api/bookings/code', { method: 'POST', body })

export const createPaymentIntent = (body: PaymentIntentRequest) =>
  request<PaymentIntentResponse>('/api/create-payment-intent', { method: 'POST', body })

/**
 * A member's free session, which has no payment; only the browser that booked it gets it
 * (docs/decisions/020 C8).
 */
export const fetchFreeBooking = (id: string, signal: AbortSignal) =>
  request<PaidBooking>(`/api/bookings/free/${encodeURIComponent(id)}`, { signal })
