import * as z from 'zod/mini'
import { changeService, removeService } from '@/lib/catalog/mutations'
import { serviceBody } from '@/lib/catalog/schema'
import { removal } from '@/lib/content/schema'
import { expireContent } from '@/lib/expire'
import { json, method, noContent, route } from '@/lib/http'
import { idText } from '@/lib/text'

const params = z.object({ id: idText() })

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    params,
    body: serviceBody,
    async handle({ params, body: { version, ...body }, admin }) {
      const service = await changeService({ id: params.id, body, version, actor: admin.username })
      expireContent('services')
      return json(service)
    },
  }),
  DELETE: method({
    access: 'admin',
    params,
    body: removal,
    async handle({ params, body, admin }) {
      await removeService({ id: params.id, version: body.version, actor: admin.username })
      expireContent('services')
      return noContent()
    },
  }),
})
