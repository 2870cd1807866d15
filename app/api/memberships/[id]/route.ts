import { changeMember } from '@/lib/admin/members/change'
import { memberLedger } from '@/lib/admin/members/queries'
import { memberBody } from '@/lib/memberships/schema'
import { Problem } from '@/lib/problem'
import { adminChange, byId, json, method, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: method({
    access: 'manager',
    params: byId,
    async handle({ params: { id }, locale }) {
      const found = await memberLedger(id, locale)
      if (!found) throw new Problem('not_found')
      return json(found)
    },
  }),
  PATCH: adminChange({
    access: 'manager',
    params: byId,
    body: memberBody,
    change: ({ body, ...call }) => changeMember({ ...call, ...body }),
  }),
})
