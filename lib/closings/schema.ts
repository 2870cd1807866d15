import type { BookingStatus } from '@/lib/bookings/status'

/** Why a session is in closed time; hours are whole ones. */
export type Why =
  | { kind: 'block'; reason: string | null }
  | { kind: 'holiday'; date: string; name: string }
  | { kind: 'hours'; date: string; opens: number; closes: number; season: string | null }

/** A booking in closed time. Amounts in sen; `version` is to be sent with a change. */
export type ClosedBooking = {
  id: number
  client: string
  service: string
  serviceId: number
  /** In a house with several. */
  room: string | null
  roomId: number
  date: string
  time: string
  duration: string
  hours: number
  status: BookingStatus
  /** `hold`: it is being paid; `unpaid`: it can be paid by its link. */
  kind: 'confirmed' | 'unpaid' | 'hold' | 'pending'
  paidSen: number
  owedSen: number
  refundableSen: number
  version: string
  why: Why[]
}

/** A mail as its customer would read it, in their language. */
export type MailText = { subject: string; sentences: string[] }

/** What could become of a booking in closed time, and what its customer would be told; null: nothing. */
export type ClosedChoices = {
  alternatives: { date: string; time: string }[]
  /** Moved to the first of them. */
  moved: MailText | null
  /** Cancelled, with all of its money refunded. */
  cancelled: MailText | null
}

/** What stands inside; `count` is of all, also beyond those that are shown. */
export type ClosedList = { count: number; rows: ClosedBooking[] }
export type ClosingPreview = { count: number; inside: (ClosedBooking & ClosedChoices)[] }

/** A block with its days in a year, in their order; minutes since midnight on each of them. */
export type YearBlock = {
  id: number
  /** Null: every room. */
  roomId: number | null
  fromMinute: number
  toMinute: number
  repeats: string | null
  reason: string | null
  days: string[]
}
/** `more`: there are blocks beyond those that are listed. */
export type YearBlocks = { blocks: YearBlock[]; more: boolean }
