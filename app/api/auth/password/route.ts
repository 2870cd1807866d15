import { NextResponse } from 'next/server'
import { changeOwnPassword, shownIn } from '@/lib/auth/account'
import { browserOf, originOf, setAdminCookie } from '@/lib/auth/browser'
import { withSessionAgain } from '@/lib/auth/enter'
import { adminTokenOf, codeTime } from '@/lib/auth/queries'
import { newPasswordShape } from '@/lib/auth/schema'
import { method, route } from '@/lib/route'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'crew',
    body: newPasswordShape,
    again: ({ request, body }) =>
      withSessionAgain(request, (token) => shownIn.password({ ...body, token })),
    async handle({ admin, body, request, address }) {
      const current = adminTokenOf(request)
      if (!admin || !current) throw new Problem('unauthorized')
      const { token, trusted } = await changeOwnPassword(admin, {
        ...body,
        token: current,
        browser: browserOf(request),
        origin: originOf(request, address),
        now: await codeTime(),
      })
      const response = new NextResponse(null, { status: 204 })
      setAdminCookie(response, token, trusted)
      return response
    },
  }),
})
