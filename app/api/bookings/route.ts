import { after } from 'next/server'
import { provenEmailOf } from '@/lib/auth/data'
import { holdSlot } from '@/lib/bookings/book'
import { toBookingDto } from '@/lib/bookings/data'
import { closeIntentsOf } from '@/lib/bookings/expire'
import { bookingBody } from '@/lib/bookings/schema'
import { listBookings } from '@/lib/desk/data'
import { bookingListQuery } from '@/lib/desk/schema'
import { networkOf } from '@/lib/client-address'
import { json, method, route } from '@/lib/http'
import { onceByKey } from '@/lib/idempotency'
import { deliverDueMails } from '@/lib/jobs/mutations'
import { newToken, setVisitorCookie, sha256 } from '@/lib/request'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({
    access: 'admin',
    query: bookingListQuery,
    async handle({ query: { limit, cursor, ...filter } }) {
      const { bookings, nextCursor } = await listBookings({
        limit: Number(limit),
        cursor: cursor ?? null,
        filter,
      })
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
      const question = {
        endpoint: 'bookings',
        key,
        body,
        visitorToken,
        hasCookie: visitor.token !== null,
      }
      const answer = await onceByKey(question, async (token) => {
        const { totalAmount, ...wanted } = body
        const now = new Date()
        const provenEmail = await provenEmailOf(request)
        const hold = {
          ...wanted,
          totalSen: totalAmount ?? null,
          provenEmail,
          visitorHash: sha256(token),
          holderHash: sha256(address),
          networkHash: sha256(networkOf(address) ?? address),
          locale,
          now,
        }
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
