import { freeBooking } from '@/lib/bookings/queries'
import { byId, json, method, route } from '@/lib/route'
import { Problem } from '@/lib/problem'

/**
 * The counterpart of …/payment/{paymentIntentId} for a free session: it has no payment, so only the
 * visitor cookie proves ownership (docs/decisions/020 C8).
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    limit: { name: 'payment-read', max: 120, seconds: 600 },
    params: byId,
    async handle({ params, visitor, locale }) {
      const booking =
        visitor.hash === null ? null : await freeBooking(params.id, visitor.hash, locale)
      if (!booking) throw new Problem('not_found')
      return json(booking)
    },
  }),
})
