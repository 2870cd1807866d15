import { NextResponse } from 'next/server'
import { changeOwnPassword } from '@/lib/auth/account'
import { browserOf, originOf } from '@/lib/auth/browser'
import { adminCookie } from '@/lib/auth/rules'
import { newPasswordShape } from '@/lib/auth/schema'
import { env } from '@/lib/env'
import { method, route } from '@/lib/http'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    body: newPasswordShape,
    async handle({ admin, body, request, address }) {
      if (!admin) throw new Problem('unauthorized')
      const token = await changeOwnPassword(admin, {
        ...body,
        browser: browserOf(request),
        origin: originOf(request, address),
        now: new Date(),
      })
      const response = new NextResponse(null, { status: 204 })
      response.cookies.set(adminCookie(env().SITE_URL.startsWith('https://'), token))
      return response
    },
  }),
})
