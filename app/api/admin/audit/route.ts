import { listChanges } from '@/lib/audit/queries'
import { auditQuery } from '@/lib/audit/schema'
import { adminList, route } from '@/lib/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: adminList({ access: 'owner', query: auditQuery, list: listChanges }),
})
