import { after } from 'next/server'
import { recordGivenBack } from '@/lib/admin/attention/give-back'
import { refundPart, refundPayment } from '@/lib/admin/attention/handle'
import { paymentAlert } from '@/lib/admin/attention/queries'
import { refundBody } from '@/lib/admin/attention/schema'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { byId, json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    once: 'refunds',
    proof: true,
    params: byId,
    body: refundBody,
    async handle({ params: { id }, body: { amountSen, returned, ...body }, admin }) {
      const actor = admin.username
      const now = new Date()
      if (returned) await recordGivenBack({ id, amountSen, ...body, ...returned, actor, now })
      else if (amountSen === undefined) await refundPayment({ id, actor })
      else await refundPart({ id, amountSen, ...body, actor, now })
      after(deliverDueMails)
      return json(await paymentAlert(id))
    },
  }),
})
