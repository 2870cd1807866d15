import { after } from 'next/server'
import { refundPart, refundPayment } from '@/lib/admin/attention/handle'
import { paymentAlert } from '@/lib/admin/attention/queries'
import { refundBody } from '@/lib/admin/attention/schema'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { byId, json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    proof: true,
    params: byId,
    body: refundBody,
    async handle({ params: { id }, body: { amountSen, ...body }, admin }) {
      const actor = admin.username
      if (amountSen === undefined) await refundPayment({ id, actor })
      else await refundPart({ id, amountSen, ...body, actor, now: new Date() })
      after(deliverDueMails)
      return json(await paymentAlert(id))
    },
  }),
})
