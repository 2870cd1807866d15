import { listRewards } from '@/lib/admin/members/queries'
import { rewardListQuery } from '@/lib/memberships/schema'
import { adminList, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: adminList({ access: 'manager', query: rewardListQuery, list: listRewards }),
})
