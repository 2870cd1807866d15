import { expireContent } from '@/lib/cache/expire'
import { addCode } from '@/lib/codes/change'
import { codeBody } from '@/lib/codes/schema'
import { json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'owner',
    once: 'codes',
    proof: true,
    body: codeBody,
    async handle({ body, admin }) {
      const code = await addCode(body, admin.username)
      expireContent('codes')
      return json(code, 201)
    },
  }),
})
