import { after } from 'next/server'
import { refundPayment } from '@/lib/admin/attention/handle'
import { paymentAlert } from '@/lib/admin/attention/queries'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { byId, json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'admin',
    params: byId,
    async handle({ params: { id }, admin }) {
      await refundPayment({ id, actor: admin.username })
      after(deliverDueMails)
      return json(await paymentAlert(id))
    },
  }),
})
