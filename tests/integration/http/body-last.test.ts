// What a limit is for must not be had for nothing: it is as it is in production here.
process.env.RATE_LIMIT_SCALE = '1'
import { NextRequest } from 'next/server'
import { log } from '@/lib/log'
import { readBytes } from '@/lib/http/request'
import { callRoute } from '@/tests/support/call'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { routeAt } from './refused'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
beforeEach(() => database.reset())
afterAll(() => database.drop())

const post = async (body: string, type = 'application/json') => {
  const headers = { 'content-type': type }
  return (await callRoute(routeAt('contacts').POST!, '/api/contacts', { body, headers })).status
}

test.each([
  ['no JSON', '{', 400, undefined],
  ['JSON of the wrong shape', '{}', 400, undefined],
  ['a form', 'a=b', 415, 'application/x-www-form-urlencoded'],
  ['too much', `{"message":"${'x'.repeat(70_000)}"}`, 413, undefined],
])('%s counts', async (_what, body, status, type) => {
  for (let i = 0; i < 5; i++) expect(await post(body, type)).toBe(status)
  expect(await post(body, type)).toBe(429)
})

test('a reached limit is reported without reading the body', async () => {
  for (let i = 0; i < 5; i++) await post('{}')
  let pulled = 0
  const body = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 })
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'text/plain' } }
  const handler = routeAt('contacts').POST!
  const asked = new NextRequest('http://localhost/api/contacts', init as RequestInit as never)
  const unread: typeof handler = Object.assign(
    (_: NextRequest, context: Parameters<typeof handler>[1]) => handler(asked, context),
    { viaRoute: true as const, method: handler.method, spec: handler.spec },
  )
  const answer = await callRoute(unread, '/api/contacts', { method: 'POST' })
  expect([answer.status, pulled]).toEqual([429, 0])
})

test('a body that breaks off is refused, and nothing is noted as a fault', async () => {
  const error = jest.spyOn(log, 'error')
  const body = new ReadableStream({
    pull(controller) {
      controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    },
  })
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit
  await expect(readBytes(new Request('http://localhost/', init), 100)).rejects.toMatchObject({
    code: 'invalid_request',
    status: 400,
  })
  expect(error).not.toHaveBeenCalled()
})
