import { bookingDetail } from '@/lib/admin/bookings/queries'
import { bookingParams } from '@/lib/admin/bookings/schema'
import { json, method, route } from '@/lib/route'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'manager',
    params: bookingParams,
    async handle({ params, locale, admin }) {
      const detail = await bookingDetail(params.id, locale, admin.username)
      if (!detail) throw new Problem('not_found')
      return json(detail)
    },
  }),
})
