import type { Hours } from '@/lib/studio'
import type { Rates } from '@/lib/catalog/rules'
import type { Tax } from '@/lib/money'
import type { ReactNode } from 'react'
import type { Duration } from '@/lib/availability/rules'
import type { BookingStatus } from '@/lib/bookings/rules'
import type { BookingFormValues } from '@/lib/bookings/schema'
import type { PaymentState } from '@/lib/payments/rules'
import type { CalendarWords } from './calendar-words'

// What the booking pages read and write on the wire, and what the server hands to the island.

export type Availability = {
  date: string
  availableSlots: string[]
  heldByYou: string[]
  opensAt: string | null
  closesAt: string | null
  holiday: string | null
}

export type StartTime = { date: string; time: string }

export type NewBooking = BookingFormValues & {
  totalAmount: string
  status: 'pending'
  useFreeSession?: boolean
}

export type Booking = {
  id: number
  service: { id: number; name: string }
  firstName: string
  lastName: string | null
  email: string
  phone: string | null
  date: string
  time: string
  duration: Duration
  requirements: string | null
  subtotal: string
  taxAmount: string
  totalAmount: string
  status: BookingStatus
  cancelReason: string | null
  holdExpiresAt: string | null
}

export type PaidBooking = Booking & { paymentStatus: PaymentState; manageToken: string }

/** A service in the page's language, its rates in sen. */
export type ServiceOption = {
  id: number
  name: string
  description: string
  icon: string
  rates: Rates
}
/** A public holiday in the page's language. */
export type HolidayOption = { date: string; name: string; tentative: boolean }

export type BookingOptions = {
  services: ServiceOption[]
  /**
   * By service, drawn on the server: the browser needs a few of the glyphs, not the code of all of
   * them.
   */
  icons: Record<number, ReactNode>
  calendar: CalendarWords
  hours: Hours
  holidays: HolidayOption[]
  tax: Tax
}
