import type { Duration } from '@/lib/availability/rules'
import type { BookingStatus, Rates, UpgradeStatus } from '@/lib/bookings/rules'

// What the booking's own page reads on the wire (GET /api/manage/{token}).

/** When: studio dates and times, one day or a week's five, and the instants of the whole. */
export type Visit = { service: string; duration: Duration; days: { date: string; from: string; to: string }[]; startsAt: string; endsAt: string; status: BookingStatus }

export type Managed = Visit & {
  id: number
  serviceId: number
  firstName: string
  date: string
  time: string
  requirements: string | null
  subtotal: string
  taxAmount: string
  totalAmount: string
  taxRate: number
  taxLabel: string
  addOns: { id: number; name: string; hours: number; totalAmount: string }[]
  refunded: boolean
  movable: boolean
  movableUntil: string
  horizonDays: number
  /** What may be added, prices in sen; null when nothing can be (any more). */
  offers: Offers | null
  /** How the newest upgrade stands. */
  upgrade: { status: UpgradeStatus; paymentStatus: 'processing' | 'paid' | 'refunded' | 'failed' | 'needs_attention' } | null
  guestToken: string
}

export type Offers = {
  rates: Rates
  lengths: { duration: Duration; state: 'free' | 'taken' | 'closed' }[]
  addOns: { id: number; name: string; hourlyRate: number }[]
}
