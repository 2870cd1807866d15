import { calendarBehind } from '@/lib/admin/addresses/queries'
import { manageParams } from '@/lib/bookings/schema'
import { sha256 } from '@/lib/http/request'
import { Problem } from '@/lib/problem'
import { method, route } from '@/lib/route'

/** /calendar/{token}.ics, for the calendar of a phone. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    limit: { name: 'calendar-read', max: 120, seconds: 600 },
    params: manageParams,
    async handle({ params, request }) {
      const content = await calendarBehind(params.token, new Date())
      if (content === null) throw new Problem('not_found')
      const headers = {
        etag: `"${sha256(content).slice(0, 32)}"`,
        'cache-control': 'private, no-cache',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      }
      const known = request.headers.get('if-none-match')?.replace(/^W\//, '')
      if (known === headers.etag) return new Response(null, { status: 304, headers })
      return new Response(content, {
        headers: { ...headers, 'content-type': 'text/calendar; charset=utf-8' },
      })
    },
  }),
})
