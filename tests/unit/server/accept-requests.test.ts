// What our server refuses before the site sees it, on a real socket. What handles requests here only
// says that it was reached. The bytes go out as they stand.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { acceptRequests, takesFile } from '@/server/accept-requests'
import { log } from '@/lib/log'
import { LONGEST_TARGET, type Refusal } from '@/server/refusal'

const BUSY: Refusal = {
  status: 503,
  code: 'unavailable',
  sentence: 'busy',
  headers: { 'Retry-After': '5' },
}
let server: Server
let port: number
let handled: string[]
let hosts: (string | undefined)[]
let lines: jest.SpyInstance

beforeAll(async () => {
  server = createServer()
  acceptRequests(server, {
    host: 'studio.example',
    accessLog: log,
    hops: 0,
    isDev: false,
    loggedAddress: (address) => `hash of ${address}`,
    headers: { 'X-Robots-Tag': 'noindex' },
    answerKept(request, response, own) {
      if (request.url !== '/kept') return false
      response.writeHead(200, [...own, 'Content-Length', '4']).end('kept')
      return true
    },
    handle(request, response, _requestId, refuse) {
      handled.push(request.url ?? '')
      hosts.push(request.headers.host)
      if (request.url?.endsWith('busy')) return refuse(BUSY)
      if (request.url === '/listened')
        for (let nth = 0; nth < 12; nth++) response.on('close', () => {})
      request.on('error', () => {}).on('end', () => response.end('inside'))
      request.resume()
    },
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
beforeEach(() => {
  handled = []
  hosts = []
  lines = jest.spyOn(log, 'info').mockImplementation(() => undefined)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

type Answer = { status: number; head: string; body: string }
type Sent = { cutAfter?: number }

/** Sends the bytes; `cutAfter` those milliseconds the client goes away. */
function send(bytes: string, { cutAfter }: Sent = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes)
      if (cutAfter !== undefined) setTimeout(() => socket.destroy(), cutAfter)
    })
    socket
      .on('data', (chunk) => (received += chunk.toString()))
      .on('error', reject)
      .on('close', () => {
        const [head = '', rest = ''] = received.split('\r\n\r\n')
        // Without the sizes of its chunks.
        const body = rest.slice(rest.indexOf('{'), rest.lastIndexOf('}') + 1) || rest
        resolve({ status: Number(head.split(' ')[1]), head, body })
      })
  })
}
const get = (target: string, headers = '') =>
  send(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`)
const post = (target: string, headers: string, body = '') =>
  send(
    `POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`,
  )
/** The lines written to the log. Waits for the first one, then 50 ms more for a second one. */
const logged = async () => {
  for (let tries = 0; lines.mock.calls.length === 0 && tries < 200; tries++) await sleep(10)
  await sleep(50)
  return lines.mock.calls.map(([fields]) => fields as Record<string, unknown>)
}

const long = (unit: string) => unit.repeat(15_000 / unit.length)

describe('a body that does not come', () => {
  const FILES = ['/api/uploads', '/api/manage/abcdefghijklmnopqrstuv/slip']
  let slow: Server
  beforeAll(async () => {
    slow = createServer()
    acceptRequests(slow, {
      ...{
        host: 'studio.example',
        accessLog: log,
        hops: 0,
        isDev: false,
        headers: {},
        bodyMs: 200,
      },
      loggedAddress: () => 'x',
      answerKept: () => false,
      handle: (request, response) => {
        request.on('error', () => {}).on('end', () => response.end('inside'))
        request.resume()
      },
    })
    await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done))
  })
  afterAll(() => {
    slow.closeAllConnections()
    slow.close()
  })
  /** Sends a body of two bytes, the second one after 600 ms. */
  const sendSlowly = (target: string) =>
    new Promise<string>((resolve) => {
      let received = ''
      const { port: at } = slow.address() as AddressInfo
      const socket = connect(at, '127.0.0.1', () => {
        const head = 'Host: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n'
        socket.write(`POST ${target} HTTP/1.1\r\n${head}a`)
        setTimeout(() => socket.writable && socket.write('b'), 600)
      })
      socket
        .on('data', (chunk) => (received += chunk.toString()))
        .on('error', () => {})
        .on('close', () => resolve(received))
    })

  test('is not waited for', async () => {
    expect(await sendSlowly('/api/bookings')).toMatch(/^HTTP\/1\.1 408 /)
    expect(await sendSlowly('/api/manage/abcdefghijklmnopqrstuv/reschedule')).toMatch(/ 408 /)
  })

  // Seen elsewhere: 5 MB over 165 KB/s take 32 s, and were refused each time.
  test.each(FILES)('has longer where it is a file: %s', async (target) => {
    expect(await sendSlowly(target)).toMatch(/^HTTP\/1\.1 200 [^]*inside/)
    expect(slow.requestTimeout).toBe(180_000)
  })

  test('every route that takes a file is such an address', () => {
    const routes = readdirSync('app/api', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('route.ts'))
      .filter((file) => readFileSync(`app/api/${file}`, 'utf8').includes('readUpload('))
      .map((file) => `/api/${file.replace('/route.ts', '').replace(/\[\w+\]/g, 'x')}`)
    expect(routes.length).toBe(FILES.length)
    expect(routes.filter((path) => !takesFile(path))).toEqual([])
  })
})

describe('addresses that are too long', () => {
  test.each([
    ['one path', `/${long('a')}`],
    ['many slashes', long('/')],
    ['percent signs', `/${long('%')}`],
    ['a query of pairs', `/booking?x=1&${long('a=b&')}`],
    ['a query of keys', `/booking?${long('a&')}`],
    ['the form for proxies', `http://x/booking?${long('a=b&')}`],
    ['one too many', `/${'a'.repeat(LONGEST_TARGET)}`],
  ])('%s is answered with 414, at once', async (_what, target) => {
    const { status, head, body } = await get(target)
    expect(status).toBe(414)
    expect(JSON.parse(body)).toEqual({ code: 'too_large', message: expect.stringMatching(/large/) })
    for (const header of [
      'Content-Type: application/json',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'X-Robots-Tag: noindex',
      'Connection: close',
    ])
      expect(head).toContain(header)
    expect(head).toMatch(/X-Request-Id: [\w-]{36}/)
    expect(handled).toEqual([])
    const [line, ...more] = await logged()
    expect(more).toEqual([])
    expect(line).toMatchObject({ method: 'GET', status: 414 })
    expect(JSON.stringify(line).length).toBeLessThan(500)
  })

  test('what is no request at all gets the headers of every answer too', async () => {
    const { status, head } = await send('GET / HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n')
    expect(status).toBe(400)
    expect(head).toContain('X-Robots-Tag: noindex')
  })

  test('the answer is in the visitor’s language', async () => {
    for (const name of ['language', '__Host-language']) {
      const { body } = await get(`/${long('a')}`, `Cookie: a=b; ${name}=ms\r\n`)
      expect(JSON.parse(body).message).not.toMatch(/large/)
    }
  })

  test.each(['/booking?service=1', `/${'a'.repeat(LONGEST_TARGET - 1)}`])(
    '%s gets in',
    async (at) => {
      expect(await get(at)).toMatchObject({ status: 200, body: expect.stringContaining('inside') })
      expect(handled).toEqual([at])
    },
  )

  test('twenty of the longest cost no more than twenty others', async () => {
    const time = async (target: string) => {
      const begun = performance.now()
      for (let i = 0; i < 20; i++) await get(target)
      return performance.now() - begun
    }
    const others = await time('/booking')
    // With the path read before it was refused each of them cost 200 ms.
    expect(await time(`/${long('a')}`)).toBeLessThan(1000 + 5 * others)
  })
})

// Seen with every form that a browser posts before its script has come, and with scanners that post
// to every address they find: each post had the page rendered anew.
describe('real life: a form posted to a page that takes none', () => {
  const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n'
  const PARTS = 'Content-Type: multipart/form-data; boundary=x\r\n'
  test.each([
    ['a form', FORM],
    ['a form in parts', PARTS],
    ['a form whose type is spelt otherwise', 'Content-Type: Multipart/FORM-data ; Boundary=x\r\n'],
    ['nothing', ''],
  ])('%s leads on to the same address, and nothing is rendered', async (_what, headers) => {
    const { status, head, body } = await post('/admin/login?next=%2Fadmin', headers, 'a=b')
    expect([status, body, handled]).toEqual([303, '', []])
    expect(head).toMatch(/\r\nLocation: \/admin\/login\?next=%2Fadmin(\r\n|$)/)
    expect(head).toMatch(/\r\nCache-Control: no-store(\r\n|$)/)
    expect(head).toMatch(/\r\nX-Request-Id: [\w-]{36}(\r\n|$)/)
    const [line, ...more] = await logged()
    expect([line?.status, more]).toEqual([303, []])
  })

  test.each(['//evil.example/x', '/\\evil.example/x', '///evil.example', 'http://x//evil.example'])(
    'to %s does not lead to another site',
    async (target) => {
      const location = /\r\nLocation: (.*?)(\r\n|$)/.exec((await post(target, FORM)).head)?.[1]
      expect(new URL(location ?? '', 'https://studio.example').host).toBe('studio.example')
    },
  )

  test('the connection is used again, whatever the form holds', async () => {
    const form = `POST /booking HTTP/1.1\r\nHost: x\r\n${FORM}Content-Length: 200000\r\n\r\n`
    const more = 'GET /after HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    const { status, body } = await send(form + 'a'.repeat(200_000) + more)
    expect([status, handled]).toEqual([303, ['/after']])
    expect(body).toContain('HTTP/1.1 200 OK')
  })

  test.each([
    ['text', 'Content-Type: text/plain\r\n', 415],
    ['JSON', 'Content-Type: application/json\r\n', 415],
    ['a server action that is not there', 'Next-Action: 40aa\r\n', 404],
  ])('%s is refused', async (_what, headers, status) => {
    const answer = await post('/booking', headers, '--x\r\nrubbish')
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      status,
      { code: expect.any(String), message: expect.any(String) },
    ])
    expect(handled).toEqual([])
    expect(await logged()).toHaveLength(1)
  })

  test('a page with a server action gets forms in parts, and leads all others on', async () => {
    expect((await post('/contact', PARTS)).status).toBe(200)
    expect((await post('/contact', FORM)).status).toBe(303)
    expect(handled).toEqual(['/contact'])
  })

  test('calls of the API accept every content type', async () =>
    expect((await post('/api/uploads', 'Content-Type: multipart/form-data\r\n')).status).toBe(200))
})

// Seen in front of sites with several names: a proxy decided by the first, the site by the second.
describe('real life: a request with two Host lines', () => {
  test.each(['Host: evil.example\r\n', 'host: x\r\n', 'HOST: x\r\n'])(
    '%j is refused',
    async (more) => {
      const { status, body } = await get('/booking', more)
      expect([status, JSON.parse(body).code, handled]).toEqual([400, 'invalid_request', []])
    },
  )
})

// HAProxy and some load balancers check in this way.
describe('real life: a check by HTTP/1.0', () => {
  test('needs no Host, and is answered as one for the site', async () => {
    expect((await send('GET /api/health HTTP/1.0\r\n\r\n')).status).toBe(200)
    expect(handled).toEqual(['/api/health'])
    expect(hosts).toEqual(['studio.example'])
  })

  test('by HTTP/1.1 it is malformed without one', async () => {
    expect((await send('GET /api/health HTTP/1.1\r\n\r\n')).status).toBe(400)
    expect(handled).toEqual([])
  })
})

test('the end of a large page may be listened for by more than ten', async () => {
  const warnings: Error[] = []
  const keep = (warning: Error) => warnings.push(warning)
  process.on('warning', keep)
  await send('GET /listened HTTP/1.1\r\nHost: studio.example\r\nConnection: close\r\n\r\n')
  await sleep(20)
  process.off('warning', keep)
  expect(handled).toEqual(['/listened'])
  expect(warnings).toEqual([])
})

test('the log line holds a hash of the address, never the address', async () => {
  await get('/booking')
  const [line] = await logged()
  expect(line).toMatchObject({ path: '/booking', status: 200, address: 'hash of 127.0.0.1' })
})

describe('a broken request leaves one short line in the log', () => {
  const HEAD = 'POST /api/bookings HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  test.each([
    ['a body cut off', `${HEAD}Content-Length: 50000\r\n\r\n{"a":`, { cutAfter: 50 }],
    ['pieces cut off', `${HEAD}Transfer-Encoding: chunked\r\n\r\nffff\r\nabc`, { cutAfter: 50 }],
    ['pieces of no size', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc`, {}],
    ['no request at all', 'GARBAGE\r\n\r\n', {}],
    ['two lengths', `${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, {}],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(80_000)}`, {}],
  ])('%s', async (_what, bytes, how) => {
    const error = jest.spyOn(log, 'error')
    await send(bytes, how).catch(() => null)
    const entries = await logged()
    expect(entries).toHaveLength(1)
    expect(JSON.stringify(entries[0]).length).toBeLessThan(500)
    expect(error).not.toHaveBeenCalled()
  })
})

test('a kept page is answered before the site, with the common headers', async () => {
  const answer = await send('GET /kept HTTP/1.1\r\nHost: studio\r\nConnection: close\r\n\r\n')
  expect([answer.status, answer.body, handled]).toEqual([200, 'kept', []])
  expect(answer.head).toMatch(/\r\nX-Request-Id: [\da-f-]{36}\r\nX-Robots-Tag: noindex\r\n/)
})

test('a request that is refused is never answered with a kept page', async () => {
  const answer = await send('DELETE /kept HTTP/1.1\r\nHost: studio\r\nConnection: close\r\n\r\n')
  expect([answer.status, handled]).toEqual([405, []])
})

describe('a page that is refused', () => {
  const BROWSER = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n'

  test('is a page in its own language, which a browser loads again by itself', async () => {
    const { status, head, body } = await get('/ms/busy', `${BROWSER}Cookie: language=zh\r\n`)
    expect(status).toBe(503)
    expect(head).toMatch(/\r\nContent-Type: text\/html; charset=utf-8\r\n/)
    expect(head).toMatch(/\r\nRetry-After: 5\r\n/)
    expect(head).toMatch(/\r\nCache-Control: no-store\r\n/)
    expect(body).toContain('<html lang="ms">')
    expect(body).toContain('<meta http-equiv="refresh" content="5">')
    expect(body).toContain('<h1>Laman web ini sangat sibuk sekarang.')
  })

  test('is not loaded again when that would not help', async () => {
    const { status, body } = await get('/%00', BROWSER)
    expect([status, body.includes('http-equiv')]).toEqual([400, false])
    expect(body).toContain('<html lang="en">')
  })

  test('is a page for a form too, and is not loaded again, which would lose the form', async () => {
    const parts = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 0\r\n'
    const { status, body } = await send(
      `POST /zh/contact?busy HTTP/1.1\r\nHost: x\r\n${BROWSER}${parts}\r\n`,
    )
    expect([status, body.includes('http-equiv')]).toEqual([503, false])
    expect(body).toContain('<html lang="zh-Hans">')
  })

  test.each([
    ['a call', '/api/busy', BROWSER],
    ['a page’s data, asked for by its script', '/busy', 'Accept: */*\r\nRSC: 1\r\n'],
  ])('is the error body of a call for %s', async (_what, path, headers) => {
    const { status, body } = await get(path, headers)
    expect([status, JSON.parse(body).code]).toEqual([503, 'unavailable'])
  })
})
