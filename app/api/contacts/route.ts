import * as z from 'zod/mini'
import { isContactCursor, listContacts } from '@/lib/contacts/data'
import { saveContact } from '@/lib/contacts/mutations'
import { contactInput } from '@/lib/contacts/schema'
import { json, method, route } from '@/lib/http'
import { onceByKey } from '@/lib/idempotency'
import { newToken } from '@/lib/request'

const listQuery = z.object({
  limit: z._default(z.string().check(z.regex(/^([1-9]\d?|100)$/, { error: 'choice' })), '100'),
  cursor: z.optional(z.string().check(z.refine(isContactCursor, { error: 'invalid' }))),
  archived: z._default(z.enum(['0', '1'], { error: 'choice' }), '0'),
})

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({
    access: 'admin',
    query: listQuery,
    async handle({ query }) {
      const { contacts, nextCursor } = await listContacts({
        limit: Number(query.limit),
        cursor: query.cursor ?? null,
        archived: query.archived === '1',
      })
      const response = json(contacts)
      if (nextCursor) response.headers.set('X-Next-Cursor', nextCursor)
      return response
    },
  }),
  POST: method({
    access: 'public',
    limit: { name: 'contacts', max: 5, seconds: 600 },
    body: contactInput,
    async handle({ request, body }) {
      // A message belongs to no visitor token: whoever repeats the key with the very same words
      // gets those words back.
      const question = {
        endpoint: 'contacts',
        key: request.headers.get('idempotency-key'),
        body,
        visitorToken: newToken(),
        hasCookie: false,
      }
      const answer = await onceByKey(question, async (visitorToken) => ({
        status: 201,
        body: await saveContact(body),
        visitorToken,
      }))
      return json(answer.body, answer.status)
    },
  }),
})
