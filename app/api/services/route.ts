import { listServices } from '@/lib/catalog/queries'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({ access: 'public', handle: async () => json(await listServices()) }),
})
