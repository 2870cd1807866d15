import { provenEmailOf } from '@/lib/auth/data'
import { json, method, route } from '@/lib/http'
import { memberCard } from '@/lib/memberships/data'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({
    access: 'public',
    async handle({ request, locale }) {
      // Nobody signed in is an answer, not a failure: the page asks before it can know.
      const email = await provenEmailOf(request)
      return json({ email, membership: email === null ? null : await memberCard(email, locale) })
    },
  }),
})
