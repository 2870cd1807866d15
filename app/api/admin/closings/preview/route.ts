import { previewOf } from '@/lib/admin/closings/preview'
import { closingBody } from '@/lib/admin/closings/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'manager',
    body: closingBody,
    handle: async ({ body, locale }) => json(await previewOf(body, { now: new Date(), locale })),
  }),
})
