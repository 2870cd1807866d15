import { addBlock } from '@/lib/admin/calendar/block'
import { blockBody } from '@/lib/admin/calendar/schema'
import { expireContent } from '@/lib/cache/expire'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    once: 'blocks',
    body: blockBody,
    async handle({ body, admin, locale }) {
      const made = await addBlock(body, { actor: admin.username, now: new Date(), locale })
      expireContent('blocks')
      return json(made, 201)
    },
  }),
})
