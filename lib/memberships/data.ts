import 'server-only'
import { db } from '@/lib/db'

/** True when the email (lower case, as `provenEmailOf` gives it) has a membership that is active: only then VIP prices apply (D5, E1). */
export const isActiveMember = async (email: string): Promise<boolean> =>
  (await db().membership.count({ where: { customerEmail: email, status: 'active' } })) > 0
