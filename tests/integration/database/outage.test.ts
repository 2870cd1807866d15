// What the log and health say while the database is away, only reads, and is back.
import { setTimeout as sleep } from 'node:timers/promises'
import { GET as health } from '@/app/api/health/route'
import { followContent } from '@/lib/cache/content-versions'
import { closeDatabase } from '@/lib/db'
import { env } from '@/lib/env'
import { startJobs } from '@/lib/jobs/jobs'
import { log } from '@/lib/log'
import { callRoute } from '@/tests/support/call'
import { openShop } from '@/tests/support/shop'

const shop = openShop()
const real = process.env.DATABASE_URL ?? ''
const ask = async (path = '/api/health') => {
  const answer = await callRoute(health, path)
  return { code: answer.status, ...((await answer.json()) as { status: string }) }
}
async function useDatabase(url: string): Promise<void> {
  await closeDatabase()
  env().DATABASE_URL = url
}

afterEach(() => useDatabase(real))

test('the log has one line when the database goes and one when it is back, whatever is tried in between', async () => {
  const lines: string[] = []
  const note = (fields: unknown, text: string) =>
    void lines.push(`${text} ${JSON.stringify(fields)}`)
  for (const level of ['error', 'warn', 'info'] as const)
    jest.spyOn(log, level).mockImplementation(note as never)
  await useDatabase('postgresql://studio@127.0.0.1:1/studio')
  const content = followContent(new Map(), async () => {})
  const jobs = startJobs()
  for (const end = Date.now() + 4_500; Date.now() < end; await sleep(50))
    expect(await ask()).toMatchObject({ code: 503, database: 'down' })
  expect(lines).toEqual([
    expect.stringMatching(/^the database is away .*(NotReachable|ECONNREFUSED).*DATABASE_URL/),
  ])
  await jobs.stop()
  content.stop()
  await useDatabase(real)
  for (const end = Date.now() + 15_000; lines.length < 2 && Date.now() < end; await sleep(100));
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^the database is back .*"failures":\d{2,}/),
  ])
}, 30_000)

describe('health', () => {
  const set = (value: string) =>
    shop.rows(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I ${value}', current_database()); END $$`,
    )

  test('says that the database only reads, as after a failover or with a full disk', async () => {
    jest.spyOn(log, 'error').mockImplementation(() => undefined)
    await set('SET default_transaction_read_only = on')
    await closeDatabase()
    const seen = await ask()
    await shop.rows('SET default_transaction_read_only = off')
    await set('RESET default_transaction_read_only')
    await closeDatabase()
    expect(seen).toMatchObject({ code: 503, database: 'read_only' })
    expect(await ask()).toMatchObject({ code: 200, database: 'ok' })
  })

  test('says that the process lives without asking the database', async () => {
    jest.spyOn(log, 'error').mockImplementation(() => undefined)
    await useDatabase('postgresql://studio@127.0.0.1:1/studio')
    const live = [await ask('/api/health?live'), await ask('/api/health?live=1'), await ask()]
    await useDatabase(real)
    expect(live.map(({ status }) => status)).toEqual(['ok', 'ok', 'down'])
  })
})
