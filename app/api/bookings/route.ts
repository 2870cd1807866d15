import { after } from 'next/server'
import { provenEmailOf } from '@/lib/auth/queries'
import { holdSlot } from '@/lib/bookings/book'
import { toBookingDto } from '@/lib/bookings/queries'
import { closeIntentsOf } from '@/lib/bookings/expire'
import { bookingBody } from '@/lib/bookings/schema'
import { listBookings } from '@/lib/admin/bookings/queries'
import { bookingListQuery } from '@/lib/admin/bookings/schema'
import { networkOf } from '@/lib/http/client-address'
import { adminList, json, method, route } from '@/lib/route'
import { withIdempotencyKey } from '@/lib/http/idempotency'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { newToken, setVisitorCookie, sha256 } from '@/lib/http/request'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: adminList({
    access: 'manager',
    query: bookingListQuery,
    list: ({ limit, cursor, ...filter }, locale) =>
      listBookings({ limit, cursor: cursor ?? null, filter, locale }),
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
        email: body.email,
        visitorToken,
        hasCookie: visitor.token !== null,
      }
      const answer = await withIdempotencyKey(question, async (token) => {
        const { totalAmount, ...wanted } = body
        const now = new Date()
        const provenEmail = await provenEmailOf(request)
        const hold = {
          ...wanted,
          totalSen: totalAmount ?? null,
          provenEmail,
          visitorHash: sha256(token),
          // A repeated request may get the token that the first one was given.
          isStranger: visitor.token === null && token === visitorToken,
          holderHash: sha256(address),
          networkHash: sha256(networkOf(address) ?? address),
          locale,
          now,
        }
        const { booking, created, released } = await holdSlot(hold)
        if (created && booking.status === 'confirmed') after(deliverDueMails)
        if (released.length > 0) after(() => closeIntentsOf(released))
        return { status: created ? 201 : 200, body: toBookingDto(booking), visitorToken: token }
      })
      const response = json(answer.body, answer.status)
      setVisitorCookie(response, answer.visitorToken)
      return response
    },
  }),
})
