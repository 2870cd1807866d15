import { addAddress } from '@/lib/admin/addresses/change'
import { addressBody } from '@/lib/admin/addresses/schema'
import { adminTokenOf } from '@/lib/auth/queries'
import { Problem } from '@/lib/problem'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'crew',
    once: 'calendar-addresses',
    // It is read without signing in for as long as it lasts.
    proof: true,
    body: addressBody,
    async handle({ body: { roomId }, admin, locale, request }) {
      const token = adminTokenOf(request)
      if (!token) throw new Problem('unauthorized')
      return json(await addAddress(admin, { roomId, locale, token }), 201)
    },
  }),
})
