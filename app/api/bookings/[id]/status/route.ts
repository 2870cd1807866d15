import { after } from 'next/server'
import { toAdminBooking } from '@/lib/admin/bookings/queries'
import { bookingParams, statusBody } from '@/lib/admin/bookings/schema'
import { json, method, route } from '@/lib/route'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { setStatus } from '@/lib/bookings/set-status'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'admin',
    params: bookingParams,
    body: statusBody,
    async handle({ params, body, admin, locale }) {
      const booking = await setStatus({
        id: params.id,
        ...body,
        actor: admin.username,
        now: new Date(),
      })
      after(deliverDueMails)
      return json(toAdminBooking(booking, locale))
    },
  }),
})
