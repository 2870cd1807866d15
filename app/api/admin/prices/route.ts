import { expireContent } from '@/lib/cache/expire'
import { addPriceSet } from '@/lib/catalog/prices'
import { priceSetBody } from '@/lib/catalog/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'owner',
    once: 'prices',
    proof: true,
    body: priceSetBody,
    async handle({ body, admin }) {
      const set = await addPriceSet({ body, actor: admin.username, now: new Date() })
      expireContent('services') // What is kept of the services in memory has it as well.
      return json(set, 201)
    },
  }),
})
