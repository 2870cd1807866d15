import { nextSlots } from '@/lib/availability/queries'
import { nextSlotQuery } from '@/lib/availability/schema'
import { json, method, route } from '@/lib/route'
import { addDays } from '@/lib/time'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    query: nextSlotQuery,
    async handle({ query: { after, ...query }, visitor }) {
      const [slot] = await nextSlots(1, {
        ...query,
        visitorHash: visitor.hash,
        now: new Date(),
        from: after && addDays(after, 1),
      })
      return json(slot ?? null)
    },
  }),
})
