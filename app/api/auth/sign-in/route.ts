import { NextResponse } from 'next/server'
import { browserOf, newBrowser, originOf, setBrowserCookie } from '@/lib/auth/browser'
import { adminTokenOf } from '@/lib/auth/data'
import { adminCookie } from '@/lib/auth/rules'
import { signInShape } from '@/lib/auth/schema'
import { signOut } from '@/lib/auth/sessions'
import { signIn } from '@/lib/auth/sign-in'
import { recordedSignIn } from '@/lib/auth/trail'
import { env } from '@/lib/env'
import { method, route } from '@/lib/http'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: method({
    access: 'public',
    body: signInShape,
    async handle({ request, body, address }) {
      const browser = browserOf(request) ?? newBrowser()
      const origin = originOf(request, address)
      const attempt = { ...body, address, browser, origin }
      const token = await recordedSignIn(body, () => signIn(attempt))
      const previous = adminTokenOf(request)
      if (previous) await signOut(previous)
      const response = NextResponse.json({ username: body.username })
      response.cookies.set(adminCookie(env().SITE_URL.startsWith('https://'), token))
      setBrowserCookie(response, browser)
      return response
    },
  }),
})
