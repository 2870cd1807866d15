// Pages that are rendered at once, and those that wait, on a real socket.
import { createReadStream } from 'node:fs'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { renderQueue, type RenderQueue } from '@/server/page-turns'

const LIMITS = { atOnce: 2, atOnceWhileIdle: 2, mostOfOne: 4, mostInAll: 7, patienceMs: 2_000 }
let queue: RenderQueue
let rendered: string[]
let atOnce: number
let most: number
let arrived: number
let render: (request: IncomingMessage, response: ServerResponse) => Promise<void>

const server = createServer((request, response) => {
  const who = String(request.headers['x-network'] ?? 'one')
  const work = async () => {
    rendered.push(request.url ?? '')
    most = Math.max(most, ++atOnce)
    await render(request, response).finally(() => atOnce--)
  }
  arrived++
  void queue(who, response, work).then((isRendered) => {
    if (!isRendered && !response.destroyed) response.writeHead(503).end()
  })
})
beforeAll(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  queue = renderQueue(LIMITS)
  rendered = []
  atOnce = most = arrived = 0
  render = async (_request, response) => {
    await sleep(20)
    response.end('page')
  }
})

const port = () => (server.address() as AddressInfo).port
const get = (path: string, network = 'one'): Promise<number> =>
  new Promise((done, fail) =>
    ask({ port: port(), host: '127.0.0.1', path, agent: false, headers: { 'x-network': network } })
      .on('response', (answer) => {
        answer.resume().on('end', () => done(answer.statusCode ?? 0))
      })
      .on('error', fail)
      .end(),
  )
const several = (count: number, name: string, network?: string) =>
  Array.from({ length: count }, (_, nth) => get(`/${name}${nth}`, network))

test('a few pages are rendered at once, and those that wait in their order', async () => {
  expect(await Promise.all(several(6, 'a'))).toEqual(Array(6).fill(200))
  expect(most).toBe(2)
})

test('one network has so many places and no more, and others still have theirs', async () => {
  let finish = () => {}
  const held = new Promise<void>((done) => (finish = done))
  render = (_request, response) => held.then(() => void response.end('page'))
  const flood = several(20, 'flood', 'loud')
  let refused = 0
  for (const answer of flood) void answer.then((status) => (refused += Number(status === 503)))
  while (refused < 14) await sleep(10)
  const others = [get('/x', 'quiet'), get('/y', 'calm')]
  await sleep(50)
  finish()
  expect(await Promise.all(others)).toEqual([200, 200])
  const answers = await Promise.all(flood)
  expect(answers.filter((status) => status === 200)).toHaveLength(LIMITS.atOnce + LIMITS.mostOfOne)
})

test('all networks together have so many places and no more', async () => {
  render = async (_request, response) => {
    await sleep(300)
    response.end('page')
  }
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, nth) => get(`/${nth}`, `network ${nth}`)),
  )
  const refused = 12 - LIMITS.atOnce - LIMITS.mostInAll
  expect(answers.filter((status) => status === 503)).toHaveLength(refused)
})

test('networks take turns: one page of somebody else does not wait behind all of a flood', async () => {
  let finish = () => {}
  const held = new Promise<void>((done) => (finish = done))
  render = (_request, response) => held.then(() => void response.end('page'))
  const flood = several(6, 'flood', 'loud')
  while (arrived < 6) await sleep(5)
  const page = get('/page', 'quiet')
  while (arrived < 7) await sleep(5)
  finish()
  await Promise.all([page, ...flood])
  expect(rendered.indexOf('/page')).toBeLessThan(4)
})

// Seen with crawlers and monitors that stop waiting: the work goes on for nobody.
test('real life: a client that leaves while it waits gets nothing rendered', async () => {
  let finish = () => {}
  const held = new Promise<void>((done) => (finish = done))
  render = (_request, response) => held.then(() => void response.end('page'))
  const first = several(2, 'a')
  await sleep(30)
  const gone = connect(port(), '127.0.0.1', () =>
    gone.write('GET /gone HTTP/1.1\r\nHost: x\r\n\r\n'),
  )
  await sleep(30)
  gone.destroy()
  await sleep(30)
  finish()
  await Promise.all(first)
  expect(await get('/b')).toBe(200)
  expect(rendered).toEqual(['/a0', '/a1', '/b'])
})

test('real life: what is being rendered for a client that has left keeps its place until it is done', async () => {
  render = async (_request, response) => {
    await sleep(50)
    response.end('page')
  }
  for (let nth = 0; nth < 8; nth++) {
    const gone = connect(port(), '127.0.0.1', () =>
      gone.write(`GET /gone${nth} HTTP/1.1\r\nHost: x\r\n\r\n`),
    )
    await sleep(15)
    gone.destroy()
  }
  expect(await get('/page')).toBe(200)
  expect(most).toBe(2)
})

// Seen with Next.js 16.4: of a page whose client leaves while it is streamed, some renderings never end.
test('real life: what never ends for clients that have left takes nobody’s place', async () => {
  render = async (request, response) => {
    if (request.url === '/page') return void response.end('page')
    response.write('begun')
    await new Promise(() => {})
  }
  for (let nth = 0; nth < LIMITS.atOnce; nth++) {
    const gone = connect(port(), '127.0.0.1', () =>
      gone.write(`GET /gone${nth} HTTP/1.1\r\nHost: x\r\n\r\n`),
    )
    gone.once('data', () => gone.destroy())
  }
  while (rendered.length < LIMITS.atOnce) await sleep(5)
  expect(await get('/page')).toBe(200)
})

test('what has waited too long is told so', async () => {
  queue = renderQueue({ ...LIMITS, patienceMs: 100 })
  render = async (_request, response) => {
    await sleep(400)
    response.end('page')
  }
  const answers = await Promise.all(several(3, 'a'))
  expect(answers.sort()).toEqual([200, 200, 503])
})

test('a page that waits for something else leaves the processor to the next one', async () => {
  queue = renderQueue({ ...LIMITS, atOnce: 1, atOnceWhileIdle: 3 })
  render = async (_request, response) => {
    await sleep(700) // The database is slow.
    response.end('page')
  }
  const begun = performance.now()
  expect(await Promise.all(several(3, 'a'))).toEqual([200, 200, 200])
  expect(performance.now() - begun).toBeLessThan(1_400)
})

test('a page that takes the processor has it alone', async () => {
  queue = renderQueue({ ...LIMITS, atOnce: 1, atOnceWhileIdle: 3 })
  render = async (_request, response) => {
    for (let part = 0; part < 20; part++) {
      for (const end = performance.now() + 20; performance.now() < end;);
      await sleep(0)
    }
    response.end('page')
  }
  expect(await Promise.all(several(3, 'a'))).toEqual([200, 200, 200])
  expect(most).toBe(1)
})

test('a page that fails makes way for the next one', async () => {
  render = async (_request, response) => {
    response.writeHead(500).end()
    throw new Error('broken')
  }
  const failed = jest.fn()
  const work = () => Promise.reject(new Error('broken'))
  const response = { destroyed: false } as ServerResponse
  for (let i = 0; i < 3; i++) await queue('one', response, work).catch(failed)
  expect(failed).toHaveBeenCalledTimes(3)
})

// Seen with telephones in lifts, and with tools that open many connections and read none of them.
test('real life: readers that do not read take nobody’s place', async () => {
  render = async (request, response) => {
    if (request.url !== '/slow') return void response.end('page')
    await pipeline(createReadStream('/dev/zero'), response).catch(() => {})
  }
  const slow = Array.from({ length: 2 }, () => {
    const socket = connect(port(), '127.0.0.1', () =>
      socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'),
    )
    return socket.pause()
  })
  await sleep(50)
  expect(await get('/page')).toBe(200)
  for (const socket of slow) socket.destroy()
})
