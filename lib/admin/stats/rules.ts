import { weekStart } from '@/lib/admin/calendar/rules'
import { addDays, HOUR_MS, studioDate, studioTime } from '@/lib/time'

/** `total` (sen) is on the first span of a booking; the others have 0. */
export type SoldSpan = { service: string; total: number; startsAt: Date; endsAt: Date }
/** Revenue in sen, tax included, and hours in the room. */
export type Sum = { revenue: number; hours: number }
export type Stats = {
  weeks: (Sum & { week: string })[]
  services: (Sum & { name: string })[]
  hours: { hour: number; hours: number }[]
}

const STATS_WEEKS = 12

/** The Mondays of the last twelve weeks, this week's included, oldest first. */
export const statsWeeks = (today: string): string[] =>
  Array.from({ length: STATS_WEEKS }, (_, i) =>
    addDays(weekStart(today), -7 * (STATS_WEEKS - 1 - i)),
  )

const hoursOf = ({ startsAt, endsAt }: SoldSpan) =>
  (endsAt.getTime() - startsAt.getTime()) / HOUR_MS

/** By week of the session, by service (highest revenue first), by hour of the studio's day in use. */
export function statsOf(spans: readonly SoldSpan[], weeks: readonly string[]): Stats {
  const sum = (own: readonly SoldSpan[]): Sum => ({
    revenue: own.reduce((all, span) => all + span.total, 0),
    hours: own.reduce((all, span) => all + hoursOf(span), 0),
  })
  const names = [...new Set(spans.map(({ service }) => service))]
  const inUse = spans.flatMap((span) =>
    Array.from({ length: Math.ceil(hoursOf(span)) }, (_, i) =>
      Number(studioTime(new Date(span.startsAt.getTime() + i * HOUR_MS)).slice(0, 2)),
    ),
  )
  const [first, last] = [Math.min(9, ...inUse), Math.max(20, ...inUse)]
  return {
    weeks: weeks.map((week) => ({
      week,
      ...sum(spans.filter(({ startsAt }) => weekStart(studioDate(startsAt)) === week)),
    })),
    services: names
      .map((name) => ({ name, ...sum(spans.filter(({ service }) => service === name)) }))
      .sort((a, b) => b.revenue - a.revenue || a.name.localeCompare(b.name)),
    hours: Array.from({ length: last - first + 1 }, (_, i) => ({
      hour: first + i,
      hours: inUse.filter((hour) => hour === first + i).length,
    })),
  }
}
