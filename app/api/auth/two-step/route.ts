import { beginTotp, confirmTotp, disableTotp, putOffSecondStep } from '@/lib/auth/account'
import { adminTokenOf } from '@/lib/auth/data'
import { bothStepsShape, firstCodeShape, ownPasswordShape, putOffShape } from '@/lib/auth/schema'
import { json, method, noContent, route } from '@/lib/http'
import { Problem } from '@/lib/problem'

// POST begins, PUT confirms with a first code and answers the recovery codes, PATCH puts the offer
// off, DELETE switches off.
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
  PATCH: method({
    access: 'admin',
    body: putOffShape,
    async handle({ admin }) {
      if (!admin) throw new Problem('unauthorized')
      await putOffSecondStep(admin, new Date())
      return noContent()
    },
  }),
  DELETE: method({
    access: 'admin',
    body: bothStepsShape,
    async handle({ admin, body, request }) {
      const token = adminTokenOf(request)
      if (!admin || !token) throw new Problem('unauthorized')
      await disableTotp(admin, { ...body, token, now: new Date() })
      return noContent()
    },
  }),
})
