import * as z from 'zod/mini'
import { provenEmailOf } from '@/lib/auth/queries'
import { method, noContent, route } from '@/lib/route'
import { claimMembership } from '@/lib/memberships/proof'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    body: z.object({}),
    async handle({ request }) {
      const email = await provenEmailOf(request)
      if (email === null) throw new Problem('unauthorized')
      await claimMembership(email)
      return noContent()
    },
  }),
})
