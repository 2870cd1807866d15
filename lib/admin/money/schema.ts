import * as z from 'zod/mini'
import type { PayoutDifference, PayoutLine } from './rules'
import { month } from '@/lib/receipts/schema'

export const monthQuery = z.object({ month: month() })

export const moneyQuery = z.object({ month: z.optional(month()) })

export type ListedPayout = {
  id: string
  amountSen: number
  currency: string
  status: string
  failure: string | null
  arrivesAt: Date
}
export type ShownLine = PayoutLine & {
  payoutId: string
  createdAt: Date
  paymentId: number | null
  intentId: string | null
  bookingId: number | null
  orderId: number | null
  name: string | null
  method: string | null
}
export type Payout = ListedPayout & {
  itemised: boolean
  lines: ShownLine[]
  oursSen: number
  differences: PayoutDifference[]
}

export type Occupancy = {
  /** First and last day, and how many hours there were for each hour of a weekday. */
  from: string
  to: string
  possible: number
  hours: number[]
  /** By weekday, Monday first, and by hour as in `hours`: hours that were booked. */
  booked: number[][]
}

export type Owed = { id: number; name: string; startsAt: Date; owedSen: number }
