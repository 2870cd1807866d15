// Every streamed answer arrives whole, whatever its size, its encoding and its reader. Answers are
// written by the framework's own writer, which waits for `drain`.
import { createServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { pipeToNodeResponse } from 'next/dist/server/pipe-readable'
import { delivery } from '@/server/delivery'

const CHUNK = 20_000
/** Waiting readers end within this time; a test that hangs must not take minutes. */
const PATIENCE_MS = 4_000

/** Lines that compress about as well as a list of bookings. */
const line = (nth: number) =>
  `${nth},Podcast,Aina ${(nth * 7919) % 10_007},aina${nth}@example.com,${nth * 2654435761}\r\n`
function textOf(bytes: number): string {
  let whole = ''
  for (let nth = 0; whole.length < bytes; nth++) whole += line(nth)
  return whole.slice(0, bytes)
}

const WHOLE = { '1 KB': textOf(1_024), '64 KB': textOf(65_536), '5 MB': textOf(5 * 1024 * 1024) }
/** Longer than what the sockets hold. */
const VERY_LONG = WHOLE['5 MB'].repeat(8)

let body: { whole: string; type: string }
let pulls = 0
let isCancelled = false
const deliver = delivery(null)
const server = createServer((request, response) =>
  deliver(request, response, () => {
    response.setHeader('Content-Type', body.type)
    let at = 0
    const source = new ReadableStream<Uint8Array>({
      async pull(controller) {
        pulls++
        await sleep(1) // A query.
        const part = body.whole.slice(at, (at += CHUNK))
        if (part === '') controller.close()
        else controller.enqueue(new TextEncoder().encode(part))
      },
      cancel: () => void (isCancelled = true),
    })
    void pipeToNodeResponse(source, response)
  }),
)
beforeAll(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  pulls = 0
  isCancelled = false
})

const open = (path: string, encoding: string): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    const { port } = server.address() as AddressInfo
    const headers = { 'accept-encoding': encoding }
    const question = ask({ host: '127.0.0.1', port, path, headers, agent: false }, done)
    question.setTimeout(PATIENCE_MS, () => question.destroy(new Error('nothing arrives any more')))
    question.on('error', fail).end()
  })

function decoded(answer: IncomingMessage): Promise<string> {
  const decoders = { br: createBrotliDecompress, gzip: createGunzip, deflate: createInflate }
  const encoding = answer.headers['content-encoding'] as keyof typeof decoders | undefined
  // pipeline() ends both when one fails; what failed is reported by the reader.
  return text(encoding ? pipeline(answer, decoders[encoding](), () => {}) : answer)
}

const CSV = 'text/csv; charset=utf-8'
const ENCODINGS = ['identity', 'gzip', 'deflate', 'br'] as const
const EACH = Object.keys(WHOLE).flatMap((size) =>
  ENCODINGS.map((encoding) => [size as keyof typeof WHOLE, encoding] as const),
)

// Seen in admin consoles of shops and booking systems: exports that work with ten rows and hang with
// a thousand.
describe('real life: a streamed answer', () => {
  describe.each([
    ['of a call', '/api/export', CSV],
    ['of a page', '/page', 'text/html; charset=utf-8'],
    ['of JSON', '/api/list', 'application/json'],
  ])('%s', (_what, path, type) =>
    test.each(EACH)('of %s arrives whole by %s', async (size, encoding) => {
      body = { whole: WHOLE[size], type }
      const answer = await open(path, encoding)
      expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding)
      expect((await decoded(answer)) === body.whole).toBe(true)
    }),
  )

  test.each(ENCODINGS)('arrives whole at a reader that pauses, by %s', async (encoding) => {
    body = { whole: WHOLE['5 MB'], type: CSV }
    const answer = await open('/api/export', encoding)
    const pauses = setInterval(() => {
      answer.pause()
      setTimeout(() => answer.resume(), 30)
    }, 40)
    const whole = await decoded(answer).finally(() => clearInterval(pauses))
    expect(whole === body.whole).toBe(true)
  })

  test.each(ENCODINGS)('ends its work when the reader is gone, by %s', async (encoding) => {
    body = { whole: VERY_LONG, type: CSV }
    const answer = await open('/api/export', encoding)
    await new Promise((done) => answer.once('readable', done))
    answer.destroy()
    for (let tries = 0; !isCancelled && tries < 100; tries++) await sleep(20)
    expect(isCancelled).toBe(true)
    const before = pulls
    await sleep(100)
    expect(pulls).toBe(before)
    expect(before).toBeLessThan(body.whole.length / CHUNK)
  })

  test.each(ENCODINGS)('waits for a reader that does not read, by %s', async (encoding) => {
    body = { whole: VERY_LONG, type: CSV }
    const answer = await open('/api/export', encoding)
    let before = -1
    while (pulls > before) {
      before = pulls
      await sleep(300)
    }
    expect(pulls).toBeLessThan(body.whole.length / CHUNK)
    answer.destroy()
  })
})
