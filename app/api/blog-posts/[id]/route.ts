import * as z from 'zod/mini'
import { changePost, removePost } from '@/lib/content/mutations'
import { postPatch, removal } from '@/lib/content/schema'
import { expireContent } from '@/lib/expire'
import { json, method, noContent, route } from '@/lib/http'
import { idText } from '@/lib/text'

const params = z.object({ id: idText() })

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    params,
    body: postPatch,
    async handle({ params, body: { version, ...body }, admin }) {
      const post = await changePost({
        id: params.id,
        body,
        version,
        actor: admin.username,
        now: new Date(),
      })
      expireContent('blog')
      return json(post)
    },
  }),
  DELETE: method({
    access: 'admin',
    params,
    body: removal,
    async handle({ params, body, admin }) {
      await removePost({ id: params.id, version: body.version, actor: admin.username })
      expireContent('blog')
      return noContent()
    },
  }),
})
