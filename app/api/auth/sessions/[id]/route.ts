import { sessionParams } from '@/lib/auth/schema'
import { endSession } from '@/lib/auth/sessions'
import { method, noContent, route } from '@/lib/route'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: method({
    access: 'crew',
    proof: true,
    params: sessionParams,
    async handle({ admin, params }) {
      if (!admin) throw new Problem('unauthorized')
      await endSession({ userId: admin.id }, params.id)
      return noContent()
    },
  }),
})
