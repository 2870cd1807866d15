import { answerFreeTimes } from '@/app/api/availability/answer'
import { date } from '@/lib/text'
import * as z from 'zod/mini'
import { availability } from '@/lib/availability/queries'
import { manageParams } from '@/lib/bookings/schema'
import { method, route } from '@/lib/route'
import { READS, questionOfMove } from './question'

/**
 * The start times that the booking could be moved to, ignoring its own reservation
 * (docs/decisions/020 B9).
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    limit: READS,
    params: manageParams,
    query: z.object({ date: date() }),
    async handle({ params, query, locale }) {
      const question = await questionOfMove(params.token)
      return answerFreeTimes(await availability(query.date, locale, question))
    },
  }),
})
