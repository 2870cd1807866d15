import { userChange } from '@/lib/auth/schema'
import { changeUser } from '@/lib/auth/users/change'
import { byId, method, noContent, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'owner',
    proof: true,
    params: byId,
    body: userChange,
    async handle({ params: { id }, body, admin }) {
      await changeUser({ id, ...body, admin, now: new Date() })
      return noContent()
    },
  }),
})
