import type { PaymentState } from '@/lib/payments/rules'

// What the server hands to the admin's lists.

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
  paymentStatus: PaymentState | null
}

export type ListedPayment = {
  id: number
  bookingId: number | null
  orderId: number | null
  client: { name: string; email: string } | null
  intentId: string | null
  amount: string
  outcome: string
  refundStatus: string | null
  succeededAt: string | null
}

