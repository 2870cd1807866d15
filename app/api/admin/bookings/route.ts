import { after } from 'next/server'
import { createByAdmin } from '@/lib/bookings/create-by-admin'
import { adminBookingBody } from '@/lib/bookings/schema'
import { toOwnedBooking } from '@/lib/desk/data'
import { json, method, route } from '@/lib/http'
import { deliverDueMails } from '@/lib/jobs/mutations'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: method({
    access: 'admin',
    body: adminBookingBody,
    async handle({ body, admin }) {
      const booking = await createByAdmin(body, { actor: admin.username, now: new Date() })
      after(deliverDueMails)
      return json(toOwnedBooking(booking), 201)
    },
  }),
})
