import { blockRoom } from '@/lib/admin/calendar/block'
import { blockBody } from '@/lib/admin/calendar/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'admin',
    body: blockBody,
    handle: async ({ body, admin }) => json({ ids: await blockRoom(body, admin.username) }, 201),
  }),
})
