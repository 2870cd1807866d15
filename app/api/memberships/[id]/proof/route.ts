import * as z from 'zod/mini'
import { proveInPerson } from '@/lib/admin/members/change'
import { byId, json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    params: byId,
    body: z.object({}),
    handle: async ({ params: { id }, admin, locale }) =>
      json(await proveInPerson(id, { actor: admin.username, locale })),
  }),
})
