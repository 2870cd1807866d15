import { availabilityQueryWithDate } from '@/lib/availability/schema'
import { method, route } from '@/lib/route'
import { answerAvailability } from './answer'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    query: availabilityQueryWithDate,
    handle: (context) => answerAvailability(context.query.date, context),
  }),
})
