import { after } from 'next/server'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { adminBookingBody } from '@/lib/bookings/schema'
import { withPayUrl } from '@/lib/admin/bookings/queries'
import { json, method, route } from '@/lib/route'
import { deliverDueMails } from '@/lib/jobs/jobs'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'admin',
    body: adminBookingBody,
    async handle({ body, admin, locale }) {
      const booking = await createAdminBooking(body, { actor: admin.username, now: new Date() })
      after(deliverDueMails)
      return json(await withPayUrl(booking.id, locale), 201)
    },
  }),
})
