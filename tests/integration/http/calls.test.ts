// How often one network may call: once here instead of thirty thousand times.
process.env.RATE_LIMIT_SCALE = '0.00003'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import type { Handler } from '@/lib/route'
import { db } from '@/lib/db'
import { callRoute } from '@/tests/support/call'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { addressFor, apiRoutes, METHODS, paramsFor, type Method } from '@/tests/support/routes'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  ;(globalThis as { studioServer?: boolean }).studioServer = true
})
afterAll(async () => {
  delete (globalThis as { studioServer?: boolean }).studioServer
  await database.drop()
})

const handlersOf = async (file: string) => (await import(resolve(file))) as Record<Method, Handler>
const from = (address: string) => ({ 'x-studio-address': address })

test('every method of every route refuses a network that asks without end, and asks nobody', async () => {
  const cookie = `session=${randomBytes(32).toString('base64url')}`
  for (const { file, path } of apiRoutes()) {
    const handlers = await handlersOf(file)
    for (const method of METHODS) {
      const handler = handlers[method]
      if (!handler.spec || handler.spec.access === 'self') continue
      const call = (headers: Record<string, string>) =>
        callRoute(handler, addressFor(path), { method, params: paramsFor(path), headers })
      await call({ ...from('203.0.113.7'), cookie })
      const asked = jest.spyOn(db(), '$queryRaw')
      const found = jest.spyOn(db().session, 'findUnique')
      const last = await call({ ...from('203.0.113.8'), cookie })
      expect([method, path, last.status]).toEqual([method, path, 429])
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(50)
      expect([asked.mock.calls, found.mock.calls]).toEqual([[], []])
      jest.restoreAllMocks()
    }
  }
}, 120_000)

test('another network, and another address of the site, are not refused', async () => {
  const { GET } = await handlersOf('app/api/availability/route.ts')
  const { GET: next } = await handlersOf('app/api/next-slot/route.ts')
  const path = '/api/availability?date=2026-12-01'
  await callRoute(GET, path, { headers: from('198.51.100.1') })
  const statuses = [
    await callRoute(GET, path, { headers: from('198.51.100.2') }),
    await callRoute(GET, path, { headers: from('192.0.2.1') }),
    await callRoute(next, '/api/next-slot', { headers: from('198.51.100.1') }),
  ].map(({ status }) => status)
  expect([statuses[0], statuses.slice(1).includes(429)]).toEqual([429, false])
})
