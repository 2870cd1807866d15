import { after } from 'next/server'
import { manageParams } from '@/lib/bookings/schema'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { giveFootage } from '@/lib/orders/footage'
import { footageBody } from '@/lib/orders/schema'
import { countOnPurchase } from '@/lib/http/purchase-limits'
import { managedOrder, orderOfToken } from '@/lib/orders/queries'
import { Problem } from '@/lib/problem'
import { json, method, route } from '@/lib/route'

async function orderOf(token: string): Promise<number> {
  const id = await orderOfToken(token)
  if (id === null) throw new Problem('not_found')
  return id
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    limit: { name: 'manage-footage', max: 20, seconds: 600 },
    params: manageParams,
    before: async ({ params: { token } }) => void (await orderOf(token)),
    body: footageBody,
    async handle({ params: { token }, body }) {
      await countOnPurchase('footage', { orderId: await orderOf(token) })
      await giveFootage({ token, links: body.footageLinks, now: new Date() })
      after(deliverDueMails)
      return json(await managedOrder(token))
    },
  }),
})
