import { listServices } from '@/lib/catalog/data'
import { json, method, route } from '@/lib/http'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({ access: 'public', handle: async () => json(await listServices()) }),
})
