import * as z from 'zod/mini'
import { date, idText } from '@/lib/text'
import { daysBetween } from '@/lib/time'
import { DURATIONS, MOST_HOURS, type StartTime } from './rules'

export const durationField = () => z._default(z.enum(DURATIONS, { error: 'choice' }), 'hourly')

const isHours = (hours: number) => Number.isInteger(hours) && hours >= 1 && hours <= MOST_HOURS

/** The number of hours of an hourly booking (docs/decisions/020 B2). */
export const someHours = () =>
  z.number({ error: 'choice' }).check(z.refine(isHours, { error: 'choice' }))

export const hours = () => z._default(someHours(), 1)

export const hoursField = () =>
  z.pipe(
    z._default(z.string().check(z.regex(/^[1-9]$/, { error: 'choice' })), '1'),
    z.pipe(
      z.transform((value: string) => Number(value)),
      someHours(),
    ),
  )

const serviceIdText = z.optional(idText())
const roomIdText = z.optional(idText())

export const availabilityQuery = z.object({
  duration: durationField(),
  hours: hoursField(),
  serviceId: serviceIdText,
  roomId: roomIdText,
})
export const availabilityQueryWithDate = z.object({
  date: date(),
  duration: durationField(),
  hours: hoursField(),
  serviceId: serviceIdText,
  roomId: roomIdText,
})

export const MOST_DAYS = 62

type Days = { from: string; to: string }
const someDays = () =>
  z.refine<Days>(({ from, to }) => from <= to && daysBetween(from, to) < MOST_DAYS, {
    error: 'days',
    path: ['to'],
  })

/** Query of GET /api/availability/days, strict: a misspelt word would answer another question. */
export const daysQuery = z
  .strictObject(
    {
      from: date(),
      to: date(),
      duration: durationField(),
      hours: hoursField(),
      serviceId: serviceIdText,
      roomId: roomIdText,
    },
    { error: 'invalid' },
  )
  .check(someDays())

export const movableDaysQuery = z
  .strictObject({ from: date(), to: date() }, { error: 'invalid' })
  .check(someDays())

/** Query of GET /api/next-slot: the first free start of all, or on a later day than `after`. */
export const nextSlotQuery = z.object({
  duration: durationField(),
  hours: hoursField(),
  serviceId: serviceIdText,
  roomId: roomIdText,
  after: z.optional(date()),
})

/** What GET /api/availability/{date} returns. Studio dates and times; `holiday` is a name. */
export type Availability = {
  date: string
  availableSlots: string[]
  /** Start times that are free only for the visitor who holds them. */
  heldByYou: string[]
  /** Null on a day on which the studio is closed. */
  opensAt: string | null
  closesAt: string | null
  /** The studio is closed on this day: a holiday marked as closed, or a full-day block. */
  closed: boolean
  /** Why it is closed, if a reason was given; null on any other day. */
  reason: string | null
  holiday: string | null
  /** The rooms that can be booked for this, the preferred first. */
  rooms: RoomAvailability[]
}

/**
 * A day of GET /api/availability/days: `free` starts, those that the visitor holds among them, `of`
 * those that the day's hours have for this length.
 */
export type DayAvailability = Pick<Availability, 'date' | 'closed' | 'reason' | 'holiday'> & {
  free: number
  of: number
}

/** A room's part of it: its own start times and hours, and whether the day is a holiday for it. */
export type RoomAvailability = Pick<Availability, 'availableSlots' | 'opensAt' | 'closesAt'> & {
  id: number
  name: string
  holiday: boolean
}

/** The reason is null where none was given. `roomIds`: only these rooms are closed. */
export type ClosedDay = { date: string; reason: string | null; roomIds?: number[] }

/** When asked of a service, a length or a later day; null: nothing free within the horizon. */
export type NextSlotResponse = StartTime | null

/**
 * What it returns when it is asked of nothing: the first free hour, if there is one, what is in the
 * rooms now, and seven days: from today, or from tomorrow when today is over. It names nobody.
 */
export type FreeNow = Partial<StartTime> & { room: RoomNow; days: DayHoursFree[] }

/** `until`: when the sessions of now end, or when the studio opens; null while it is open. */
export type RoomNow = { state: 'onAir' | 'free' | 'off'; until: StartTime | null }

/** The opening hours of a day (lib/availability/week.ts has their digits). */
export type DayHoursFree = { date: string; opensAt: string; free: string }
