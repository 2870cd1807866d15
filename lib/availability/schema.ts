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
