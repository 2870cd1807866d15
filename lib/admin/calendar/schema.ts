import type { Rates } from '@/lib/catalog/rules'
import * as z from 'zod/mini'
import { duration } from '@/lib/availability/schema'
import { idText, line, date, time } from '@/lib/text'

/** How often a block-out may be repeated in one go: a year of weeks. */
export const MAX_REPEAT = 52

/**
 * Body of POST /api/admin/blocks: closed from–to on that date, and again in the following weeks
 * when `weeks` is above 1.
 */
export const blockBody = z
  .object({
    date: date(),
    from: time(),
    to: time(),
    reason: line(200),
    weeks: z._default(
      z
        .number({ error: 'choice' })
        .check(
          z.int({ error: 'choice' }),
          z.gte(1, { error: 'choice' }),
          z.lte(MAX_REPEAT, { error: 'choice' }),
        ),
      1,
    ),
  })
  .check(z.refine((block) => block.from < block.to, { error: 'block_order', path: ['to'] }))
export type BlockInput = z.output<typeof blockBody>

/**
 * Query of DELETE /api/admin/blocks/{id}: this one, or with it those of the same making that come
 * later.
 */
export const blockQuery = z.object({
  scope: z._default(z.enum(['one', 'following'], { error: 'choice' }), 'one'),
})
export const blockParams = z.object({ id: idText() })

/**
 * Query of GET /api/admin/starts: the times of a day for a session of this length, for the booking
 * `ignore` if it is one.
 */
export const startsQuery = z.object({
  date: date(),
  duration: duration(),
  serviceId: z.optional(idText()),
  ignore: z.optional(idText()),
})

/**
 * Why a time cannot be had by an administrator, who sees neither lead time nor horizon
 * (docs/decisions/020 B5).
 */
export type StartState = 'free' | 'past' | 'outside_hours' | 'not_working_day' | 'taken' | 'blocked'
/** A time of a day; `by` says who or what has it. */
export type Start = { time: string; state: StartState; by: string | null }
export type DayStarts = { date: string; holiday: string | null; starts: Start[] }

/**
 * A stretch of one studio day in which the room is taken. Times are HH:MM of that day, "24:00" its
 * end.
 */
export type Entry = {
  id: number
  date: string
  from: string
  to: string
  kind: 'booking' | 'hold' | 'block'
  booking: EntryBooking | null
  reason: string | null
  /** Made together with others: can be deleted with those that follow. */
  repeated: boolean
}
export type EntryBooking = {
  id: number
  client: string
  service: string
  status: string
  duration: string
  date: string
  time: string
  version: string
}
export type CalendarDay = { date: string; holiday: string | null; opens: number; closes: number }

/** What the room is taken for on some days, and the hours that the calendar shows. */
export type RoomView = {
  days: CalendarDay[]
  entries: Entry[]
  hours: { first: number; last: number }
}

/** A service that can be booked in the calendar, its rates in sen. */
export type OfferedService = { id: number; name: string; rates: Rates }
