// A database that stops answering without closing its connections: a server that hangs, or a path on
// which packets get lost. Between it and the site is a relay that can be held.
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '@/lib/database-errors'
import { closeDatabase, db, transaction } from '@/lib/db'
import { env } from '@/lib/env'
import { health } from '@/lib/jobs/health'
import { log } from '@/lib/log'
import { askDatabase, openPool, setPool, untilSilent } from '@/lib/pool'
import { openShop, refusal } from '@/tests/support/shop'

const shop = openShop()
let relay: Server
let isHeld = false
const ends = new Set<Socket>()
const real = new URL(process.env.DATABASE_URL ?? '')

beforeAll(async () => {
  relay = createServer((near) => {
    const far = connect(Number(real.port), real.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      // What is sent while it is held is lost, as on a path that is cut.
      from.on('data', (bytes) => isHeld || to.write(bytes))
      from.on('error', () => {}).on('close', () => isHeld || to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await new Promise((done) => relay.once('listening', done))
})
beforeEach(async () => {
  await closeDatabase()
  isHeld = false
  const url = new URL(real)
  url.hostname = '127.0.0.1'
  url.port = String((relay.address() as AddressInfo).port)
  env().DATABASE_URL = url.href
  setPool(openPool({ statementMs: 1_000, silenceMs: 1_500, openingMs: 1_000 }))
})
afterEach(async () => {
  isHeld = false
  env().DATABASE_URL = real.href
  await closeDatabase()
})
afterAll(() => {
  for (const end of ends) end.destroy()
  relay.close()
})

/** The path is there again, and what was lost on it has been given up. */
async function back(): Promise<void> {
  while (isHeld) await sleep(50)
  await sleep(1_600)
}
const one = () => db().$queryRaw`SELECT 1 AS one`

test('all that waits is told within the time, and the next question is answered once it is back', async () => {
  await one()
  isHeld = true
  const asked = Array.from({ length: 12 }, () => refusal(one()))
  const inTransactions = Array.from({ length: 4 }, () => refusal(transaction(() => one())))
  // Those that wait for a connection wait for it to be opened, too.
  setTimeout(() => (isHeld = false), 2_500)
  const errors = (await Promise.all([...asked, ...inTransactions])).filter(Boolean)
  expect(errors.length).toBeGreaterThan(0)
  expect(errors.filter((error) => !isDatabaseAway(error))).toEqual([])
  await back()
  expect(await Promise.all(Array.from({ length: 20 }, one))).toHaveLength(20)
})

test('a transaction that was cut off leaves nothing behind for whoever asks next', async () => {
  const cut = refusal(
    transaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO jobs (name) VALUES ('cut')`
      isHeld = true
      setTimeout(() => (isHeld = false), 2_000)
      await tx.$executeRaw`UPDATE jobs SET started_at = now()`
    }),
  )
  expect(isDatabaseAway(await cut)).toBe(true)
  await back()
  for (let nth = 0; nth < 12; nth++) await db().job.create({ data: { name: `after_${nth}` } })
  const names = await shop.rows(`SELECT name FROM jobs ORDER BY 1`)
  expect(names).toHaveLength(12)
})

test('a statement without an end is ended by the server, and its connection is used again', async () => {
  await closeDatabase()
  setPool(openPool({ statementMs: 500, silenceMs: 20_000 }))
  const error = await refusal(db().$queryRaw`SELECT pg_sleep(5) IS NULL AS slept`)
  expect(isDatabaseAway(error)).toBe(true)
  // The server says that it ended before its own list says so.
  const running = () =>
    shop.rows(`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(5)%'
    AND state = 'active' AND pid <> pg_backend_pid()`)
  for (const end = Date.now() + 2_000; (await running()).length > 0 && Date.now() < end;)
    await sleep(50)
  expect(await running()).toEqual([])
  await one()
})

test('a stop asks whether anything can still be finished, and breaks what cannot', async () => {
  await one()
  expect(await askDatabase()).toBe('ready')
  isHeld = true
  const waiting = refusal(one())
  const begun = Date.now()
  await untilSilent()
  expect(isDatabaseAway(await waiting)).toBe(true)
  expect(Date.now() - begun).toBeLessThan(6_000)
}, 10_000)

// A balancer gives up after a few seconds, and would know nothing.
test('who asks how the site is hears within seconds that the database is silent', async () => {
  jest.spyOn(log, 'error').mockImplementation(() => undefined)
  await closeDatabase()
  setPool(openPool())
  await one()
  expect(await health()).toMatchObject({ status: 'ok', database: 'ok' })
  isHeld = true
  const begun = Date.now()
  expect(await health()).toMatchObject({ status: 'down', database: 'down' })
  expect(Date.now() - begun).toBeLessThan(6_000)
  for (const end of ends) end.destroy()
}, 30_000)

test('a database that refuses, or only reads, answers', async () => {
  await shop.rows(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$`,
  )
  expect(await askDatabase()).toBe('read_only')
  await shop.rows(`SET default_transaction_read_only = off`)
  await shop.rows(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET default_transaction_read_only', current_database()); END $$`,
  )
  env().DATABASE_URL = 'postgresql://nobody:wrong@127.0.0.1:1/none'
  expect(await askDatabase()).toBe('refused')
})
