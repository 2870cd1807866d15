import { type Length, type Span, startTimes } from '@/lib/availability/rules'
import { type Opening, openingHours } from '@/lib/rooms/opening'
import type { BlockInput } from './schema'
import { addDays, hourText, utcMidnight, weekday } from '@/lib/time'

export const OFFERED_TIMES = Array.from({ length: 9 }, (_, i) => hourText(9 + i))

/** Nine from 09:00 to 17:00, and every other start that day has (docs/decisions/020 B9). */
export const listedTimes = (date: string, length: Length, opening: Opening): string[] =>
  [...new Set([...OFFERED_TIMES, ...startTimes(date, length, opening)])].sort()

export const weekStart = (date: string): string => addDays(date, -((weekday(date) + 6) % 7))

export type CalendarView = 'week' | 'day'

export function viewDates(
  view: CalendarView,
  date: string,
): { dates: string[]; previous: string; next: string } {
  const first = view === 'week' ? weekStart(date) : date
  const length = view === 'week' ? 7 : 1
  return {
    dates: Array.from({ length }, (_, day) => addDays(first, day)),
    previous: addDays(first, -length),
    next: addDays(first, length),
  }
}

/** Hours since midnight of "HH:MM", as a fraction. */
export const hoursOf = (time: string): number =>
  Number(time.slice(0, 2)) + Number(time.slice(3, 5)) / 60

/** The longest opening of these days, extended by everything outside it. */
export function visibleHours(
  days: readonly string[],
  entries: readonly { from: string; to: string }[],
  opening: Opening,
): { first: number; last: number } {
  const open = days.map((date) => openingHours(date, opening))
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

/** The columns of a block that say how it repeats: in as many weeks or years as were wanted. */
export const repetitionOf = ({
  date,
  weeks,
  years,
}: Pick<BlockInput, 'date' | 'weeks' | 'years'>): {
  repeats: 'weekly' | 'yearly' | null
  repeatsUntil: Date | null
} =>
  weeks > 1
    ? { repeats: 'weekly', repeatsUntil: utcMidnight(addDays(date, 7 * (weeks - 1))) }
    : years > 1
      ? { repeats: 'yearly', repeatsUntil: yearsLater(date, years - 1) }
      : { repeats: null, repeatsUntil: null }

/** The last day on which a block of this day can begin in that year. */
function yearsLater(date: string, years: number): Date {
  const later = utcMidnight(date)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}

/**
 * The day of the column and the nearest whole hour to the entry's top. `x` and `top` are pixels
 * within the grid of `days` columns, `hour` is the height of one hour, `hours` the length of the
 * entry.
 */
export function dropTarget(
  at: { x: number; top: number },
  grid: { width: number; hour: number; days: readonly string[]; first: number; last: number },
  hours: number,
): { date: string; time: string } | null {
  const column = Math.floor((at.x / grid.width) * grid.days.length)
  const date = grid.days[Math.min(Math.max(column, 0), grid.days.length - 1)]
  if (!date) return null
  const start = Math.round(grid.first + at.top / grid.hour)
  const latest = Math.max(grid.first, Math.min(23, Math.floor(grid.last - hours)))
  return { date, time: hourText(Math.min(Math.max(start, grid.first), latest)) }
}
