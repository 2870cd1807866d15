import { after } from 'next/server'
import { browserOf, newBrowser, setBrowserCookie } from '@/lib/auth/browser'
import { provenEmailOf } from '@/lib/auth/queries'
import { adminList, json, method, route } from '@/lib/route'
import { withIdempotencyKey } from '@/lib/http/idempotency'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { listMembers } from '@/lib/admin/members/queries'
import { joinMembership } from '@/lib/memberships/join'
import { joinInput, memberListQuery } from '@/lib/memberships/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: adminList({ access: 'manager', query: memberListQuery, list: listMembers }),
  POST: method({
    access: 'public',
    limit: { name: 'memberships', max: 5, seconds: 3600 },
    body: joinInput,
    async handle({ request, body, locale }) {
      const provenEmail = await provenEmailOf(request)
      const known = browserOf(request)
      // A retry after a lost answer must not be told "already a member", and must get the same
      // browser's token.
      const question = {
        endpoint: 'memberships',
        key: request.headers.get('idempotency-key'),
        body,
        email: body.customerEmail,
        visitorToken: known ?? newBrowser(),
        hasCookie: known !== null,
      }
      const answer = await withIdempotencyKey(question, async (browser) => ({
        status: 201,
        body: await joinMembership({ input: body, provenEmail, browser, locale }),
        visitorToken: browser,
      }))
      after(deliverDueMails)
      const response = json(answer.body, answer.status)
      setBrowserCookie(response, answer.visitorToken)
      return response
    },
  }),
})
