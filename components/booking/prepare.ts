import type { BookingInput } from '@/lib/bookings/schema'
import { serverNow } from '@/components/site/clock'
import { toDecimal } from '@/lib/money'
import { createBooking, createPaymentIntent } from './api'
import { attemptKey, forgetAttempt, persist } from './attempt'
import type { Booking, NewBooking } from './types'

export type BookingOrder = { input: BookingInput; total: number }
type PreparedBooking = {
  booking: Booking
  clientSecret: string
  holdExpiresAt: string
}

/**
 * Holds the slot and gets the intent to pay for it. The same order again continues the same hold
 * and the same intent (decision C3). Throws HttpError.
 */
export const prepareBooking = (order: BookingOrder): Promise<PreparedBooking> =>
  persist(() => attempt(order))

async function attempt({ input, total }: BookingOrder): Promise<PreparedBooking> {
  const body: NewBooking = { ...input, totalAmount: toDecimal(total), status: 'pending' }
  const contents = JSON.stringify(body)
  let booking = await createBooking(body, attemptKey(contents))
  if (isOver(booking)) {
    forgetAttempt()
    booking = await createBooking(body, attemptKey(contents))
  }
  const { clientSecret, holdExpiresAt } = await createPaymentIntent(booking.totalAmount, booking.id)
  // Longer than before: the payment has begun.
  return { booking: { ...booking, holdExpiresAt }, clientSecret, holdExpiresAt }
}

const isOver = ({ holdExpiresAt }: Booking) =>
  holdExpiresAt !== null && Date.parse(holdExpiresAt) <= serverNow()
