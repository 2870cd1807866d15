import { after } from 'next/server'
import * as z from 'zod/mini'
import { json, method, route } from '@/lib/http'
import { deliverDueMails } from '@/lib/jobs/mutations'
import { ownerOrder } from '@/lib/orders/owner'
import { orderStatusBody } from '@/lib/orders/schema'
import { changeOrder } from '@/lib/orders/change'
import { idText } from '@/lib/text'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    params: z.object({ id: idText() }),
    body: orderStatusBody,
    async handle({ params, body, admin }) {
      await changeOrder({
        id: params.id,
        to: body.status,
        link: body.link,
        version: body.version,
        actor: admin.username,
      })
      after(deliverDueMails)
      return json(await ownerOrder(params.id))
    },
  }),
})
