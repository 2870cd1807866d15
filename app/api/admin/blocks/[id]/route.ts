import { unblockRoom } from '@/lib/calendar/block'
import { blockParams, blockQuery } from '@/lib/calendar/schema'
import { method, route } from '@/lib/http'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  DELETE: method({
    access: 'admin',
    params: blockParams,
    query: blockQuery,
    async handle({ params, query, admin }) {
      await unblockRoom(params.id, query.scope, admin.username)
      return new Response(null, { status: 204 })
    },
  }),
})
