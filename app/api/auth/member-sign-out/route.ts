import { NextResponse } from 'next/server'
import * as z from 'zod/mini'
import { endMemberSession } from '@/lib/auth/mutations'
import { memberCookie, memberCookieName } from '@/lib/auth/rules'
import { env } from '@/lib/env'
import { method, route } from '@/lib/http'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: method({
    access: 'public',
    body: z.object({}),
    async handle({ request }) {
      const secure = env().SITE_URL.startsWith('https://')
      const cookie = request.cookies.get(memberCookieName(secure))
      if (cookie) await endMemberSession(cookie.value)
      const response = NextResponse.json({ email: null })
      response.cookies.set(memberCookie(secure, null))
      return response
    },
  }),
})
