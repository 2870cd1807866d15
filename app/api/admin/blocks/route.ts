import { addBlock } from '@/lib/admin/calendar/block'
import { blockBody } from '@/lib/admin/calendar/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'admin',
    body: blockBody,
    handle: async ({ body, admin }) => json({ id: await addBlock(body, admin.username, new Date()) }, 201),
  }),
})
