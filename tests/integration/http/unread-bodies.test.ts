import { resolve } from 'node:path'
import { env } from '@/lib/env'
import type { Handler } from '@/lib/route'
import { callRoute } from '@/tests/support/call'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { addressFor, apiRoutes, METHODS, paramsFor, type Method } from '@/tests/support/routes'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.drop())

describe('what is refused whatever the body says is refused before a byte of it is read', () => {
  let asked = 0
  const send = async (handler: Handler, path: string, params: Record<string, string> = {}) => {
    const read = jest.fn((stream: ReadableStreamDefaultController) => stream.close())
    const answer = await callRoute(handler, path, {
      body: new ReadableStream({ pull: read }, { highWaterMark: 0 }),
      ...{ method: handler.method, params },
      headers: { 'content-type': 'application/json', 'x-studio-address': `198.51.${++asked}.7` },
    })
    return [answer.status, read.mock.calls.length]
  }
  const routes = apiRoutes()

  test.each(routes.filter(({ path }) => path.startsWith('/api/manage/')).map(({ path }) => path))(
    'of a link that there is not: %s',
    async (path) => {
      const { file } = routes.find((one) => one.path === path)!
      const handlers = (await import(resolve(file))) as Record<Method, Handler>
      for (const method of METHODS) {
        if (method === 'GET' || !handlers[method].spec) continue
        const params = { ...paramsFor(path), token: 'A'.repeat(22) }
        expect([method, ...(await send(handlers[method], addressFor(path), params))]).toEqual([
          ...[method, 404, 0],
        ])
      }
    },
  )

  test('of an event without a signature, and of a call to our own server without its secret', async () => {
    env().STRIPE_WEBHOOK_SECRET = 'whsec_test'
    const { POST: webhook } = await import('@/app/api/webhooks/stripe/route')
    expect(await send(webhook, '/api/webhooks/stripe')).toEqual([400, 0])
    const { POST: expire } = await import('@/app/api/internal/expire/route')
    expect(await send(expire, '/api/internal/expire')).toEqual([404, 0])
  })
})
