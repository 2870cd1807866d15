import { priceWithCode } from '@/lib/bookings/code'
import { codeQuestion } from '@/lib/bookings/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    // The page asks again with every other choice; codes are longer than could be guessed so.
    limit: { name: 'booking-code', max: 60, seconds: 600 },
    body: codeQuestion,
    async handle({ body, visitor }) {
      return json(await priceWithCode({ ...body, visitorHash: visitor.hash, now: new Date() }))
    },
  }),
})
