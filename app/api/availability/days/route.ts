import { daysQuery } from '@/lib/availability/schema'
import { method, route } from '@/lib/route'
import { answerDays } from '../answer'

/** How much of each day is free (docs/decisions/020 B4). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    query: daysQuery,
    handle: (context) => answerDays(context.query, context),
  }),
})
