import { provenEmailOf } from '@/lib/auth/queries'
import { json, method, route } from '@/lib/route'
import { memberCard, waitingMembership } from '@/lib/memberships/queries'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    async handle({ request, locale }) {
      // Nobody signed in is a normal answer, not a failure: the page cannot know before asking.
      const email = await provenEmailOf(request)
      if (email === null) return json({ email, membership: null, begun: null })
      const [membership, begun] = await Promise.all([
        memberCard(email, locale),
        waitingMembership(email, locale),
      ])
      return json({ email, membership, begun })
    },
  }),
})
