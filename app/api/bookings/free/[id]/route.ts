import * as z from 'zod/mini'
import { freeBooking } from '@/lib/bookings/data'
import { json, method, route } from '@/lib/http'
import { Problem } from '@/lib/problem'
import { idText } from '@/lib/text'

/**
 * The twin of …/payment/{paymentIntentId} for a free session: nothing was paid, so the visitor
 * cookie alone owns it (decision C8).
 */
export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({
    access: 'public',
    limit: { name: 'payment-read', max: 120, seconds: 600 },
    params: z.object({ id: idText() }),
    async handle({ params, visitor, locale }) {
      const booking =
        visitor.hash === null ? null : await freeBooking(params.id, visitor.hash, locale)
      if (!booking) throw new Problem('not_found')
      return json(booking)
    },
  }),
})
