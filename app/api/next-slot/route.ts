import { nextSlots } from '@/lib/availability/queries'
import { availabilityQuery } from '@/lib/availability/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({
    access: 'public',
    query: availabilityQuery,
    async handle({ query, visitor }) {
      const [slot] = await nextSlots(1, { ...query, visitorHash: visitor.hash, now: new Date() })
      return json(slot ?? null)
    },
  }),
})
