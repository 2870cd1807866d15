import { json, method, route } from '@/lib/route'
import { exportPerson } from '@/lib/people/export'
import { personBody } from '@/lib/people/schema'

/** A POST, because an address with an email in it would end up in histories and logs. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'owner',
    proof: true,
    body: personBody,
    handle: async ({ body, admin }) =>
      json(await exportPerson({ ...body, actor: admin.username, now: new Date() })),
  }),
})
