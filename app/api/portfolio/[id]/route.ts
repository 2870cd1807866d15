import * as z from 'zod/mini'
import { changeItem, removeItem } from '@/lib/content/mutations'
import { portfolioPatch, removal } from '@/lib/content/schema'
import { expireContent } from '@/lib/expire'
import { json, method, noContent, route } from '@/lib/http'
import { idText } from '@/lib/text'

const params = z.object({ id: idText() })

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    params,
    body: portfolioPatch,
    async handle({ params, body: { version, ...body }, admin }) {
      const item = await changeItem({ id: params.id, body, version, actor: admin.username })
      expireContent('portfolio')
      return json(item)
    },
  }),
  DELETE: method({
    access: 'admin',
    params,
    body: removal,
    async handle({ params, body, admin }) {
      await removeItem({ id: params.id, version: body.version, actor: admin.username })
      expireContent('portfolio')
      return noContent()
    },
  }),
})
