import { adminBooking } from '@/lib/admin/bookings/queries'
import { moveMail } from '@/lib/admin/bookings/preview'
import { bookingParams, moveQuery } from '@/lib/admin/bookings/schema'
import { Problem } from '@/lib/problem'
import { json, method, route } from '@/lib/route'

/** The mail that a move would send. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'manager',
    params: bookingParams,
    query: moveQuery,
    async handle({ params, query, locale }) {
      if (!(await adminBooking(params.id, locale))) throw new Problem('not_found')
      return json(await moveMail(params.id, query, new Date()))
    },
  }),
})
