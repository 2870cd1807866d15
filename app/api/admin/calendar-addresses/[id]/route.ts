import { removeAddress } from '@/lib/admin/addresses/change'
import { byId, method, noContent, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: method({
    access: 'crew',
    params: byId,
    async handle({ params, admin }) {
      await removeAddress(params.id, admin)
      return noContent()
    },
  }),
})
