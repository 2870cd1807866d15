import { randomUUID } from 'node:crypto'
import { after } from 'next/server'
import { paymentBody } from '@/lib/admin/attention/schema'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { recordPayment } from '@/lib/payments/record'
import { json, method, route } from '@/lib/route'
import { needsProofToReceive } from '@/lib/settings/queries'
import { settlements } from '@/lib/settlements'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    proof: ({ body }) => needsProofToReceive(body.amountSen),
    body: paymentBody,
    async handle({ request, body: { bookingId, orderId, amountSen, ...body }, admin }) {
      const key = request.headers.get('idempotency-key')
      const recorded = await recordPayment(settlements, {
        ...body,
        about: { bookingId: bookingId ?? null, orderId: orderId ?? null },
        sen: amountSen,
        key: key === null ? randomUUID() : `received:${key}`,
        actor: admin.username,
        now: new Date(),
      })
      after(deliverDueMails)
      return json(recorded, 201)
    },
  }),
})
