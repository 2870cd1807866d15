import { isDatabaseAway, isRetryable } from '@/lib/database-errors'
import { db } from '@/lib/db'
import { errorFields } from '@/lib/log'
import { openShop, refusal } from '@/tests/support/shop'

openShop()

/** The error that Prisma makes of one that PostgreSQL raises in a raw statement. */
const raised = (code: string) =>
  refusal(
    db().$executeRawUnsafe(`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${code}'; END $$`),
  )

test.each([
  ['a deadlock that came back after every retry', '40P01'],
  ['no memory or locks left', '53200'],
  ['no room left on the disk', '53100'],
  ['too many connections', '53300'],
  ['a statement that was stopped', '57014'],
  ['a lock that was not to be had', '55P03'],
])('%s is a busy database (503), and the log says which', async (_what, code) => {
  const error = await raised(code)
  expect(isDatabaseAway(error)).toBe(true)
  expect(errorFields(error)).toMatchObject({ code: 'P2010', sqlState: code })
})

test('our own error is a 500, and the log has the cause', async () => {
  const error = await refusal(db().$queryRaw`SELECT no_such_column FROM bookings`)
  expect([isDatabaseAway(error), isRetryable(error)]).toEqual([false, false])
  expect(errorFields(error)).toMatchObject({ sqlState: '42703' })
})

test('a connection that breaks in the middle of a transaction is a database away, whatever is asked next', async () => {
  const errors: unknown[] = []
  await db()
    .$transaction(async (tx) => {
      errors.push(await refusal(tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`))
      errors.push(await refusal(tx.$queryRaw`SELECT 1 AS one`))
    })
    .catch((error: unknown) => errors.push(error))
  expect(errors.length).toBeGreaterThan(1)
  expect(errors.map(isDatabaseAway)).toEqual(errors.map(() => true))
})
