import type { BookingStatus } from '@/lib/bookings/rules'
import type { PaymentState } from '@/lib/payments/rules'

// What the server hands to the admin's lists and dialogs.

export type ListedBooking = {
  id: number
  service: { name: string }
  firstName: string
  lastName: string | null
  email: string
  date: string
  time: string
  duration: string
  totalAmount: string
  status: string
  cancelReason: string | null
  holdExpiresAt: string | null
  createdAt: string
  /** Its version: sent along with every change, so that nobody's work is overwritten unseen. */
  updatedAt: string
  paymentStatus: PaymentState | null
}

/** What the dialogs about one booking need of it. */
export type OpenedBooking = {
  id: number
  client: string
  service: string
  duration: string
  date: string
  time: string
  status: BookingStatus
  totalAmount: string
  /** Money that could be given back through Stripe or at the desk. */
  refundable: boolean
  version: string
}
