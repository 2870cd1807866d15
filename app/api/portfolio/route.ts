import { listPortfolio } from '@/lib/content/data'
import { portfolioQuery } from '@/lib/content/schema'
import { json, method, route } from '@/lib/http'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({ access: 'public', query: portfolioQuery, handle: async ({ query }) => json(await listPortfolio(query)) }),
})
