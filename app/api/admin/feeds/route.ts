import { addFeed } from '@/lib/admin/feeds/change'
import { readFeedNow } from '@/lib/admin/feeds/read'
import { feedBody } from '@/lib/admin/feeds/schema'
import { expireContent } from '@/lib/cache/expire'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    once: 'feeds',
    limit: { name: 'feeds', max: 60, seconds: 600 },
    body: feedBody,
    async handle({ body, admin }) {
      const made = await addFeed(body, admin.username)
      await readFeedNow(made.id, new Date())
      expireContent('blocks')
      return json(made, 201)
    },
  }),
})
