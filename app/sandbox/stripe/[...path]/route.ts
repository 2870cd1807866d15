import { method, route } from '@/lib/route'
import { forwardToSandbox } from '@/lib/payments/sandbox'

// The browser reaches the Stripe sandbox only through the site's own origin; 404 unless it is
// configured.
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({ access: 'public', handle: ({ request }) => forwardToSandbox(request) }),
  POST: method({ access: 'public', handle: ({ request }) => forwardToSandbox(request) }),
})
