import { availabilityQuery } from '@/lib/availability/schema'
import { isDate } from '@/lib/time'
import { method, route } from '@/lib/route'
import { Problem } from '@/lib/problem'
import { answerAvailability } from '../answer'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    query: availabilityQuery,
    async handle(context) {
      const date = context.request.nextUrl.pathname.split('/').at(-1) ?? ''
      // An impossible date is a malformed request (400), not an unknown resource
      // (docs/decisions/020 B4).
      if (!isDate(date)) throw new Problem('invalid_request', { fields: { date: 'date' } })
      return answerAvailability(date, context)
    },
  }),
})
