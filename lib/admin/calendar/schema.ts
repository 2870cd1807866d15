import type { Rates } from '@/lib/catalog/rules'
import * as z from 'zod/mini'
import type { RefusalByHand, Warning } from '@/lib/availability/by-hand'
import { durationField, hoursField } from '@/lib/availability/schema'
import { date, endTime, id, idText, optionalDate, optionalLine, time } from '@/lib/text'
import { daysBetween } from '@/lib/time'

export const MAX_BLOCK_DAYS = 366

export const REPETITIONS = ['weekly', 'yearly'] as const
/** How long one occurrence may be, so that the next begins after it. */
const LONGEST = { weekly: 7, yearly: 365 } as const

/** How many days a block lasts; without a last day it is one day. */
const daysOf = (block: { date: string; until: string | null }) =>
  daysBetween(block.date, block.until ?? block.date) + 1

/**
 * Body of POST /api/admin/blocks: from–to, or the whole day, on every day from `date` to `until`,
 * once, or repeated until a day on which it may still begin (docs/decisions/020 B4).
 */
export const blockBody = z
  .object({
    date: date(),
    until: optionalDate(),
    wholeDay: z._default(z.boolean({ error: 'choice' }), false),
    from: z._default(time(), '00:00'),
    to: z._default(endTime(), '24:00'),
    /** Null: every room. */
    roomId: z._default(z.nullable(id()), null),
    repeats: z._default(z.nullable(z.enum(REPETITIONS, { error: 'choice' })), null),
    /** Null for one that repeats every year: always. */
    repeatsUntil: optionalDate(),
    reason: optionalLine(200),
    /** What visitors read when it closes a day. */
    visitorNote: optionalLine(200),
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
    z.refine((block) => block.repeats === null || daysOf(block) <= LONGEST[block.repeats], {
      error: 'block_repeat',
      path: ['repeats'],
    }),
    z.refine((block) => block.repeats !== 'weekly' || block.repeatsUntil !== null, {
      error: 'required',
      path: ['repeatsUntil'],
    }),
    z.refine(
      ({ date: first, repeats, repeatsUntil }) =>
        repeats === null || repeatsUntil === null || repeatsUntil >= first,
      { error: 'block_range_repeat', path: ['repeatsUntil'] },
    ),
  )
export type BlockInput = z.output<typeof blockBody>

/**
 * Query of DELETE /api/admin/blocks/{id}: the block, or of one that repeats the occurrence that
 * begins on `began`, or that and the later ones; `day`: of either, only the day `date`.
 */
export const blockQuery = z
  .object({
    scope: z._default(z.enum(['day', 'one', 'following', 'all'], { error: 'choice' }), 'one'),
    began: optionalDate(),
    date: optionalDate(),
  })
  .check(
    z.refine(({ scope, date: day }) => scope !== 'day' || day !== null, {
      error: 'required',
      path: ['date'],
    }),
  )
export type BlockRemoval = z.output<typeof blockQuery>
export const blockParams = z.object({ id: idText() })

/** Query of GET /api/admin/starts; `ignore` is the booking that is to be moved, if it is one. */
export const startsQuery = z.object({
  date: date(),
  duration: durationField(),
  hours: hoursField(),
  serviceId: z.optional(idText()),
  roomId: z.optional(idText()),
  ignore: z.optional(idText()),
})

/**
 * An hour of a day: free, to be booked after the warnings, or why not even the owner can book it.
 * `by` is who has the room, or why it is blocked.
 */
export type Start = {
  time: string
  state: 'free' | 'warned' | RefusalByHand
  warnings: Warning[]
  by: string | null
}
/** `noRoom`: the room of the booking is retired, and no other serves. */
export type DayStarts = {
  date: string
  holiday: string | null
  starts: Start[]
  noRoom: boolean
}

/** How it stands with what an entry is about, each said by a word and an edge. */
export const ENTRY_STATES = ['paid', 'owed', 'hold', 'block', 'feed', 'done', 'no_show'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/** Within one studio day; HH:MM, "24:00" is its end. */
export type Entry = {
  id: number
  roomId: number
  date: string
  from: string
  to: string
  kind: 'booking' | 'hold' | 'block'
  /** Null for whoever may see no money, where it would tell of it. */
  state: EntryState | null
  booking: EntryBooking | null
  reason: string | null
  /** Of a block that comes from a calendar of elsewhere, its name; null otherwise. */
  feed: string | null
  /** Of a block that repeats, the first day of this occurrence; null otherwise. */
  began: string | null
  /** All that is blocked together with it: the days of a block, or of this occurrence of one that repeats. */
  block: BlockedDays | null
  /** Minutes that stay reserved after it. */
  turnaround: number
}
export type BlockedDays = { first: string; last: string; days: number; everyRoom: boolean }
export type EntryBooking = {
  id: number
  client: string
  service: string
  serviceId: number
  roomId: number
  status: string
  duration: string
  hours: number
  date: string
  time: string
  /** The number in the international form without its plus; null where there is none. */
  whatsApp: string | null
  version: string
}
export type CalendarColumn = {
  date: string
  roomId: number
  /** In the language of the console. */
  room: string
  holiday: string | null
  closed: boolean
  opens: number
  closes: number
}

export type RoomsView = {
  columns: CalendarColumn[]
  entries: Entry[]
  hours: { first: number; last: number }
}

/** One day of a month: how many sessions, how full, and what is here for them, in sen. */
export type MonthDay = {
  date: string
  holiday: string | null
  closed: boolean
  sessions: number
  /** Booked minutes in a hundred of those that the rooms are open; over 100 outside the hours. */
  percent: number
  keptSen: number
}

/** A service that can be booked in the calendar, its rates in sen. */
export type OfferedService = { id: number; name: string; rates: Rates }
