import type { YearBlock } from '@/lib/closings/schema'
import type { AdminHoliday, StoredSeason } from '@/lib/settings/schema'
import { addDays } from '@/lib/time'

/** What is unusual about a day, in the order in which it is said. */
export const DAY_MARKS = ['closed', 'holiday', 'block', 'season'] as const
export type MarkKind = (typeof DAY_MARKS)[number]
export type DayMark = { kind: MarkKind; name: string }

export type ClosedYear = {
  year: number
  holidays: readonly AdminHoliday[]
  /** Of all years, as they are stored. */
  periods: readonly StoredSeason[]
  blocks: readonly YearBlock[]
}

export const firstDay = (year: number): string => `${year}-01-01`
export const lastDay = (year: number): string => `${year}-12-31`

export const kindOf = ({ closed }: Pick<AdminHoliday, 'closed'>): MarkKind =>
  closed ? 'closed' : 'holiday'

/** The seasons that have a day in the year, each with its place in the list. */
export const seasonsOf = ({ year, periods }: Pick<ClosedYear, 'year' | 'periods'>) =>
  periods
    .map((season, index) => ({ season, index }))
    .filter(({ season }) => season.from <= lastDay(year) && season.to >= firstDay(year))

/** The marks of each day of the year that has any. `blocked` is the name of a block without a reason. */
export function marksOf(about: ClosedYear, blocked: string): Map<string, DayMark[]> {
  const marks = new Map<string, DayMark[]>()
  const mark = (date: string, one: DayMark) =>
    marks.set(
      date,
      [...(marks.get(date) ?? []), one].sort(
        (a, b) => DAY_MARKS.indexOf(a.kind) - DAY_MARKS.indexOf(b.kind),
      ),
    )
  for (const holiday of about.holidays)
    mark(holiday.date, { kind: kindOf(holiday), name: holiday.name })
  for (const block of about.blocks)
    for (const day of block.days) mark(day, { kind: 'block', name: block.reason ?? blocked })
  for (const { season } of seasonsOf(about)) {
    const [from, to] = [
      season.from > firstDay(about.year) ? season.from : firstDay(about.year),
      season.to < lastDay(about.year) ? season.to : lastDay(about.year),
    ]
    for (let day = from; day <= to; day = addDays(day, 1))
      mark(day, { kind: 'season', name: season.name })
  }
  return marks
}

/** The weeks of a month from Monday on; null for the days of other months. */
export function weeksOf(year: number, month: number): (string | null)[][] {
  const first = new Date(Date.UTC(year, month, 1))
  const before = (first.getUTCDay() + 6) % 7
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const start = first.toISOString().slice(0, 10)
  return Array.from({ length: Math.ceil((before + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const day = week * 7 + column - before
      return day >= 0 && day < days ? addDays(start, day) : null
    }),
  )
}
