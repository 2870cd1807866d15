import { NextResponse } from 'next/server'
import { adminTokenOf } from '@/lib/auth/data'
import { adminCookie } from '@/lib/auth/rules'
import { signOutShape } from '@/lib/auth/schema'
import { signOut, signOutEverywhere } from '@/lib/auth/sessions'
import { env } from '@/lib/env'
import { method, route } from '@/lib/http'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: method({
    // Public: whoever's session has already run out must still get rid of the cookie.
    access: 'public',
    seesAdmin: true,
    body: signOutShape,
    async handle({ request, body, admin }) {
      const token = adminTokenOf(request)
      if (body.everywhere && admin) await signOutEverywhere(admin.id)
      else if (token) await signOut(token)
      const response = new NextResponse(null, { status: 204 })
      response.cookies.set(adminCookie(env().SITE_URL.startsWith('https://'), null))
      return response
    },
  }),
})
