import { after } from 'next/server'
import { adminBooking } from '@/lib/admin/bookings/queries'
import { bookingParams, adminRescheduleBody } from '@/lib/admin/bookings/schema'
import { json, method, route } from '@/lib/route'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { rescheduleBooking } from '@/lib/bookings/reschedule'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'admin',
    params: bookingParams,
    body: adminRescheduleBody,
    async handle({ params, body, admin, locale }) {
      const isMoved = await rescheduleBooking({
        id: params.id,
        ...body,
        by: 'admin',
        actor: admin.username,
        now: new Date(),
      })
      if (isMoved) after(deliverDueMails)
      return json({ ...(await adminBooking(params.id, locale)), isMoved })
    },
  }),
})
