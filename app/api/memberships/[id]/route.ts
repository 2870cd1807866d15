import * as z from 'zod/mini'
import { json, method, route } from '@/lib/http'
import { changeMember, memberLedger } from '@/lib/memberships/members'
import { memberBody } from '@/lib/memberships/schema'
import { Problem } from '@/lib/problem'
import { idText } from '@/lib/text'

const params = z.object({ id: idText() })

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: method({
    access: 'admin',
    params,
    async handle({ params: { id } }) {
      const found = await memberLedger(id)
      if (!found) throw new Problem('not_found')
      return json(found)
    },
  }),
  PATCH: method({
    access: 'admin',
    params,
    body: memberBody,
    handle: async ({ params: { id }, body, admin }) =>
      json(await changeMember({ id, ...body, actor: admin.username })),
  }),
})
