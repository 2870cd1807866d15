import { replyToContact } from '@/lib/contacts/reply'
import { replyBody } from '@/lib/contacts/schema'
import { byId, json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    once: 'replies',
    params: byId,
    body: replyBody,
    async handle({ params: { id }, body, admin }) {
      const answer = { id, ...body, actor: admin.username, now: new Date() }
      return json(await replyToContact(answer), 201)
    },
  }),
})
