import { bookingParams } from '@/lib/admin/bookings/schema'
import { slipOf } from '@/lib/bookings/transfer'
import { Problem } from '@/lib/problem'
import { method, route } from '@/lib/route'

/** What a customer has sent as proof of a transfer. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'manager',
    params: bookingParams,
    async handle({ params: { id } }) {
      const slip = await slipOf(id)
      if (!slip) throw new Problem('not_found')
      const ending = slip.type === 'application/pdf' ? 'pdf' : 'webp'
      return new Response(slip.data, {
        headers: {
          'content-type': slip.type,
          'content-disposition': `attachment; filename="slip-${id}.${ending}"`,
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
        },
      })
    },
  }),
})
