import { minuteOf } from '@/lib/rooms/blocks'
import { type Opening, openingHours } from '@/lib/rooms/opening'
import type { BlockInput } from './schema'
import { addDays, daysBetween, hourText, isDay, MINUTE_MS, toInstant, weekday } from '@/lib/time'

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
