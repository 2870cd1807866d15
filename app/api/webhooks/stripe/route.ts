import { after } from 'next/server'
import { json, method, route } from '@/lib/route'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { applyEvent, assertSigned, noteDelivered, verifiedEvent } from '@/lib/payments/webhook'
import { readBytes } from '@/lib/http/request'
import { settlements } from '@/lib/settlements'

const BODY_LIMIT = 1024 * 1024

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'self',
    before: ({ request }) => assertSigned(request.headers.get('stripe-signature')),
    async handle({ request }) {
      const body = Buffer.from(await readBytes(request, BODY_LIMIT))
      const event = await verifiedEvent(body, request.headers.get('stripe-signature'))
      await applyEvent(settlements, event)
      after(noteDelivered)
      after(deliverDueMails)
      return json({ received: true })
    },
  }),
})
