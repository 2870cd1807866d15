import * as z from 'zod/mini'
import { changeStripe } from '@/lib/catalog/mutations'
import { stripeBody } from '@/lib/catalog/schema'
import { expireContent } from '@/lib/expire'
import { json, method, route } from '@/lib/http'
import { idText } from '@/lib/text'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    params: z.object({ id: idText() }),
    body: stripeBody,
    async handle({ params, body: { version, ...body }, admin }) {
      const service = await changeStripe({ id: params.id, body, version, actor: admin.username })
      expireContent('services')
      return json(service)
    },
  }),
})
