import { type Length, type Span, startTimes } from '@/lib/availability/rules'
import { type Opening, openingHours } from '@/lib/rooms/opening'
import type { BlockInput } from './schema'
import {
  addDays,
  daysBetween,
  hourText,
  isDay,
  studioDate,
  studioTime,
  toInstant,
  weekday,
} from '@/lib/time'

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

/** The part of each studio day, as HH:MM, "24:00" for a day's end. */
export function byDay({ startsAt, endsAt }: Span): { date: string; from: string; to: string }[] {
  const parts = []
  for (
    let date = studioDate(startsAt);
    toInstant(date, '00:00') < endsAt;
    date = addDays(date, 1)
  ) {
    const [midnight, next] = [toInstant(date, '00:00'), toInstant(addDays(date, 1), '00:00')]
    parts.push({
      date,
      from: startsAt > midnight ? studioTime(startsAt) : '00:00',
      to: endsAt < next ? studioTime(endsAt) : '24:00',
    })
  }
  return parts
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

/** The same day of a later year; 29 February becomes the 28th where there is none. */
function yearsLater(date: string, years: number): string {
  const later = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
  return isDay(later) ? later : `${later.slice(0, 8)}28`
}

/**
 * One for each day from `date` to `until`, from–to or the whole day, repeated in later weeks or
 * years.
 */
export function blockSpans({ date, until, wholeDay, from, to, weeks, years }: BlockInput): Span[] {
  const days = daysBetween(date, until ?? date) + 1
  const firsts = [
    ...Array.from({ length: weeks }, (_, week) => addDays(date, 7 * week)),
    ...Array.from({ length: years - 1 }, (_, year) => yearsLater(date, year + 1)),
  ]
  return firsts.flatMap((first) =>
    Array.from({ length: days }, (_, ahead) => {
      const day = addDays(first, ahead)
      return wholeDay
        ? { startsAt: toInstant(day, '00:00'), endsAt: toInstant(addDays(day, 1), '00:00') }
        : { startsAt: toInstant(day, from), endsAt: toInstant(day, to) }
    }),
  )
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
