import { after } from 'next/server'
import { json, method, route } from '@/lib/http'
import { onceByKey } from '@/lib/idempotency'
import { deliverDueMails } from '@/lib/jobs/mutations'
import { listMembers } from '@/lib/memberships/members'
import { joinMembership } from '@/lib/memberships/mutations'
import { joinInput, memberListQuery } from '@/lib/memberships/schema'
import { newToken } from '@/lib/request'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({
    access: 'admin',
    query: memberListQuery,
    async handle({ query }) {
      const { members, nextCursor } = await listMembers(query)
      const response = json(members)
      if (nextCursor) response.headers.set('X-Next-Cursor', String(nextCursor))
      return response
    },
  }),
  POST: method({
    access: 'public',
    limit: { name: 'memberships', max: 5, seconds: 3600 },
    body: joinInput,
    async handle({ request, body, locale }) {
      // A retry after a lost answer must not read "already a member" about itself.
      const question = {
        endpoint: 'memberships',
        key: request.headers.get('idempotency-key'),
        body,
        visitorToken: newToken(),
        hasCookie: false,
      }
      const answer = await onceByKey(question, async (visitorToken) => ({
        status: 201,
        body: await joinMembership(body, locale),
        visitorToken,
      }))
      after(deliverDueMails)
      return json(answer.body, answer.status)
    },
  }),
})
