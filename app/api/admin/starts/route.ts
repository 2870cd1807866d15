import { dayStarts } from '@/lib/calendar/data'
import { startsQuery } from '@/lib/calendar/schema'
import { json, method, route } from '@/lib/http'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({
    access: 'admin',
    query: startsQuery,
    handle: async ({ query, locale }) =>
      json(await dayStarts({ ...query, locale, now: new Date() })),
  }),
})
