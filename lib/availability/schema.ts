import * as z from 'zod/mini'
import { date, idText } from '@/lib/text'
import { DURATIONS } from './rules'

export const duration = () => z._default(z.enum(DURATIONS, { error: 'choice' }), 'hourly')

const serviceIdText = z.optional(idText())

/** Query of GET /api/availability/{date}. */
export const availabilityQuery = z.object({ duration: duration(), serviceId: serviceIdText })
/** Query of GET /api/availability?date=… */
export const availabilityQueryWithDate = z.object({
  date: date(),
  duration: duration(),
  serviceId: serviceIdText,
})

/** What GET /api/availability/{date} answers. Studio dates and times; `holiday` in words. */
export type Availability = {
  date: string
  availableSlots: string[]
  /** Starts that are free for nobody but the visitor who holds them. */
  heldByYou: string[]
  opensAt: string | null
  closesAt: string | null
  holiday: string | null
}

/** A free start. */
export type StartTime = { date: string; time: string }
/** What GET /api/next-slot answers; null when nothing is free as far as one can book. */
export type NextSlotResponse = StartTime | null
