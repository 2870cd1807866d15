import { after } from 'next/server'
import { toAdminBooking } from '@/lib/admin/bookings/queries'
import { bookingParams, contactDetailsBody } from '@/lib/admin/bookings/schema'
import { correctContact, redirectsMoney } from '@/lib/bookings/contact'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { adminChange, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'manager',
    params: bookingParams,
    body: contactDetailsBody,
    proof: ({ params, body }) => redirectsMoney({ ...params, ...body }),
    async change({ body, locale, id, version, actor }) {
      const booking = await correctContact({ ...body, id, version, actor })
      after(deliverDueMails)
      return toAdminBooking(booking, locale)
    },
  }),
})
