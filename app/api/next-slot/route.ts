import { freeNow } from '@/lib/availability/free-now'
import { nextSlots } from '@/lib/availability/queries'
import { isSameLength } from '@/lib/availability/rules'
import { nextSlotQuery } from '@/lib/availability/schema'
import { AN_HOUR } from '@/lib/availability/week'
import { json, method, route } from '@/lib/route'
import { addDays } from '@/lib/time'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    query: nextSlotQuery,
    async handle({ query: { after, ...query }, visitor }) {
      const now = new Date()
      const isOfAnything =
        after === undefined &&
        query.serviceId === undefined &&
        query.roomId === undefined &&
        isSameLength(query, AN_HOUR)
      if (isOfAnything) return json(await freeNow(now))
      const [slot] = await nextSlots(1, {
        ...query,
        visitorHash: visitor.hash,
        now,
        from: after && addDays(after, 1),
      })
      return json(slot ?? null)
    },
  }),
})
