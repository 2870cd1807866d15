import { after } from 'next/server'
import { toOwnedBooking } from '@/lib/desk/data'
import { bookingParams, statusBody } from '@/lib/desk/schema'
import { json, method, route } from '@/lib/http'
import { deliverDueMails } from '@/lib/jobs/mutations'
import { setStatus } from '@/lib/bookings/set-status'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    params: bookingParams,
    body: statusBody,
    async handle({ params, body, admin }) {
      const booking = await setStatus({
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
