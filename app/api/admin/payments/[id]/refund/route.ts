import { after } from 'next/server'
import * as z from 'zod/mini'
import { json, method, route } from '@/lib/http'
import { deliverDueMails } from '@/lib/jobs/mutations'
import { paymentAlert, refundPayment } from '@/lib/payments/attention'
import { settlements } from '@/lib/settlements'
import { idText } from '@/lib/text'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: method({
    access: 'admin',
    params: z.object({ id: idText() }),
    async handle({ params: { id }, admin }) {
      await refundPayment(settlements, { id, actor: admin.username })
      after(deliverDueMails)
      return json(await paymentAlert(id))
    },
  }),
})
