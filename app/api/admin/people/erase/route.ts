import { json, method, route } from '@/lib/route'
import { erasePerson } from '@/lib/people/erase'
import { personBody } from '@/lib/people/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'owner',
    proof: true,
    body: personBody,
    handle: async ({ body, admin }) => json(await erasePerson({ ...body, actor: admin.username })),
  }),
})
