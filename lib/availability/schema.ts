import * as z from 'zod/mini'
import { idText } from '@/lib/text'
import { isDate, isTime } from '@/lib/time'
import { DURATIONS } from './rules'

/** A studio date, strictly yyyy-mm-dd and existing (decision B4). */
export const date = () =>
  z
    .string({ error: 'required' })
    .check(z.minLength(1, { error: 'required' }), z.refine(isDate, { error: 'date' }))

/** A studio time, HH:MM. */
export const time = () =>
  z
    .string({ error: 'required' })
    .check(z.minLength(1, { error: 'required' }), z.refine(isTime, { error: 'time' }))

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

/**
 * A public holiday (decision B6): a studio date, and what it is called; `tentative` while its date
 * may still move.
 */
export type HolidayDto = {
  date: string
  nameEn: string
  nameMs: string
  nameZh: string
  tentative: boolean
}
