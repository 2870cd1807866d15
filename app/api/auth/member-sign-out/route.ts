import * as z from 'zod/mini'
import { memberTokenOf } from '@/lib/auth/queries'
import { memberCookie } from '@/lib/auth/rules'
import { endMemberSession } from '@/lib/auth/sessions'
import { env } from '@/lib/env'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    body: z.object({}),
    async handle({ request }) {
      const token = memberTokenOf(request)
      if (token) await endMemberSession(token)
      const response = json({ email: null })
      response.cookies.set(memberCookie(env().SITE_URL.startsWith('https://'), null))
      return response
    },
  }),
})
