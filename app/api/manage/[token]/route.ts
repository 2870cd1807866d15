import { managedBooking } from '@/lib/bookings/manage'
import { manageParams } from '@/lib/bookings/schema'
import { json, method, route } from '@/lib/http'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({
    access: 'public',
    limit: { name: 'manage-read', max: 240, seconds: 600 },
    params: manageParams,
    async handle({ params, locale }) {
      const booking = await managedBooking(params.token, locale, new Date())
      if (!booking) throw new Problem('not_found')
      return json(booking)
    },
  }),
})
