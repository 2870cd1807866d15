import { after } from 'next/server'
import { bookingAs } from '@/lib/admin/bookings/queries'
import { bookingParams, undoBody } from '@/lib/admin/bookings/schema'
import { undo } from '@/lib/bookings/undo'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'crew',
    params: bookingParams,
    body: undoBody,
    async handle({ params: { id }, body, admin, locale }) {
      const booking = await undo({ id, ...body, actor: admin.username })
      after(deliverDueMails)
      return json(bookingAs(admin.role, booking, locale))
    },
  }),
})
