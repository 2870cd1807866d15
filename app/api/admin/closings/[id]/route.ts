import { bookingParams } from '@/lib/admin/bookings/schema'
import { choicesFor } from '@/lib/closings/queries'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'manager',
    params: bookingParams,
    handle: async ({ params }) => json(await choicesFor(params.id, new Date())),
  }),
})
