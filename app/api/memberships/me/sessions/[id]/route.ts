import { provenEmailOf } from '@/lib/auth/queries'
import { sessionParams } from '@/lib/auth/schema'
import { endSession } from '@/lib/auth/sessions'
import { method, noContent, route } from '@/lib/route'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: method({
    access: 'public',
    params: sessionParams,
    async handle({ request, params }) {
      const email = await provenEmailOf(request)
      if (email === null) throw new Problem('unauthorized')
      await endSession({ email }, params.id)
      return noContent()
    },
  }),
})
