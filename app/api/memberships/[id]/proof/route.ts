import * as z from 'zod/mini'
import { json, method, route } from '@/lib/http'
import { proveAtDesk } from '@/lib/memberships/members'
import { idText } from '@/lib/text'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: method({
    access: 'admin',
    params: z.object({ id: idText() }),
    body: z.object({}),
    handle: async ({ params: { id }, admin }) => json(await proveAtDesk(id, admin.username)),
  }),
})
