// The application's connections to the database: how many there are, that broken ones are replaced,
// and that they can be closed.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { closeDatabase, db, Prisma } from '@/lib/db'
import { pool } from '@/lib/pool'
import { testDatabase, type TestDatabase } from '@/tests/support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())
afterEach(closeDatabase)

const OURS = `FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`
const connections = async () =>
  Number((await database.sql.query(`SELECT count(*) AS n ${OURS}`)).rows[0]?.n)
const SLOW = Prisma.sql`SELECT pg_sleep(0.1) IS NULL AS slept`
const SESSION = Prisma.sql`SELECT pg_backend_pid() AS pid, current_setting('TimeZone') AS zone`

test('there are at most DATABASE_POOL connections, however many questions wait', async () => {
  let isAnswered = false
  const answers = Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 ? pool().query(SLOW.text) : db().$queryRaw(SLOW))),
  ).finally(() => (isAnswered = true))
  const seen: number[] = []
  while (!isAnswered) seen.push(await connections())
  expect(Math.max(...seen)).toBe(10)
  expect(await answers).toHaveLength(40)
})

const session = async () =>
  (await db().$queryRaw<{ pid: number; zone: string }[]>(SESSION))[0] ?? { pid: 0, zone: '' }

test('the ORM uses them too', async () => {
  const { rows } = await pool().query<{ pid: number }>(SESSION.text)
  expect((await session()).pid).toBe(rows[0]?.pid)
})

test('each counts in UTC, whatever the server’s zone is', async () => {
  await database.sql.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone = %L', current_database(), 'Asia/Kuala_Lumpur'); END $$`,
  )
  expect((await session()).zone).toBe('UTC')
})

test('one that breaks while it is idle is replaced, and nobody notices', async () => {
  const before = await session()
  await database.sql.query(`SELECT pg_terminate_backend(pid) ${OURS}`)
  for (const end = Date.now() + 5_000; pool().idleCount > 0 && Date.now() < end;)
    await new Promise((done) => setTimeout(done, 10))
  expect(pool().idleCount).toBe(0)
  expect((await session()).pid).not.toBe(before.pid)
})

test('closed, there is none; closing again changes nothing, and the next question opens one', async () => {
  await Promise.all([db().$queryRaw(SLOW), db().$queryRaw`SELECT 1`])
  await closeDatabase()
  for (const end = Date.now() + 5_000; (await connections()) > 0 && Date.now() < end;)
    await new Promise((done) => setTimeout(done, 10))
  expect(await connections()).toBe(0)
  await closeDatabase()
  expect(await db().$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }])
})

// The driver lines such questions up, says once per process that it will refuse to, and then does refuse.
test('what a transaction asks at once is asked one after the other, without a warning', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--throw-deprecation', 'scripts/run.mjs', 'tests/support/ask-at-once.ts'],
    { env: { ...process.env, DATABASE_URL: database.url } },
  )
  expect(JSON.parse(stdout)).toEqual({ answers: [0, 1, 2, 3, 4, 5], failed: '22012', after: [6] })
})
