import { browserOf, newBrowser, originOf, setBrowserCookie } from '@/lib/auth/browser'
import { codeTime, memberTokenOf } from '@/lib/auth/queries'
import { signInMember } from '@/lib/auth/member-codes'
import { memberCookie } from '@/lib/auth/rules'
import { memberSignInShape } from '@/lib/auth/schema'
import { endMemberSession } from '@/lib/auth/sessions'
import { recordedSignIn } from '@/lib/auth/sign-in'
import { env } from '@/lib/env'
import { json, method, route } from '@/lib/route'
import { provePendingMembership } from '@/lib/memberships/proof'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    // In addition to the five tries of a code: nobody can go through many inboxes with one guess
    // each.
    limit: { name: 'member-sign-in', max: 20, seconds: 900 },
    body: memberSignInShape,
    async handle({ request, body, address }) {
      // A long code counts in a browser that has never asked for one.
      const known = browserOf(request)
      const browser = known ?? newBrowser()
      const attempt = {
        ...body,
        browser,
        origin: originOf(request, address),
        now: await codeTime(),
      }
      const token = await recordedSignIn(body, async () => ({
        token: await signInMember(attempt, provePendingMembership),
        factors: ['email_code'],
      }))
      const previous = memberTokenOf(request)
      if (previous) await endMemberSession(previous)
      const response = json({ email: body.email })
      if (!known) setBrowserCookie(response, browser)
      response.cookies.set(memberCookie(env().SITE_URL.startsWith('https://'), token))
      return response
    },
  }),
})
