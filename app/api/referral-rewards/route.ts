import { json, method, route } from '@/lib/http'
import { listRewards } from '@/lib/memberships/members'
import { rewardListQuery } from '@/lib/memberships/schema'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({
    access: 'admin',
    query: rewardListQuery,
    async handle({ query }) {
      const { rewards, nextCursor } = await listRewards(query)
      const response = json(rewards)
      if (nextCursor) response.headers.set('X-Next-Cursor', String(nextCursor))
      return response
    },
  }),
})
