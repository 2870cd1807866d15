import { json, method, route } from '@/lib/route'
import { paymentConfig } from '@/lib/payments/queries'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({ access: 'public', handle: async () => json(paymentConfig()) }),
})
