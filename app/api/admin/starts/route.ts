import { dayStarts } from '@/lib/admin/calendar/queries'
import { startsQuery } from '@/lib/admin/calendar/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'manager',
    query: startsQuery,
    handle: async ({ query, locale }) =>
      json(await dayStarts({ ...query, locale, now: new Date() })),
  }),
})
