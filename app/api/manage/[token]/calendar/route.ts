import { calendarOfToken } from '@/lib/bookings/manage'
import { manageParams } from '@/lib/bookings/schema'
import { method, route } from '@/lib/route'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    limit: { name: 'manage-read', max: 240, seconds: 600 },
    params: manageParams,
    async handle({ params }) {
      const file = await calendarOfToken(params.token)
      if (!file) throw new Problem('not_found')
      const headers = {
        'content-type': `text/calendar; charset=utf-8; method=${file.method}`,
        'content-disposition': `attachment; filename="${file.filename}"`,
      }
      return new Response(file.content, { headers })
    },
  }),
})
