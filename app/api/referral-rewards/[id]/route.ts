import { rewardById } from '@/lib/admin/members/queries'
import { byId, json, method, route } from '@/lib/route'
import { decideReward } from '@/lib/memberships/referrals'
import { rewardBody } from '@/lib/memberships/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'manager',
    proof: true,
    params: byId,
    body: rewardBody,
    async handle({ params, body, admin }) {
      const { status: to, note } = body
      await decideReward({ id: params.id, to, note, actor: admin.username, now: new Date() })
      return json(await rewardById(params.id))
    },
  }),
})
