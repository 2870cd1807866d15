import { addAddress } from '@/lib/admin/addresses/change'
import { addressBody } from '@/lib/admin/addresses/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'crew',
    // It is read without signing in for as long as it lasts.
    proof: true,
    body: addressBody,
    async handle({ body: { roomId }, admin, locale }) {
      return json(await addAddress(admin, { roomId, locale }), 201)
    },
  }),
})
