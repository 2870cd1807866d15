import { assertOpensBooking, bookingOfToken } from '@/lib/bookings/manage'
import { manageParams, upgradeBody } from '@/lib/bookings/schema'
import { json, method, route } from '@/lib/route'
import { upgradeSecret, wantedLength } from '@/lib/bookings/upgrade'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    limit: { name: 'manage-upgrade', max: 20, seconds: 600 },
    params: manageParams,
    before: ({ params }) => assertOpensBooking(params.token),
    body: upgradeBody,
    async handle({ params, body }) {
      const booking = await bookingOfToken(params.token)
      if (!booking) throw new Problem('not_found')
      const { addOns = [], amount } = body
      return json(
        await upgradeSecret({
          bookingId: booking.id,
          length: wantedLength(body, booking),
          addOns,
          amountSen: amount,
          now: new Date(),
        }),
      )
    },
  }),
})
