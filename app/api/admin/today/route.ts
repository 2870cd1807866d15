import { createHash } from 'node:crypto'
import { todayOf } from '@/lib/admin/today/queries'
import { todayQuery } from '@/lib/admin/today/schema'
import { json, method, route } from '@/lib/route'
import { studioDate } from '@/lib/time'

/** Read again every half minute by each open console: 304 while nothing has changed. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'crew',
    query: todayQuery,
    async handle({ query, locale, request, admin }) {
      const now = new Date()
      const date = query.date ?? studioDate(now)
      const all = query.todo === 'all'
      const today = await todayOf(date, locale, now, admin.role, { all })
      const tag = `"${createHash('sha256').update(JSON.stringify(today)).digest('base64url')}"`
      const headers = { ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'x-language' }
      if (request.headers.get('if-none-match') === tag)
        return new Response(null, { status: 304, headers })
      return json(today, 200, headers)
    },
  }),
})
