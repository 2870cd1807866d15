import { withdrawInvitation } from '@/lib/auth/users/change'
import { byId, method, noContent, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: method({
    access: 'owner',
    params: byId,
    async handle({ params: { id }, admin }) {
      await withdrawInvitation(id, admin)
      return noContent()
    },
  }),
})
