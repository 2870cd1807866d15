import { NextResponse } from 'next/server'
import { signOut, signOutEverywhere } from '@/lib/auth/mutations'
import { adminCookie, adminCookieName } from '@/lib/auth/rules'
import { signOutShape } from '@/lib/auth/schema'
import { env } from '@/lib/env'
import { method, route } from '@/lib/http'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: method({
    // Public: whoever's session has already run out must still get rid of the cookie.
    access: 'public',
    seesAdmin: true,
    body: signOutShape,
    async handle({ request, body, admin }) {
      const secure = env().SITE_URL.startsWith('https://')
      const cookie = request.cookies.get(adminCookieName(secure))
      if (body.everywhere && admin) await signOutEverywhere(admin.id)
      else if (cookie) await signOut(cookie.value)
      const response = new NextResponse(null, { status: 204 })
      response.cookies.set(adminCookie(secure, null))
      return response
    },
  }),
})
