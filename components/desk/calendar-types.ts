import type { Rates } from '@/lib/catalog/rules'
import type { Tax } from '@/lib/money'
import type { CalendarDay, Entry } from '@/lib/calendar/schema'

/** What is open over the calendar. */
export type CalendarDialog =
  { kind: 'book' } | { kind: 'block' } | { kind: 'unblock'; entry: Entry }

export type Room = { days: CalendarDay[]; entries: Entry[]; hours: { first: number; last: number } }
/** A service that can be booked by hand, its rates in sen. */
export type OfferedService = { id: number; name: string; rates: Rates }
export type { Tax }
