import { searchConsole } from '@/lib/admin/search/queries'
import { consoleSearch } from '@/lib/admin/search/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'manager',
    query: consoleSearch,
    handle: async ({ query, locale, admin }) =>
      json(await searchConsole(query.query, locale, admin.role)),
  }),
})
