import { after } from 'next/server'
import { toOwnedBooking } from '@/lib/desk/data'
import { bookingParams, ownerCancelBody } from '@/lib/desk/schema'
import { json, method, route } from '@/lib/http'
import { deliverDueMails } from '@/lib/jobs/mutations'
import { cancelBooking } from '@/lib/bookings/cancel'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    params: bookingParams,
    body: ownerCancelBody,
    async handle({ params, body, admin }) {
      const booking = await cancelBooking({
        id: params.id,
        ...body,
        actor: admin.username,
        now: new Date(),
      })
      after(deliverDueMails)
      return json(toOwnedBooking(booking))
    },
  }),
})
