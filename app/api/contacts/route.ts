import * as z from 'zod/mini'
import { provenEmailOf } from '@/lib/auth/queries'
import { isContactCursor, listContacts } from '@/lib/contacts/queries'
import { saveContact } from '@/lib/contacts/messages'
import { contactInput } from '@/lib/contacts/schema'
import { adminList, json, method, route } from '@/lib/route'
import { withIdempotencyKey } from '@/lib/http/idempotency'
import { newToken } from '@/lib/http/request'
import { LIMITS } from '@/lib/limits'
import { optionalCode, pageSize } from '@/lib/text'

const listQuery = z.object({
  limit: pageSize(),
  cursor: z.optional(z.string().check(z.refine(isContactCursor, { error: 'invalid' }))),
  archived: z._default(z.enum(['0', '1'], { error: 'choice' }), '0'),
  q: optionalCode(LIMITS.search),
})

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: adminList({
    access: 'manager',
    query: listQuery,
    list: ({ limit, cursor, archived, q }) =>
      listContacts({ limit, cursor: cursor ?? null, archived: archived === '1', q }),
  }),
  POST: method({
    access: 'public',
    limit: { name: 'contacts', max: 5, seconds: 600 },
    body: contactInput,
    async handle({ request, body, locale }) {
      // A message belongs to no visitor token: a request that repeats the key with the same input
      // gets that input back.
      const question = {
        endpoint: 'contacts',
        key: request.headers.get('idempotency-key'),
        body,
        email: body.email,
        visitorToken: newToken(),
        hasCookie: false,
      }
      const answer = await withIdempotencyKey(question, async (visitorToken) => {
        const provenEmail = await provenEmailOf(request)
        return { status: 201, body: await saveContact(body, { provenEmail, locale }), visitorToken }
      })
      return json(answer.body, answer.status)
    },
  }),
})
