import { attentionCount, troubles } from '@/lib/admin/attention/queries'
import { openShop } from '@/tests/support/shop'

const shop = openShop()

test('a database that another version migrated is said under Needs attention', async () => {
  await shop.rows(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ('later', '', '29990101000000_later', '2026-11-25T01:00:00Z', 1)`,
  )
  expect(await troubles()).toEqual([
    { kind: 'database_newer', since: '2026-11-25T01:00:00.000Z', count: null, job: null },
  ])
  expect(await attentionCount()).toBe(1)
})
