import { NextResponse } from 'next/server'
import { signIn, signOut } from '@/lib/auth/mutations'
import { adminCookie, adminCookieName } from '@/lib/auth/rules'
import { signInShape } from '@/lib/auth/schema'
import { recordedSignIn } from '@/lib/auth/trail'
import { env } from '@/lib/env'
import { method, route } from '@/lib/http'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: method({
    access: 'public',
    body: signInShape,
    async handle({ request, body, address }) {
      const secure = env().SITE_URL.startsWith('https://')
      const token = await recordedSignIn(body, () => signIn({ ...body, address }))
      const previous = request.cookies.get(adminCookieName(secure))
      if (previous) await signOut(previous.value)
      const response = NextResponse.json({ username: body.username })
      response.cookies.set(adminCookie(secure, token))
      return response
    },
  }),
})
