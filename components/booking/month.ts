// The calendar's arithmetic, in studio dates throughout ("yyyy-mm-dd", months "yyyy-mm"): a
// browser's Date would be another day in another zone.
import { addDays, weekday } from '@/lib/time'

export const monthOf = (date: string): string => date.slice(0, 7)

/** The month `by` months later, or earlier when negative. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7)
}

// Monday is the first day of the week.
const daysIntoWeek = (date: string) => (weekday(date) + 6) % 7

/**
 * Six weeks from Monday on, so that turning the page moves nothing; null for the days of other
 * months.
 */
export function weeksOf(month: string): (string | null)[][] {
  const first = addDays(`${month}-01`, -daysIntoWeek(`${month}-01`))
  const day = (offset: number) => {
    const date = addDays(first, offset)
    return monthOf(date) === month ? date : null
  }
  return [0, 7, 14, 21, 28, 35].map((week) =>
    [0, 1, 2, 3, 4, 5, 6].map((offset) => day(week + offset)),
  )
}

/** The same day of another month, or that month's last day. */
function sameDay(date: string, months: number): string {
  const month = shiftMonth(monthOf(date), months)
  const last = addDays(`${shiftMonth(month, 1)}-01`, -1)
  const wanted = `${month}${date.slice(7)}`
  return wanted < last ? wanted : last
}

/**
 * Where a key leads from a day in a grid of dates (ARIA's date grid); null for keys that lead
 * nowhere.
 */
export function dayByKey(
  date: string,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return addDays(date, -daysIntoWeek(date))
    case 'End':
      return addDays(date, 6 - daysIntoWeek(date))
    case 'PageUp':
      return sameDay(date, shiftKey ? -12 : -1)
    case 'PageDown':
      return sameDay(date, shiftKey ? 12 : 1)
    default:
      return null
  }
}
