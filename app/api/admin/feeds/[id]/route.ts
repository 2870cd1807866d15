import { removeFeed } from '@/lib/admin/feeds/change'
import { expireContent } from '@/lib/cache/expire'
import { byId, method, noContent, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: method({
    access: 'manager',
    params: byId,
    async handle({ params, admin }) {
      await removeFeed(params.id, admin.username)
      expireContent('blocks')
      return noContent()
    },
  }),
})
