import * as z from 'zod/mini'
import { LIMITS } from '@/lib/limits'
import type { OrderStatus } from '@/lib/orders/rules'
import { shortCode } from '@/lib/text'

export const consoleSearch = z.object({ query: z._default(shortCode(LIMITS.search), '') })

/** Of each kind. */
export const MOST_FOUND = 8

/** At most so many of each. Paths are without a language. */
export type Found = {
  bookings: FoundBooking[]
  customers: FoundCustomer[]
  orders: FoundOrder[]
  places: FoundPlace[]
}

export type FoundBooking = {
  id: number
  name: string
  service: string
  date: string
  time: string
}

/** `reach`: the number, else the email. */
export type FoundCustomer = { key: number; name: string; reach: string | null }

export type FoundOrder = { id: number; name: string; status: OrderStatus }

export type FoundPlace = { name: string; path: string }
