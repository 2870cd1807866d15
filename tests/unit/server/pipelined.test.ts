// Several requests sent on one connection without waiting for the answers, on a real socket.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { acceptRequests } from '@/server/accept-requests'
import { log } from '@/lib/log'

let server: Server
let lines: jest.SpyInstance
let begun: string[]
let atOnce: number
let most: number
let work: (request: IncomingMessage, response: ServerResponse) => Promise<void>

beforeAll(async () => {
  server = createServer()
  acceptRequests(server, {
    host: 'studio.example',
    accessLog: log,
    hops: 0,
    isDev: false,
    loggedAddress: () => undefined,
    headers: {},
    answerKept(request, response, own) {
      if (request.url !== '/kept') return false
      response.writeHead(200, [...own, 'Content-Length', '4']).end('kept')
      return true
    },
    handle(request, response) {
      begun.push(request.url ?? '')
      most = Math.max(most, ++atOnce)
      response.once('close', () => atOnce--)
      void work(request, response)
    },
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
beforeEach(() => {
  begun = []
  atOnce = most = 0
  work = async (request, response) => {
    await sleep(2)
    response.end(`answer to ${request.url}`)
  }
  lines = jest.spyOn(log, 'info').mockImplementation(() => undefined)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const open = (): Promise<Socket> =>
  new Promise((done, fail) => {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () => done(socket)).on('error', fail)
  })
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const LAST = 'Connection: close\r\n'

/** Everything that the server sends until it closes. */
async function answersTo(bytes: string): Promise<string> {
  const socket = await open()
  socket.write(bytes)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code)
const logged = () => lines.mock.calls.map(([fields]) => fields as Record<string, unknown>)
async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; !what() && tries < 500; tries++) await sleep(10)
  expect(what()).toBe(true)
}

// Seen with load balancers and scripts that keep one connection and never wait.
describe('real life: pipelined requests', () => {
  test('are answered one after the other, in their order, each with its log line', async () => {
    const paths = Array.from({ length: 300 }, (_, nth) => `/${nth}`)
    const text = await answersTo(
      paths.map((path, nth) => get(path, nth === 299 ? LAST : '')).join(''),
    )
    expect(text.match(/answer to \/\d+/g)).toEqual(paths.map((path) => `answer to ${path}`))
    expect(most).toBe(1)
    await until(() => logged().length === 300)
    expect(logged().map(({ path }) => path)).toEqual(paths)
  })

  test('are not begun once their client is gone, and what was begun has its log line', async () => {
    let finish = () => {}
    work = () => new Promise<void>((done) => (finish = done))
    const socket = await open()
    socket.write(Array.from({ length: 300 }, (_, nth) => get(`/${nth}`)).join(''))
    await until(() => begun.length > 0)
    socket.destroy()
    await until(() => logged().length > 0)
    finish()
    await sleep(100)
    expect(begun).toEqual(['/0'])
    expect(logged()).toEqual([expect.objectContaining({ path: '/0', status: 499, aborted: true })])
  })

  test('keep their bodies', async () => {
    work = async (request, response) => {
      const parts = await request.toArray()
      response.end(`read ${Buffer.concat(parts as Buffer[]).toString()}`)
    }
    const text = await answersTo(post('/api/a', 'one') + post('/api/b', 'two') + get('/c', LAST))
    expect(text.match(/read (one|two)?/g)).toEqual(['read one', 'read two', 'read '])
  })

  test('for kept pages are answered too', async () => {
    const text = await answersTo(get('/kept') + get('/a') + get('/kept', LAST))
    expect(statuses(text)).toEqual(['200', '200', '200'])
    expect(text.match(/kept|answer to \/a/g)).toEqual(['kept', 'answer to /a', 'kept'])
  })

  test('behind one that ends the connection are not begun', async () => {
    const text = await answersTo(get('/a', LAST) + get('/b'))
    expect(statuses(text)).toEqual(['200'])
    expect(begun).toEqual(['/a'])
  })

  test('behind a refused one are not begun: its connection ends', async () => {
    const text = await answersTo(get('/a') + `PROPFIND /b HTTP/1.1\r\nHost: x\r\n\r\n` + get('/c'))
    expect(statuses(text)).toEqual(['200', '405'])
    expect(begun).toEqual(['/a'])
  })

  test('are answered before what cannot be read is refused', async () => {
    const text = await answersTo(get('/a') + get('/b') + 'GARBAGE\r\n\r\n')
    expect(statuses(text)).toEqual(['200', '200', '405'])
    expect(text).toContain('answer to /b')
    await until(() => logged().length === 3)
    expect(logged().map(({ status }) => status)).toEqual([200, 200, 405])
  })

  test('are answered before a body that cannot be read is refused', async () => {
    work = async (request, response) => {
      await sleep(20)
      request.on('error', () => {}).on('end', () => response.end('whole'))
      request.resume()
    }
    const broken = 'POST /api/b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'
    const text = await answersTo(get('/a') + broken)
    expect(statuses(text)).toEqual(['200', '400'])
    expect(begun).toEqual(['/a'])
  })

  test('of an expectation that nobody meets get 417, in their order and with a log line', async () => {
    const text = await answersTo(get('/a') + get('/b', 'Expect: a miracle\r\n'))
    expect(statuses(text)).toEqual(['200', '417'])
    await until(() => logged().length === 2)
    expect(logged()[1]).toMatchObject({ path: '/b', status: 417 })
  })

  test('beyond a number that no client needs end the connection after those before', async () => {
    const text = await answersTo(get('/a').repeat(2_000))
    expect(new Set(statuses(text))).toEqual(new Set(['200']))
    expect(statuses(text).length).toBeGreaterThanOrEqual(300)
    expect(statuses(text).length).toBeLessThan(1_000)
    expect(text).toMatch(/Connection: close\r\n[^]*answer to \/a$/)
    expect(most).toBe(1)
  })
})

// Seen when a site hangs: people reload, monitors give up, and what they asked for is still done, one
// after the other, long after they have gone.
test('real life: nothing is begun for clients that left before their requests were read', async () => {
  for (let nth = 0; nth < 20; nth++) {
    const socket = await open()
    socket.write(nth % 2 ? get('/left') : post('/api/left', 'a body'))
    if (nth % 3) socket.destroy()
    else socket.resetAndDestroy()
  }
  await until(() => logged().length > 10)
  await sleep(100)
  expect(begun).toEqual([])
  for (const line of logged()) expect(line).toMatchObject({ status: 499, aborted: true })
})
