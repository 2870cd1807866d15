import { readFeedNow } from '@/lib/admin/feeds/read'
import { expireContent } from '@/lib/cache/expire'
import { byId, json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    limit: { name: 'feeds', max: 60, seconds: 600 },
    params: byId,
    async handle({ params }) {
      const read = await readFeedNow(params.id, new Date())
      expireContent('blocks')
      return json({ read })
    },
  }),
})
