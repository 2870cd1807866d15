import { after } from 'next/server'
import { cancelledBooking } from '@/lib/admin/bookings/queries'
import { bookingParams, adminCancelBody } from '@/lib/admin/bookings/schema'
import { json, method, route } from '@/lib/route'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { cancelBooking } from '@/lib/bookings/cancel'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'admin',
    params: bookingParams,
    body: adminCancelBody,
    proof: ({ body }) => body.refund === 'full',
    async handle({ params, body, admin, locale }) {
      const booking = await cancelBooking({
        id: params.id,
        ...body,
        actor: admin.username,
        now: new Date(),
      })
      after(deliverDueMails)
      return json(await cancelledBooking(booking, locale))
    },
  }),
})
