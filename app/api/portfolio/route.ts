import { listPortfolio } from '@/lib/content/queries'
import { addItem } from '@/lib/content/change'
import { portfolioBody, portfolioQuery } from '@/lib/content/schema'
import { expireContent } from '@/lib/cache/expire'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'public',
    query: portfolioQuery,
    handle: async ({ query }) => json(await listPortfolio(query)),
  }),
  POST: method({
    access: 'manager',
    once: 'portfolio',
    body: portfolioBody,
    async handle({ body, admin }) {
      const item = await addItem({ body, actor: admin.username })
      expireContent('portfolio')
      return json(item, 201)
    },
  }),
})
