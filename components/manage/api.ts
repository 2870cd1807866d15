import { request } from '@/components/api'
import type { Prepared } from '@/components/checkout/use-purchase'
import type { Length } from '@/lib/availability/rules'
import type {
  Managed,
  Moved,
  PaidByCompany,
  PaymentIntentResponse,
  RescheduleRequest,
  UpgradeBody,
} from '@/lib/bookings/schema'
import { toDecimal } from '@/lib/money'

const path = (token: string, rest = '') => `/api/manage/${token}${rest}`

export const fetchManaged = (token: string, signal?: AbortSignal) =>
  request<Managed>(path(token), signal && { signal })

/** What a company's payer sees, by their own token. */
export const fetchPaid = (token: string, signal?: AbortSignal) =>
  request<PaidByCompany>(path(token, '/payment'), signal && { signal })

/** The address of the times that the booking could be moved to. */
export const timesPath = (token: string, date: string) => path(token, `/availability?date=${date}`)

/** The address that says how much of each day the booking could be moved to. */
export const movableDaysPath = (token: string, from: string, to: string) =>
  path(token, `/availability/days?from=${from}&to=${to}`)

export const calendarPath = (token: string) => path(token, '/calendar')

/** The session as a picture to share. */
export const storyPath = (token: string) => path(token, '/story')

/** The booking at the time it has now. Throws HttpError. */
export const reschedule = (token: string, body: RescheduleRequest) =>
  request<Moved>(path(token, '/reschedule'), { method: 'POST', body })

/** The secret to pay for a booking that the studio made; `amount` is what the page shows. */
export const startPayment = (token: string, amount: string) =>
  request<Prepared>(path(token, '/payment'), { method: 'POST', body: { amount } })

/** What to add to a booking, and the amount due for it in sen. */
export type UpgradeOrder = { length: Length; addOns: number[]; due: number }

/** Holds an upgrade and returns the secret to pay for it. Throws HttpError. */
export const startUpgrade = (token: string, { length, addOns, due }: UpgradeOrder) =>
  request<PaymentIntentResponse>(path(token, '/upgrade'), {
    method: 'POST',
    body: { ...length, addOns, amount: toDecimal(due) } satisfies UpgradeBody,
  })
