import * as z from 'zod/mini'
import { date, idText } from '@/lib/text'
import { DURATIONS, MOST_HOURS } from './rules'

export const duration = () => z._default(z.enum(DURATIONS, { error: 'choice' }), 'hourly')

const isHours = (hours: number) => Number.isInteger(hours) && hours >= 1 && hours <= MOST_HOURS

/** How many hours a booking by the hour has (docs/decisions/020 B2). */
export const someHours = () =>
  z.number({ error: 'choice' }).check(z.refine(isHours, { error: 'choice' }))

/** The same; 1 when it is not said. */
export const hours = () => z._default(someHours(), 1)

/** The same in an address. */
export const hoursText = () =>
  z.pipe(
    z._default(z.string().check(z.regex(/^[1-9]$/, { error: 'choice' })), '1'),
    z.pipe(
      z.transform((value: string) => Number(value)),
      someHours(),
    ),
  )

const serviceIdText = z.optional(idText())

/** Query of GET /api/availability/{date}. */
export const availabilityQuery = z.object({
  duration: duration(),
  hours: hoursText(),
  serviceId: serviceIdText,
})
/** Query of GET /api/availability?date=… */
export const availabilityQueryWithDate = z.object({
  date: date(),
  duration: duration(),
  hours: hoursText(),
  serviceId: serviceIdText,
})

/** Query of GET /api/next-slot: the first free start of all, or on a later day than `after`. */
export const nextSlotQuery = z.object({
  duration: duration(),
  hours: hoursText(),
  serviceId: serviceIdText,
  after: z.optional(date()),
})

/** What GET /api/availability/{date} answers. Studio dates and times; `holiday` in words. */
export type Availability = {
  date: string
  availableSlots: string[]
  /** Starts that are free for nobody but the visitor who holds them. */
  heldByYou: string[]
  /** Null on a day on which the studio is closed. */
  opensAt: string | null
  closesAt: string | null
  /** The studio does not open on this day: a holiday says so, or it is blocked wholly. */
  closed: boolean
  /** Why it is closed, when that was said; null on any other day. */
  reason: string | null
  holiday: string | null
}

/** A date on which the studio does not open, and why, when that was said. */
export type ClosedDay = { date: string; reason: string | null }

/** A free start. */
export type StartTime = { date: string; time: string }
/** What GET /api/next-slot answers; null when nothing is free as far as one can book. */
export type NextSlotResponse = StartTime | null
