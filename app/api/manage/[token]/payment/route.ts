import { secretOfUnpaid } from '@/lib/bookings/client-secret'
import { bookingOfToken } from '@/lib/bookings/manage'
import { manageParams, unpaidBody } from '@/lib/bookings/schema'
import { Problem } from '@/lib/problem'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    limit: { name: 'manage-payment', max: 40, seconds: 600 },
    params: manageParams,
    body: unpaidBody,
    async handle({ params, body }) {
      const booking = await bookingOfToken(params.token)
      if (!booking) throw new Problem('not_found')
      const input = { bookingId: booking.id, amountSen: body.amount ?? null }
      return json({ clientSecret: await secretOfUnpaid(input), holdExpiresAt: null })
    },
  }),
})
