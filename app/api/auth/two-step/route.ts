import { NextResponse } from 'next/server'
import { beginTotp, confirmTotp, disableTotp } from '@/lib/auth/account'
import { firstCodeShape, ownPasswordShape } from '@/lib/auth/schema'
import { json, method, route } from '@/lib/http'
import { Problem } from '@/lib/problem'

// POST begins, PUT confirms with a first code and answers the recovery codes, DELETE switches off
// (decision A1).
export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: method({
    access: 'admin',
    body: ownPasswordShape,
    async handle({ admin, body }) {
      if (!admin) throw new Problem('unauthorized')
      return json(await beginTotp(admin, body.password), 201)
    },
  }),
  PUT: method({
    access: 'admin',
    body: firstCodeShape,
    async handle({ admin, body }) {
      if (!admin) throw new Problem('unauthorized')
      return json({ recoveryCodes: await confirmTotp(admin, body.code, new Date()) })
    },
  }),
  DELETE: method({
    access: 'admin',
    body: ownPasswordShape,
    async handle({ admin, body }) {
      if (!admin) throw new Problem('unauthorized')
      await disableTotp(admin, body.password)
      return new NextResponse(null, { status: 204 })
    },
  }),
})
