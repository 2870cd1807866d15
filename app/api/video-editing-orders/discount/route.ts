import { provenEmailOf } from '@/lib/auth/queries'
import { json, method, route } from '@/lib/route'
import { discountOf } from '@/lib/orders/queries'
import type { Offer } from '@/lib/orders/schema'

/**
 * The discount of this visitor's proven email (docs/decisions/020 D5), so that the page shows the
 * price before payment.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    limit: { name: 'order-discount', max: 120, seconds: 600 },
    async handle({ request }) {
      const email = await provenEmailOf(request)
      return json({ email, discount: await discountOf(email) } satisfies Offer)
    },
  }),
})
