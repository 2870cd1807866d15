import { expireContent } from '@/lib/cache/expire'
import { addService } from '@/lib/catalog/change'
import { listServices } from '@/lib/catalog/queries'
import { newServiceBody } from '@/lib/catalog/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({ access: 'public', handle: async () => json(await listServices()) }),
  POST: method({
    access: 'owner',
    once: 'services',
    proof: true,
    body: newServiceBody,
    async handle({ body, admin }) {
      const service = await addService({ body, actor: admin.username })
      expireContent('services')
      return json(service, 201)
    },
  }),
})
