import { json, method, route } from '@/lib/route'
import { configForBrowser } from '@/lib/payments/queries'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({ access: 'public', handle: async () => json(await configForBrowser()) }),
})
