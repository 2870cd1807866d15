import type { Span } from '@/lib/availability/rules'
import { ordinary } from '@/lib/ordinary'
import { DAY_MS, HOUR_MS, studioDate, toInstant, weekday } from '@/lib/time'

/**
 * Capital letters and digits: case, spaces, hyphens and invisible marks do not matter. A Turkish keyboard
 * makes İ of i, which is the same letter.
 */
export const bareCode = (typed: string): string =>
  ordinary(typed)
    .toUpperCase()
    .replaceAll('İ', 'I')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Before tax: one of both. */
export type CodeOff = { percent: number | null; amountSen: number | null }

/** When and for what a code holds; an empty list: everything. */
export type CodeTerms = {
  /** The studio's dates on which it is used, both included. */
  firstDay: string | null
  lastDay: string | null
  serviceIds: readonly number[]
  durations: readonly string[]
  /** 0 Sunday to 6 Saturday. */
  weekdays: readonly number[]
  /** Whole hours between which the session is on each of its days. */
  fromHour: number | null
  toHour: number | null
}

type Wish = {
  today: string
  serviceId: number
  duration: string
  /** One for each day; null while no time is chosen. */
  spans: readonly Span[] | null
}

/** Why a code is not for this session, as a key under `errors.fields`; null: it is. */
export function codeRefusal(code: CodeTerms, { today, serviceId, duration, spans }: Wish) {
  const { firstDay, lastDay, serviceIds, durations } = code
  if (firstDay !== null && today < firstDay) return 'code_early'
  if (lastDay !== null && today > lastDay) return 'code_over'
  if (serviceIds.length > 0 && !serviceIds.includes(serviceId)) return 'code_service'
  if (durations.length > 0 && !durations.includes(duration)) return 'code_length'
  return spans === null || spans.every((span) => isWithin(code, span)) ? null : 'code_time'
}

function isWithin({ weekdays, fromHour, toHour }: CodeTerms, { startsAt, endsAt }: Span): boolean {
  const day = studioDate(startsAt)
  const midnight = toInstant(day, '00:00').getTime()
  const isDay = weekdays.length === 0 || weekdays.includes(weekday(day))
  return (
    isDay &&
    +startsAt >= midnight + (fromHour ?? 0) * HOUR_MS &&
    +endsAt <= midnight + (toHour === null ? 2 * DAY_MS : toHour * HOUR_MS)
  )
}
