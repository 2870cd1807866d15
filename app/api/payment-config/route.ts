import { json, method, route } from '@/lib/http'
import { paymentConfig } from '@/lib/payments/data'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({ access: 'public', handle: async () => json(paymentConfig()) }),
})
