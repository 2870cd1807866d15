import type { Rates } from '@/lib/catalog/rules'
import * as z from 'zod/mini'
import { durationField, hoursField } from '@/lib/availability/schema'
import { date, id, idText, optionalDate, optionalLine, time } from '@/lib/text'
import { daysBetween } from '@/lib/time'

export const MAX_REPEAT = 52

export const MAX_YEARS = 10
export const MAX_BLOCK_DAYS = 366

const times = (max: number) =>
  z._default(
    z
      .number({ error: 'choice' })
      .check(
        z.int({ error: 'choice' }),
        z.gte(1, { error: 'choice' }),
        z.lte(max, { error: 'choice' }),
      ),
    1,
  )

/** How many days a block lasts; without a last day it is one day. */
const daysOf = (block: { date: string; until: string | null }) =>
  daysBetween(block.date, block.until ?? block.date) + 1

/**
 * Body of POST /api/admin/blocks: from–to, or the whole day, on every day from `date` to `until`;
 * repeated when `weeks` or `years` is above 1 (docs/decisions/020 B4).
 */
export const blockBody = z
  .object({
    date: date(),
    until: optionalDate(),
    wholeDay: z._default(z.boolean({ error: 'choice' }), false),
    from: z._default(time(), '00:00'),
    to: z._default(time(), '23:59'),
    /** Null: every room. */
    roomId: z._default(z.nullable(id()), null),
    /** In the owner's words. */
    reason: optionalLine(200),
    /** What visitors read when it closes a day. */
    visitorNote: optionalLine(200),
    weeks: times(MAX_REPEAT),
    years: times(MAX_YEARS),
  })
  .check(
    z.refine((block) => block.wholeDay || block.from < block.to, {
      error: 'block_order',
      path: ['to'],
    }),
    z.refine((block) => daysOf(block) >= 1 && daysOf(block) <= MAX_BLOCK_DAYS, {
      error: 'block_range',
      path: ['until'],
    }),
    z.refine((block) => block.weeks === 1 || (block.years === 1 && daysOf(block) <= 7), {
      error: 'block_repeat',
      path: ['weeks'],
    }),
    z.refine((block) => block.years === 1 || daysOf(block) <= 365, {
      error: 'block_range',
      path: ['until'],
    }),
  )
export type BlockInput = z.output<typeof blockBody>

/**
 * Query of DELETE /api/admin/blocks/{id}: the block, or of one that repeats the occurrence that
 * begins on `began`, or that and the later ones.
 */
export const blockQuery = z.object({
  scope: z._default(z.enum(['one', 'following', 'all'], { error: 'choice' }), 'one'),
  began: optionalDate(),
})
export const blockParams = z.object({ id: idText() })

/** Query of GET /api/admin/starts; `ignore` is the booking whose times are wanted, if it is one. */
export const startsQuery = z.object({
  date: date(),
  duration: durationField(),
  hours: hoursField(),
  serviceId: z.optional(idText()),
  ignore: z.optional(idText()),
})

/** Lead time and horizon do not apply to administrators (docs/decisions/020 B5). */
export type StartState =
  'free' | 'past' | 'closed' | 'outside_hours' | 'not_working_day' | 'taken' | 'blocked'
/** A time of a day; `by` is who or what has the room. */
export type Start = { time: string; state: StartState; by: string | null }
export type DayStarts = { date: string; holiday: string | null; starts: Start[] }

/** Within one studio day; HH:MM, "24:00" is its end. */
export type Entry = {
  id: number
  date: string
  from: string
  to: string
  kind: 'booking' | 'hold' | 'block'
  booking: EntryBooking | null
  reason: string | null
  /** Of a block that repeats, the first day of this occurrence; null otherwise. */
  began: string | null
}
export type EntryBooking = {
  id: number
  client: string
  service: string
  status: string
  duration: string
  hours: number
  date: string
  time: string
  version: string
}
export type CalendarDay = {
  date: string
  holiday: string | null
  /** The studio does not open on this day. */
  closed: boolean
  opens: number
  closes: number
}

export type RoomView = {
  days: CalendarDay[]
  entries: Entry[]
  hours: { first: number; last: number }
}

/** A service that can be booked in the calendar, its rates in sen. */
export type OfferedService = { id: number; name: string; rates: Rates }
