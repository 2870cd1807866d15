import { provenEmailOf } from '@/lib/auth/queries'
import { method, noContent, route } from '@/lib/route'
import { settleEarlier } from '@/lib/memberships/proof'
import { earlierBody } from '@/lib/memberships/schema'
import { Problem } from '@/lib/problem'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    body: earlierBody,
    async handle({ request, body }) {
      const email = await provenEmailOf(request)
      if (email === null) throw new Problem('unauthorized')
      await settleEarlier(email, body.mine)
      return noContent()
    },
  }),
})
