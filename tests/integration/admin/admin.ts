import { createAdmin } from '@/lib/auth/admin-accounts'
import { attempt } from '@/tests/integration/auth/owner'
import { truncate } from '@/tests/support/database'
import type { Shop } from '@/tests/support/shop'

const PASSWORD = 'a password of the tests'

/** The cookie of a signed-in administrator called "owner", made anew. */
export async function ownerCookie(shop: Shop): Promise<string> {
  await shop.rows(`DELETE FROM users`)
  await createAdmin('owner', PASSWORD)
  await truncate(shop.database.sql, 'audit_log')
  return `session=${await attempt({ password: PASSWORD })}`
}
