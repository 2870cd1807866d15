import { resolve } from 'node:path'
import type { Handler } from '@/lib/route'
import { env } from '@/lib/env'
import { SLIP_LIMIT, UPLOAD_LIMIT } from '@/lib/uploads/rules'
import { callRoute } from '@/tests/support/call'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { addressFor, apiRoutes, METHODS, paramsFor, type Method } from '@/tests/support/routes'
import { ownerCalls } from '../admin/admin-calls'

let database: TestDatabase
let owner: Awaited<ReturnType<typeof ownerCalls>>
beforeAll(async () => {
  database = await testDatabase()
  owner = await ownerCalls(database.sql)
})
afterAll(() => database.drop())

const PIECE = 16 * 1024
const FORM_OVERHEAD = 16 * 1024
/** Bytes that may be read of a call that may bring them; of any other 64 KiB. */
const FILES: Record<string, number> = {
  '/api/uploads': UPLOAD_LIMIT + FORM_OVERHEAD,
  '/api/manage/[token]/slip': SLIP_LIMIT + FORM_OVERHEAD,
  '/api/webhooks/stripe': 1024 * 1024,
}

/** A body without an end, and how much of it was read. */
function endless() {
  const read = { bytes: 0 }
  const piece = new Uint8Array(PIECE).fill(0x20)
  const body = new ReadableStream(
    {
      pull(controller) {
        read.bytes += PIECE
        controller.enqueue(piece)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, read }
}

type Called = { method: Method; path: string; handler: Handler }
async function calls(): Promise<Called[]> {
  const found: Called[] = []
  for (const { file, path } of apiRoutes()) {
    const handlers = (await import(resolve(file))) as Record<Method, Handler>
    for (const method of METHODS)
      if (method !== 'GET') found.push({ method, path, handler: handlers[method] })
  }
  return found
}

const headersFor = (path: string) => ({
  'content-type': path in FILES ? 'multipart/form-data; boundary=x' : 'application/json',
})

test('a body without an end is read no further than its call may bring, whoever sends it', async () => {
  env().RATE_LIMIT_SCALE = 1_000_000
  const all = await calls()
  const [last, first] = [true, false].map((isLast) =>
    all.filter(({ path }) => path.endsWith('/sign-out') === isLast),
  )
  const wrong: unknown[] = []
  for (const { method, path, handler } of [...(first ?? []), ...(last ?? [])]) {
    const { body, read } = endless()
    const call = { method, body, params: paramsFor(path), headers: headersFor(path) }
    const { status } = await owner.ask(handler, addressFor(path), call)
    const most = (FILES[path] ?? 64 * 1024) + PIECE
    // Without its secret the webhook is unavailable.
    const isFault = status >= 500 && status !== 503
    if (read.bytes > most || isFault) wrong.push([method, path, status, read.bytes])
  }
  expect(wrong).toEqual([])
}, 300_000)

async function sentByStranger({ method, path, handler }: Called) {
  const { body, read } = endless()
  const { status } = await callRoute(handler, addressFor(path), {
    ...{ method, body },
    params: paramsFor(path),
    headers: headersFor(path),
  })
  return { status, bytes: read.bytes }
}

test('a call of administrators reads nothing of a stranger’s body, nor does one of a slip for a link that none has', async () => {
  const read = []
  for (const one of await calls()) {
    const { access } = one.handler.spec ?? {}
    if (access === 'public' || access === 'self') continue
    const { bytes } = await sentByStranger(one)
    if (bytes > 0) read.push([one.method, one.path])
  }
  expect(read).toEqual([])
  const slip = (await calls()).find(
    ({ method, path }) => method === 'POST' && path === '/api/manage/[token]/slip',
  )
  expect(await sentByStranger(slip!)).toMatchObject({ status: 404, bytes: 0 })
}, 300_000)
