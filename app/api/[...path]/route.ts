import { method, route } from '@/lib/route'
import { Problem } from '@/lib/problem'

const unknown = method({
  access: 'self',
  handle() {
    throw new Problem('not_found')
  },
})

// An unknown address of the API gets the API's own error body, not the site's 404 page.
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: unknown,
  POST: unknown,
  PUT: unknown,
  PATCH: unknown,
  DELETE: unknown,
})
