import { expireContent } from '@/lib/cache/expire'
import { stopCode } from '@/lib/codes/change'
import { byId, json, method, route } from '@/lib/route'

/** A code is stopped, and never deleted: bookings refer to it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: method({
    access: 'owner',
    params: byId,
    async handle({ params, admin }) {
      const code = await stopCode({ id: params.id, actor: admin.username, now: new Date() })
      expireContent('codes')
      return json(code)
    },
  }),
})
