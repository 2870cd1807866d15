import { type NextRequest, NextResponse } from 'next/server'
import {
  beginTotp,
  confirmTotp,
  disableTotp,
  putOffSecondStep,
  recoveryCodesAgain,
  shownIn,
} from '@/lib/auth/account'
import { originOf, setAdminCookie } from '@/lib/auth/browser'
import { withSessionAgain } from '@/lib/auth/enter'
import { adminTokenOf, codeTime } from '@/lib/auth/queries'
import { bothStepsShape, firstCodeShape, ownPasswordShape, putOffShape } from '@/lib/auth/schema'
import { json, method, noContent, route } from '@/lib/route'
import { Problem } from '@/lib/problem'

/** The current session; the answer sets the token that replaces it. */
async function askingOf(request: NextRequest, address: string) {
  const token = adminTokenOf(request)
  if (!token) throw new Problem('unauthorized')
  return { token, origin: originOf(request, address), now: await codeTime() }
}

type Session = { token: string; trusted: boolean }

function renewed(response: NextResponse, { token, trusted }: Session): NextResponse {
  setAdminCookie(response, token, trusted)
  return response
}

// POST begins, PUT confirms with a first code and returns the recovery codes, PATCH dismisses the
// offer, DELETE switches off.
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'crew',
    body: ownPasswordShape,
    again: ({ request, body, address }) =>
      withSessionAgain(
        request,
        (token) => shownIn.begin({ ...body, token }),
        async ({ token, admin }) => {
          const asked = { token, origin: originOf(request, address), now: await codeTime() }
          const {
            secret,
            address: link,
            ...session
          } = await beginTotp(admin, { ...body, ...asked })
          return renewed(json({ secret, address: link }, 201), session)
        },
      ),
    async handle({ admin, body, request, address }) {
      if (!admin) throw new Problem('unauthorized')
      const input = { ...body, ...(await askingOf(request, address)) }
      const { secret, address: link, ...session } = await beginTotp(admin, input)
      return renewed(json({ secret, address: link }, 201), session)
    },
  }),
  PUT: method({
    access: 'crew',
    body: firstCodeShape,
    again: ({ request, body }) =>
      withSessionAgain(
        request,
        (token) => shownIn.confirm({ ...body, token }),
        async ({ admin }) => json({ recoveryCodes: await recoveryCodesAgain(admin.id) }),
      ),
    async handle({ admin, body, request, address }) {
      if (!admin) throw new Problem('unauthorized')
      const input = { ...body, ...(await askingOf(request, address)) }
      const { recoveryCodes, ...session } = await confirmTotp(admin, input)
      return renewed(json({ recoveryCodes }), session)
    },
  }),
  PATCH: method({
    access: 'crew',
    body: putOffShape,
    async handle({ admin }) {
      if (!admin) throw new Problem('unauthorized')
      await putOffSecondStep(admin, await codeTime())
      return noContent()
    },
  }),
  DELETE: method({
    access: 'crew',
    body: bothStepsShape,
    again: ({ request, body }) =>
      withSessionAgain(request, (token) => shownIn.disable({ ...body, token })),
    async handle({ admin, body, request, address }) {
      if (!admin) throw new Problem('unauthorized')
      const session = await disableTotp(admin, { ...body, ...(await askingOf(request, address)) })
      return renewed(new NextResponse(null, { status: 204 }), session)
    },
  }),
})
