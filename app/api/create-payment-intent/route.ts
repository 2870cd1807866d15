import { clientSecretFor } from '@/lib/bookings/client-secret'
import { paymentIntentBody } from '@/lib/bookings/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    limit: { name: 'create-payment-intent', max: 40, seconds: 600 },
    body: paymentIntentBody,
    async handle({ body, visitor }) {
      const { bookingId, amount } = body
      const input = { bookingId, amountSen: amount ?? null, visitorHash: visitor.hash }
      return json(await clientSecretFor(input))
    },
  }),
})
