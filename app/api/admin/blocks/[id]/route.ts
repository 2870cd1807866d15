import { removeBlock } from '@/lib/admin/calendar/block'
import { blockParams, blockQuery } from '@/lib/admin/calendar/schema'
import { expireContent } from '@/lib/cache/expire'
import { method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: method({
    access: 'manager',
    params: blockParams,
    query: blockQuery,
    async handle({ params, query, admin }) {
      await removeBlock(params.id, query, admin.username)
      expireContent('blocks')
      return new Response(null, { status: 204 })
    },
  }),
})
