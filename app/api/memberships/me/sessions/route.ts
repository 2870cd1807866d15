import { codeTime, memberTokenOf, provenEmailOf } from '@/lib/auth/queries'
import { sessionsOf } from '@/lib/auth/sessions'
import { json, method, route } from '@/lib/route'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    async handle({ request }) {
      const email = await provenEmailOf(request)
      if (email === null) throw new Problem('unauthorized')
      return json(await sessionsOf({ email }, memberTokenOf(request), await codeTime()))
    },
  }),
})
