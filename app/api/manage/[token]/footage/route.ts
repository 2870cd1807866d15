import { after } from 'next/server'
import { manageParams } from '@/lib/bookings/schema'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { giveFootage } from '@/lib/orders/footage'
import { footageBody } from '@/lib/orders/schema'
import { managedOrder } from '@/lib/orders/queries'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    limit: { name: 'manage-footage', max: 20, seconds: 600 },
    params: manageParams,
    body: footageBody,
    async handle({ params: { token }, body }) {
      await giveFootage({ token, links: body.footageLinks, now: new Date() })
      after(deliverDueMails)
      return json(await managedOrder(token))
    },
  }),
})
