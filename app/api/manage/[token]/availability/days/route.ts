import { answerFreeTimes } from '@/app/api/availability/answer'
import { availabilityOfDays } from '@/lib/availability/queries'
import { movableDaysQuery } from '@/lib/availability/schema'
import { manageParams } from '@/lib/bookings/schema'
import { method, route } from '@/lib/route'
import { READS, questionOfMove } from '../question'

/** How much of each day the booking could be moved to (docs/decisions/020 B9). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    limit: READS,
    params: manageParams,
    query: movableDaysQuery,
    async handle({ params, query, locale }) {
      const question = await questionOfMove(params.token)
      return answerFreeTimes(await availabilityOfDays(query.from, query.to, locale, question))
    },
  }),
})
