import { removePasskey } from '@/lib/auth/passkeys'
import { byId, method, noContent, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: method({
    access: 'crew',
    proof: true,
    params: byId,
    async handle({ params, admin }) {
      await removePasskey(admin, params.id)
      return noContent()
    },
  }),
})
