import { endSessionsOf } from '@/lib/auth/users/change'
import { byId, method, noContent, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: method({
    access: 'owner',
    proof: true,
    params: byId,
    async handle({ params: { id }, admin }) {
      await endSessionsOf(id, admin)
      return noContent()
    },
  }),
})
