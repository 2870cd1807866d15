import { NextResponse } from 'next/server'
import { browserOf, setAdminCookie } from '@/lib/auth/browser'
import { withSessionAgain } from '@/lib/auth/enter'
import { prove, shownInProof } from '@/lib/auth/proof'
import { adminTokenOf, codeTime } from '@/lib/auth/queries'
import { proofShape } from '@/lib/auth/schema'
import { Problem } from '@/lib/problem'
import { method, noContent, route } from '@/lib/route'

// GET tells whether one is needed, before something that cannot be sent again: a download.
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({ access: 'crew', proof: true, handle: async () => noContent() }),
  POST: method({
    access: 'crew',
    body: proofShape,
    again: ({ request, body }) =>
      withSessionAgain(request, (token) => shownInProof({ ...body, token })),
    async handle({ request, body, admin }) {
      const token = adminTokenOf(request)
      if (!token) throw new Problem('unauthorized')
      const proof = { ...body, token, browser: browserOf(request), now: await codeTime() }
      const renewed = await prove(admin, proof)
      const response = new NextResponse(null, { status: 204 })
      setAdminCookie(response, renewed.token, renewed.trusted)
      return response
    },
  }),
})
