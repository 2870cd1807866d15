import * as z from 'zod/mini'
import { json, method, route } from '@/lib/http'
import { linkPayment, markHandled, paymentAlert } from '@/lib/payments/attention'
import { attentionBody } from '@/lib/payments/schema'
import { settlements } from '@/lib/settlements'
import { idText } from '@/lib/text'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    params: z.object({ id: idText() }),
    body: attentionBody,
    async handle({
      params: { id },
      body: { bookingId = null, orderId = null, note, version },
      admin,
    }) {
      const word = { id, note, version, actor: admin.username, now: new Date() }
      if (bookingId === null && orderId === null) await markHandled(word)
      else
        await linkPayment(settlements, {
          ...word,
          bookingId,
          orderId: bookingId === null ? orderId : null,
        })
      return json(await paymentAlert(id))
    },
  }),
})
