import { after } from 'next/server'
import { adminOrder } from '@/lib/admin/orders/queries'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { correctOrderContact } from '@/lib/orders/contact'
import { orderContactBody } from '@/lib/orders/schema'
import { adminChange, byId, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'manager',
    params: byId,
    body: orderContactBody,
    proof: true,
    async change({ body, id, version, actor }) {
      await correctOrderContact({ ...body, id, version, actor })
      after(deliverDueMails)
      return adminOrder(id)
    },
  }),
})
