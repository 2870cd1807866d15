import { after } from 'next/server'
import * as z from 'zod/mini'
import { provenEmailOf } from '@/lib/auth/data'
import { isBookingCursor, listBookings, toBookingDto } from '@/lib/bookings/data'
import { bookingBody } from '@/lib/bookings/schema'
import { json, method, route } from '@/lib/http'
import { onceByKey } from '@/lib/idempotency'
import { deliverDueMails } from '@/lib/jobs/mutations'
import { closeIntentsOf, holdSlot } from '@/lib/payments/holds'
import { newToken, setVisitorCookie, sha256 } from '@/lib/request'

const listQuery = z.object({
  limit: z._default(z.string().check(z.regex(/^([1-9]\d?|100)$/, { error: 'choice' })), '100'),
  cursor: z.optional(z.string().check(z.refine(isBookingCursor, { error: 'invalid' }))),
  all: z._default(z.enum(['0', '1'], { error: 'choice' }), '0'),
})

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({
    access: 'admin',
    query: listQuery,
    async handle({ query }) {
      const question = { limit: Number(query.limit), cursor: query.cursor ?? null, all: query.all === '1', now: new Date() }
      const { bookings, nextCursor } = await listBookings(question)
      const response = json(bookings)
      if (nextCursor) response.headers.set('X-Next-Cursor', nextCursor)
      return response
    },
  }),
  POST: method({
    access: 'public',
    limit: { name: 'bookings', max: 20, seconds: 600 },
    body: bookingBody,
    async handle({ request, body, visitor, address, locale }) {
      const key = request.headers.get('idempotency-key')
      const visitorToken = visitor.token ?? newToken()
      const question = { endpoint: 'bookings', key, body, visitorToken, hasCookie: visitor.token !== null }
      const answer = await onceByKey(question, async (token) => {
        const totalAmount = body.totalAmount ?? null
        const now = new Date()
        const provenEmail = await provenEmailOf(request)
        const hold = { ...body, totalAmount, provenEmail, visitorHash: sha256(token), holderHash: sha256(address), locale, now }
        const { booking, created, released } = await holdSlot(hold)
        if (body.useFreeSession) after(deliverDueMails)
        if (released.length > 0) after(() => closeIntentsOf(released))
        return { status: created ? 201 : 200, body: toBookingDto(booking), visitorToken: token }
      })
      const response = json(answer.body, answer.status)
      setVisitorCookie(response, answer.visitorToken)
      return response
    },
  }),
})
