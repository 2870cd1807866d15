import { after } from 'next/server'
import { assertOpensBooking, bookingOfToken, managedBooking } from '@/lib/bookings/manage'
import { manageParams, rescheduleBody, type Moved } from '@/lib/bookings/schema'
import { json, method, route } from '@/lib/route'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { countOnPurchase } from '@/lib/http/purchase-limits'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    limit: { name: 'manage-change', max: 20, seconds: 600 },
    params: manageParams,
    before: ({ params }) => assertOpensBooking(params.token),
    body: rescheduleBody,
    async handle({ params, body, locale }) {
      const booking = await bookingOfToken(params.token)
      if (!booking) throw new Problem('not_found')
      await countOnPurchase('move', { bookingId: booking.id })
      const now = new Date()
      const isMoved = await rescheduleBooking({
        id: booking.id,
        ...body,
        by: 'customer',
        actor: 'customer',
        now,
      })
      if (isMoved) after(deliverDueMails)
      const managed = await managedBooking(params.token, locale, now)
      if (!managed) throw new Problem('not_found')
      const { room } = managed
      const newRoom = room && room.id !== booking.roomId ? room.name : null
      return json({ ...managed, isMoved, newRoom } satisfies Moved)
    },
  }),
})
