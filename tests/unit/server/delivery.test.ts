// How a route handler's answer is sent: Next sends its headers, its body and its end separately, as
// this server does.
import { createServer, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { LENGTH_HEADER } from '@/lib/http/request'
import { delivery } from '@/server/delivery'

let answer: (response: ServerResponse) => Promise<void>
const deliver = delivery(null)
const server = createServer((request, response) =>
  deliver(request, response, () => void answer(response)),
)
beforeAll(() => new Promise<void>((done) => server.listen(0, done)))
afterAll(() => server.close())

/** As Next does it: what is not awaited is sent in separate packets. */
const inPieces =
  (headers: OutgoingHttpHeaders, ...pieces: string[]) =>
  async (response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value ?? '')
    response.flushHeaders()
    for (const piece of pieces) {
      response.write(new TextEncoder().encode(piece))
      await new Promise((done) => setTimeout(done, 20))
    }
    response.end()
  }

const JSON_TYPE = { 'content-type': 'application/json' }

/** The packets of an answer, as text. */
function packetsOf(path: string, accept = '', method = 'GET'): Promise<string[]> {
  return new Promise((done, fail) => {
    const packets: string[] = []
    const { port } = server.address() as AddressInfo
    const socket = connect(port, 'localhost')
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: studio\r\nConnection: close\r\nAccept-Encoding: ${accept}\r\n\r\n`,
    )
    socket
      .setEncoding('latin1')
      .on('data', (text) => packets.push(String(text)))
      .on('error', fail)
      .on('close', () => done(packets))
  })
}

test('short JSON of a known length is sent in one packet, uncompressed', async () => {
  answer = inPieces({ ...JSON_TYPE, [LENGTH_HEADER]: 18 }, '{"free":["09:00"]}')
  const packets = await packetsOf('/api/availability', 'gzip, br')
  expect(packets).toHaveLength(1)
  expect(packets[0]).toMatch(/\r\ncontent-length: 18\r\n/i)
  expect(packets[0]).toMatch(/\r\n\r\n\{"free":\["09:00"\]\}$/)
  expect(packets[0]).not.toContain(LENGTH_HEADER)
})

test('HEAD of JSON names the length of what GET sends', async () => {
  answer = async (response) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader(LENGTH_HEADER, '18')
    response.end()
  }
  const text = (await packetsOf('/api/availability', 'br', 'HEAD')).join('')
  expect(text).toMatch(/\r\ncontent-length: 18\r\n/i)
  expect(text).not.toContain(LENGTH_HEADER)
})

test('long JSON is compressed', async () => {
  const long = JSON.stringify({ rows: 'recording '.repeat(500) })
  answer = inPieces({ ...JSON_TYPE, [LENGTH_HEADER]: long.length }, long)
  const whole = (await packetsOf('/api/bookings', 'br')).join('')
  expect(whole).toMatch(/\r\ncontent-encoding: br\r\n/i)
  const chunked = Buffer.from(whole.slice(whole.indexOf('\r\n\r\n') + 4), 'latin1')
  const size = parseInt(chunked.toString('latin1'), 16)
  const body = chunked.subarray(chunked.indexOf('\r\n') + 2)
  expect(brotliDecompressSync(body.subarray(0, size)).toString()).toBe(long)
})

test('JSON in several pieces is sent completely', async () => {
  answer = inPieces(JSON_TYPE, '[1,', '2', ']')
  const text = (await packetsOf('/api/list')).join('')
  expect(text.replace(/\r\n[\da-f]+\r\n/gi, '')).toContain('[1,2]')
})

test('other types are compressed as they come', async () => {
  const rows = 'id,name\n'.repeat(500)
  answer = inPieces({ 'content-type': 'text/csv; charset=utf-8' }, rows)
  const whole = (await packetsOf('/api/export', 'br')).join('')
  expect(whole).toMatch(/\r\ncontent-encoding: br\r\n/i)
  expect(whole.length).toBeLessThan(rows.length / 2)
})

test('other types, and answers outside the API, are sent unchanged', async () => {
  answer = inPieces({ 'content-type': 'text/csv; charset=utf-8' }, 'id,name')
  expect((await packetsOf('/api/export')).length).toBeGreaterThan(1)
  answer = inPieces(JSON_TYPE, '{}')
  expect((await packetsOf('/page')).length).toBeGreaterThan(1)
})

test('an answer without a body has none', async () => {
  answer = async (response) => {
    response.statusCode = 204
    response.end()
  }
  expect((await packetsOf('/api/none')).join('')).toMatch(/^HTTP\/1.1 204 [\s\S]*\r\n\r\n$/)
})
