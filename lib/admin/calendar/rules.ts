import { minuteOf } from '@/lib/rooms/blocks'
import { type Opening, openingHours } from '@/lib/rooms/opening'
import type { BlockInput } from './schema'
import { addDays, daysBetween, isDay, MINUTE_MS, toInstant, weekday } from '@/lib/time'

export const weekStart = (date: string): string => addDays(date, -((weekday(date) + 6) % 7))

export const CALENDAR_VIEWS = ['day', 'week', 'month'] as const
export type CalendarView = (typeof CALENDAR_VIEWS)[number]

export function viewDates(
  view: CalendarView,
  date: string,
): { dates: string[]; previous: string; next: string } {
  if (view === 'month') return monthDates(date)
  const first = view === 'week' ? weekStart(date) : date
  const length = view === 'week' ? 7 : 1
  return {
    dates: Array.from({ length }, (_, day) => addDays(first, day)),
    previous: addDays(first, -length),
    next: addDays(first, length),
  }
}

const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`

function monthDates(date: string) {
  const first = firstOfMonth(date)
  const next = firstOfMonth(addDays(first, 31))
  return {
    dates: Array.from({ length: daysBetween(first, next) }, (_, day) => addDays(first, day)),
    previous: firstOfMonth(addDays(first, -1)),
    next,
  }
}

/** The query of the calendar's address for a view: what is usual is left out. */
export function viewQuery(
  { view, date, room }: { view: CalendarView; date: string; room?: number | undefined },
  today: string,
): string {
  const query = new URLSearchParams()
  if (view !== 'day') query.set('view', view)
  if (date !== today) query.set('date', date)
  if (view === 'week' && room !== undefined) query.set('room', String(room))
  return query.size > 0 ? `?${query}` : ''
}

/** Hours since midnight of "HH:MM", as a fraction. */
export const hoursOf = (time: string): number =>
  Number(time.slice(0, 2)) + Number(time.slice(3, 5)) / 60

/** The longest opening of these days and rooms, extended by everything outside it. */
export function visibleHours(
  days: readonly string[],
  entries: readonly { from: string; to: string }[],
  openings: readonly Opening[],
): { first: number; last: number } {
  const open = openings.flatMap((opening) => days.map((date) => openingHours(date, opening)))
  const first = Math.min(
    9,
    ...open.map(({ opens }) => opens),
    ...entries.map(({ from }) => Math.floor(hoursOf(from))),
  )
  const last = Math.max(
    18,
    ...open.map(({ closes }) => closes),
    ...entries.map(({ to }) => Math.ceil(hoursOf(to))),
  )
  return { first, last }
}

type BlockTimes = Omit<BlockInput, 'reason' | 'visitorNote' | 'roomId'>

/** When the last occurrence of a block ends; null for one that repeats for ever. */
export function lastEnd(block: BlockTimes): Date | null {
  const { date, until, wholeDay, to, repeats, repeatsUntil } = block
  if (repeats !== null && repeatsUntil === null) return null
  const begins = repeats === null ? date : lastBeginning(date, repeats, repeatsUntil ?? date)
  const lastDay = addDays(begins, daysBetween(date, until ?? date))
  const minutes = minuteOf(wholeDay ? '24:00' : to)
  return new Date(toInstant(lastDay, '00:00').getTime() + minutes * MINUTE_MS)
}

/** The last day on which it begins, by the rule of the SQL function block_begins. */
function lastBeginning(date: string, repeats: 'weekly' | 'yearly', until: string): string {
  if (repeats === 'weekly') return addDays(until, -(daysBetween(date, until) % 7))
  const year = Number(until.slice(0, 4))
  const inThatYear = yearly(date, year)
  return inThatYear <= until ? inThatYear : yearly(date, year - 1)
}

/** The same day of another year; the 28th of February for a 29th that there is not. */
const yearly = (date: string, year: number): string => {
  const day = `${year}${date.slice(4)}`
  return isDay(day) ? day : `${year}-02-28`
}

/** Booked minutes in a hundred of the open ones; 100 for a day that is booked though closed. */
export const percentBooked = (minutes: number, open: number): number =>
  open > 0 ? Math.round((minutes / open) * 100) : minutes > 0 ? 100 : 0
