import * as z from 'zod/mini'
import type { AdminOrder } from '@/lib/admin/orders/schema'
import { isCursor, type AdminBooking } from '@/lib/admin/bookings/schema'
import type { AdminContact } from '@/lib/contacts/schema'
import { LIMITS } from '@/lib/limits'
import type { AdminMember, LedgerEntry } from '@/lib/memberships/schema'
import type { MoneyState } from '@/lib/sales/money'
import { id, idText, pageSize, shortCode } from '@/lib/text'

export const CUSTOMER_FILTERS = ['owing', 'members', 'away'] as const
export type CustomerFilter = (typeof CUSTOMER_FILTERS)[number]

/** Who was not here for this long is away. */
export const AWAY_DAYS = 90

/** The same in the page's address and in the API. */
export const customerListQuery = z.object({
  query: z._default(shortCode(LIMITS.search), ''),
  filter: z.optional(z.enum(CUSTOMER_FILTERS, { error: 'choice' })),
  limit: pageSize(),
  cursor: z.optional(z.string().check(z.refine(isCursor, { error: 'invalid' }))),
})
export type CustomerListQuery = z.output<typeof customerListQuery>

/** As many as a page of the list has at most. */
const CUSTOMERS_AT_ONCE = 100

/** Of the customers that were selected: `?key=1&key=2`. */
export const selectedCustomersQuery = z.object({
  key: z
    .array(idText(), { error: 'choice' })
    .check(
      z.minLength(1, { error: 'choice' }),
      z.maxLength(CUSTOMERS_AT_ONCE, { error: 'choice' }),
    ),
})

export const customerParams = z.object({ key: idText() })
export const mergedParams = z.object({ key: idText(), id: idText() })
export const mergeBody = z.object({ other: id() })
export const peopleQuery = z.object({ query: z._default(shortCode(LIMITS.search), '') })

/** How a customer is called, and reached. `key` is a number: an address has no email in it. */
export type CustomerName = {
  key: number
  name: string
  phone: string | null
  phoneE164: string | null
  email: string | null
}

export type CustomerRow = CustomerName & {
  locale: string
  /** Sessions that took place or will, without those nobody came to. */
  sessions: number
  lastSeenAt: string | null
  nextAt: string | null
  owes: boolean
  member: boolean
}

/** For a new booking: with what this person booked last. */
export type FoundPerson = CustomerName & {
  firstName: string
  lastName: string | null
  locale: string
  lastServiceId: number | null
  lastDuration: string | null
  lastHours: number | null
}

export type CustomerBooking = AdminBooking & {
  startsAt: string
  endsAt: string
  paymentStatus: MoneyState | null
  owed: string
  noShow: boolean
}

export type CustomerPayment = {
  id: number
  bookingId: number | null
  orderId: number | null
  state: MoneyState
  method: string | null
  /** In the smallest unit of `currency`. */
  amount: number
  refunded: number
  /** What banks want back of it now, and what they took. */
  disputed: number
  lost: number
  currency: string
  at: string
}

export type CustomerNote = {
  id: number
  bookingId: number
  text: string
  author: string
  at: string
}

export type CustomerPage = CustomerRow & {
  next: CustomerBooking | null
  /** `spent`: what is kept of all payments, in ringgit. */
  lifetime: { sessions: number; spent: string; noShows: number; lastSeenAt: string | null }
  owed: string
  /** The newest 50 of each, by session; `more`: how many there are beyond. */
  bookings: CustomerBooking[]
  orders: AdminOrder[]
  messages: AdminContact[]
  payments: CustomerPayment[]
  members: { member: AdminMember; ledger: LedgerEntry[] }[]
  notes: CustomerNote[]
  more: Record<'bookings' | 'orders' | 'messages' | 'payments' | 'notes', number>
  merged: CustomerName[]
  /** Others with a number or an email of this one. */
  likely: CustomerName[]
}
