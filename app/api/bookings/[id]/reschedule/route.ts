import { after } from 'next/server'
import { ownedBooking } from '@/lib/desk/data'
import { bookingParams, ownerRescheduleBody } from '@/lib/desk/schema'
import { json, method, route } from '@/lib/http'
import { deliverDueMails } from '@/lib/jobs/mutations'
import { rescheduleBooking } from '@/lib/bookings/reschedule'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    params: bookingParams,
    body: ownerRescheduleBody,
    async handle({ params, body, admin }) {
      const isMoved = await rescheduleBooking({
        id: params.id,
        ...body,
        by: 'admin',
        actor: admin.username,
        now: new Date(),
      })
      if (isMoved) after(deliverDueMails)
      return json(await ownedBooking(params.id))
    },
  }),
})
