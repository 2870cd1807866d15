import { auditQuery, listChanges } from '@/lib/audit-log'
import { json, method, route } from '@/lib/http'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({
    access: 'admin',
    query: auditQuery,
    async handle({ query }) {
      const { entries, nextCursor } = await listChanges(query)
      const response = json(entries)
      if (nextCursor) response.headers.set('X-Next-Cursor', String(nextCursor))
      return response
    },
  }),
})
