import { after } from 'next/server'
import { byId, json, method, route } from '@/lib/route'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { adminOrder } from '@/lib/admin/orders/queries'
import { orderStatusBody } from '@/lib/orders/schema'
import { changeOrder } from '@/lib/orders/change'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'manager',
    params: byId,
    body: orderStatusBody,
    proof: ({ body }) => body.status === 'refunded',
    async handle({ params, body, admin }) {
      await changeOrder({
        id: params.id,
        to: body.status,
        link: body.link,
        version: body.version,
        actor: admin.username,
      })
      after(deliverDueMails)
      return json(await adminOrder(params.id))
    },
  }),
})
