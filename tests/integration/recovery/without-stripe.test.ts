// A studio that is paid at the desk alone has no keys of Stripe to compare a restored backup with.
import { afterRestore } from '@/lib/recovery/after-restore'
import { reportOf } from '@/lib/recovery/report'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { seedMinimal } from '@/tests/support/seed-minimal'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await seedMinimal()
})
afterAll(() => database.drop())

const ask = () => {
  const now = new Date()
  const since = new Date(now.getTime() - 3_600_000)
  return afterRestore({ since, known: {}, apply: true, actor: '(operator)', now })
}

test('without keys numbers continue too, unless something was paid through them', async () => {
  const report = await ask()
  expect(report).toMatchObject({ isCompared: false, lost: [] })
  expect(report.numbers).toContainEqual({ kind: 'receipt', before: 0, after: 100 })
  expect(reportOf(report, true)).toContain('Stripe was not asked')
  await database.sql.query(
    `INSERT INTO payments (purpose, idempotency_key, amount, stripe_payment_intent_id)
     VALUES ('unmatched', gen_random_uuid()::text, 107.17, 'pi_other')`,
  )
  await expect(ask()).rejects.toMatchObject({ code: 'payments_off' })
})
