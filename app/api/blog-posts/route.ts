import { listPublishedPosts } from '@/lib/content/data'
import { json, method, route } from '@/lib/http'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({ access: 'public', handle: async () => json(await listPublishedPosts()) }),
})
