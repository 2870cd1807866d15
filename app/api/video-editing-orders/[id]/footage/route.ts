import { after } from 'next/server'
import { adminOrder } from '@/lib/admin/orders/queries'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { receiveFootage } from '@/lib/orders/footage'
import { footageReceivedBody } from '@/lib/orders/schema'
import { byId, json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'manager',
    params: byId,
    body: footageReceivedBody,
    async handle({ params: { id }, body: { version }, admin }) {
      await receiveFootage({ id, version, actor: admin.username, now: new Date() })
      after(deliverDueMails)
      return json(await adminOrder(id))
    },
  }),
})
