import { findPeople } from '@/lib/admin/customers/queries'
import { peopleQuery } from '@/lib/admin/customers/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'owner',
    query: peopleQuery,
    handle: async ({ query }) => json(await findPeople(query.query)),
  }),
})
