import { after } from 'next/server'
import { bookByHand } from '@/lib/calendar/mutations'
import { handBookingBody } from '@/lib/calendar/schema'
import { toOwnedBooking } from '@/lib/desk/data'
import { json, method, route } from '@/lib/http'
import { deliverDueMails } from '@/lib/jobs/mutations'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: method({
    access: 'admin',
    body: handBookingBody,
    async handle({ body, admin }) {
      const booking = await bookByHand(body, { actor: admin.username, now: new Date() })
      after(deliverDueMails)
      return json(toOwnedBooking(booking), 201)
    },
  }),
})
