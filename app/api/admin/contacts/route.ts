import { threadsBody } from '@/lib/contacts/schema'
import { changeThreads } from '@/lib/contacts/threads'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'manager',
    body: threadsBody,
    handle: async ({ body, admin }) =>
      json(await changeThreads({ ...body, actor: admin.username, now: new Date() })),
  }),
})
