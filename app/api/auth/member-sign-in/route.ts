import { NextResponse } from 'next/server'
import { endMemberSession, signInMember } from '@/lib/auth/mutations'
import { memberCookie, memberCookieName } from '@/lib/auth/rules'
import { memberSignInShape } from '@/lib/auth/schema'
import { recordedSignIn } from '@/lib/auth/trail'
import { env } from '@/lib/env'
import { method, route } from '@/lib/http'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: method({
    access: 'public',
    // Beside the five tries of a code: nobody goes through many inboxes with one guess each.
    limit: { name: 'member-sign-in', max: 20, seconds: 900 },
    body: memberSignInShape,
    async handle({ request, body }) {
      const secure = env().SITE_URL.startsWith('https://')
      const token = await recordedSignIn(body, () => signInMember({ ...body, now: new Date() }))
      const previous = request.cookies.get(memberCookieName(secure))
      if (previous) await endMemberSession(previous.value)
      const response = NextResponse.json({ email: body.email })
      response.cookies.set(memberCookie(secure, token))
      return response
    },
  }),
})
