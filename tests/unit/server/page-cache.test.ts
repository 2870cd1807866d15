import {
  createServer,
  request as ask,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pageCache, SETTLE_MS, type PageCache } from '@/server/page-cache'

const PAGE = `<!DOCTYPE html><html><body>${'<p>Recording, lights, “microphones”.</p>'.repeat(200)}</body></html>`
const PRERENDERED = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 's-maxage=60, stale-while-revalidate=100',
  'x-nextjs-prerender': '1',
  'x-nextjs-cache': 'HIT',
  'Content-Security-Policy': "default-src 'self'",
  Vary: 'rsc, next-router-prefetch',
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

let now = SETTLE_MS * 10
let pages: PageCache
let rendered: string[]
let page: { html: string; status: number; headers: OutgoingHttpHeaders }
const server = createServer((request, response) => {
  const id = `id-${++requests}`
  const own: [string, string][] = [
    ['X-Request-Id', id],
    ['Strict-Transport-Security', 'max-age=63072000'],
  ]
  if (pages.answer(request, response, own.flat())) return
  for (const [name, value] of own) response.setHeader(name, value)
  pages.prepare(request, response)
  rendered.push(request.url ?? '')
  response.statusCode = page.status
  for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value ?? '')
  response.end(page.html)
})
let requests = 0

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, done))
})
afterAll(() => server.close())
beforeEach(() => {
  jest.spyOn(performance, 'now').mockImplementation(() => now)
  pages = pageCache()
  rendered = []
  page = { html: PAGE, status: 200, headers: PRERENDERED }
})

function get(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Answer> {
  return new Promise((done, fail) => {
    const { port } = server.address() as AddressInfo
    ask({ port, path, method, headers, agent: false }, async (response) => {
      const chunks = await response.toArray()
      done({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks as Buffer[]),
      })
    })
      .on('error', fail)
      .end()
  })
}

/** Requests a page and waits until it is kept: it is compressed after its first answer. */
async function kept(path: string): Promise<Answer> {
  const before = pages.state().pages
  const first = await get(path)
  for (let more = 500; more > 0 && pages.state().pages === before; more--)
    await new Promise((done) => setTimeout(done, 10))
  rendered = []
  return first
}

test('what our server adds to every answer is in that of a kept page once', async () => {
  const first = await kept('/services')
  const later = await get('/services')
  expect(rendered).toEqual([])
  const name = 'strict-transport-security'
  expect(later.headers[name]).toBe(first.headers[name])
})

test('the first answer is Next’s, every later one the kept page, in the smallest encoding taken', async () => {
  expect((await kept('/services')).body.toString()).toBe(PAGE)
  const read = {
    br: (body: Buffer) => brotliDecompressSync(body),
    gzip: (body: Buffer) => gunzipSync(body),
    identity: (body: Buffer) => body,
  }
  const encodings: [string | undefined, keyof typeof read][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['deflate', 'identity'],
    [undefined, 'identity'],
  ]
  for (const [accepted, encoding] of encodings) {
    const answer = await get('/services', accepted ? { 'accept-encoding': accepted } : {})
    expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding)
    expect(answer.headers['content-length']).toBe(String(answer.body.length))
    expect(read[encoding](answer.body).toString()).toBe(PAGE)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'self'",
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'rsc, next-router-prefetch, Accept-Encoding',
      'x-request-id': `id-${requests}`,
    })
  }
  expect(rendered).toEqual([])
  expect(pages.state()).toMatchObject({ pages: 1, hits: 4, misses: 1 })
})

test('HEAD has the headers without the body; a browser that has the page gets 304', async () => {
  await kept('/')
  const { headers } = await get('/', { 'accept-encoding': 'br' })
  const head = await get('/', { 'accept-encoding': 'br' }, 'HEAD')
  expect({ ...head.headers, 'x-request-id': '', date: '' }).toEqual({
    ...headers,
    'x-request-id': '',
    date: '',
  })
  expect(head.body).toHaveLength(0)
  for (const etag of [headers.etag, `"other", W/${headers.etag}`, '*']) {
    const known = await get('/', { 'accept-encoding': 'br', 'if-none-match': etag })
    expect({ status: known.status, length: known.body.length }).toEqual({ status: 304, length: 0 })
    expect(known.headers).toMatchObject({ etag: headers.etag, vary: headers.vary })
  }
  // The etag names the encoding: a browser that received gzip has other bytes.
  const other = await get('/', { 'accept-encoding': 'gzip', 'if-none-match': headers.etag })
  expect(other.status).toBe(200)
  expect(rendered).toEqual([])
})

test('a query is answered with the kept page, and never the page that is kept', async () => {
  await get('/booking?service=1')
  await get('/booking?service=1')
  expect(rendered).toHaveLength(2)
  await kept('/booking')
  expect((await get('/booking?service=2')).body.toString()).toBe(PAGE)
  expect(rendered).toEqual([])
})

test('the router’s requests, drafts, other methods and private pages are Next’s', async () => {
  await kept('/blog')
  for (const headers of [
    { rsc: '1' },
    { 'next-router-prefetch': '1' },
    { 'next-router-segment-prefetch': '/_tree' },
    { cookie: 'a=b; __prerender_bypass=x' },
    { cookie: '__next_preview_data=x' },
  ])
    await get('/blog', headers)
  await get('/blog', {}, 'POST')
  expect(rendered).toHaveLength(6)
  rendered = []
  const never = [
    ...['/admin', '/ms/admin/login', '/manage/abc', '/zh/manage/abc', '/api/x'],
    // Other spellings of one page, of which there are arbitrarily many.
    ...['/%62log', '/x/../blog', '/./blog', '//blog', '/blog/', '/x\\..\\blog'],
  ]
  for (const path of never) for (let twice = 2; twice > 0; twice--) await get(path)
  expect(rendered).toHaveLength(2 * never.length)
  expect(pages.state().pages).toBe(1)
})

test.each([
  ['another status', { status: 404 }],
  ['a page rendered for one visitor', { headers: { ...PRERENDERED, 'x-nextjs-prerender': '' } }],
  ['an answer with a cookie', { headers: { ...PRERENDERED, 'Set-Cookie': 'a=b' } }],
  ['an outdated page', { headers: { ...PRERENDERED, 'x-nextjs-cache': 'STALE' } }],
  ['what no shared cache may keep', { headers: { ...PRERENDERED, 'Cache-Control': 'no-store' } }],
  ['data', { headers: { ...PRERENDERED, 'Content-Type': 'application/json' } }],
])('%s is not kept', async (_, change) => {
  page = { ...page, ...change }
  await get('/x')
  page = { html: PAGE, status: 200, headers: PRERENDERED }
  await kept('/y') // One after the other: the first would be there by now.
  await get('/x')
  expect(rendered).toEqual(['/x'])
})

test('after a change no earlier rendering is served or kept, however late it finished', async () => {
  await kept('/')
  pages.drop()
  page = { ...page, html: 'rendered during the change' }
  now += SETTLE_MS
  expect((await get('/')).body.toString()).toBe('rendered during the change')
  page = { ...page, html: 'new' }
  expect((await get('/')).body.toString()).toBe('new')
  now += 1
  await kept('/')
  expect((await get('/')).body.toString()).toBe('new')
  expect(rendered).toEqual([])
})

test('a page as the build made it, of which Next says twice that it is prerendered, is kept too', async () => {
  page = { ...page, headers: { ...PRERENDERED, 'x-nextjs-prerender': ['1', '1'] } }
  await kept('/')
  expect((await get('/')).headers['x-nextjs-prerender']).toBe('1')
  expect(rendered).toEqual([])
})

test('a page that is being compressed when its content changes is not kept', async () => {
  await get('/')
  pages.drop()
  now += SETTLE_MS + 1
  await kept('/y') // Stored after the first one would have been.
  await get('/')
  expect(rendered).toEqual(['/'])
})

test.each([
  ['/services', 200, { 'x-nextjs-prerender': '1' }, true],
  ['/admin/login', 200, { 'x-nextjs-prerender': '1' }, true],
  ['/services', 500, {}, true],
  ['/services', 200, {}, false],
  ['/admin', 200, {}, false],
  ['/admin', 500, {}, false],
])(
  '%s with %i and %j may run the scripts that stand in it: %s',
  async (path, status, more, may) => {
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "script-src 'self' 'unsafe-inline'",
      ...more,
    }
    page = { html: '<script>own()</script>', status, headers }
    const policy = (await get(path)).headers['content-security-policy']
    expect(policy).toMatch(may ? /^script-src 'self' 'sha256-[^']+'$/ : /'unsafe-inline'$/)
  },
)

test('a page is kept for as long as Next says', async () => {
  await kept('/')
  now += 59_999
  await get('/')
  expect(rendered).toEqual([])
  now += 2
  await get('/')
  expect(rendered).toEqual(['/'])
})

test('the page asked for least lately goes when there are too many', async () => {
  await kept('/a')
  const { bytes } = pages.state()
  pages = pageCache(3.5 * bytes)
  for (const path of ['/a', '/b', '/c']) await kept(path)
  await get('/a')
  await get('/d')
  // It takes the place of another: until it is kept there is nothing to see but Next being asked.
  for (let more = 500; more > 0 && rendered.length > 0; more--) {
    rendered = []
    await get('/d')
  }
  await get('/a')
  await get('/c')
  expect(rendered).toEqual([])
  await get('/b')
  expect(rendered).toEqual(['/b'])
})

test.each([
  ['/services', true, 503, '5'],
  ['/services', false, 500, undefined],
])(
  'a page that cannot be rendered is asked for again where the database is away (%s, %s)',
  async (path, isOut, status, again) => {
    const holder = globalThis as { studioOutage?: object }
    if (isOut) holder.studioOutage = { since: 0, failures: 1 }
    page = { html: PAGE, status: 500, headers: { 'Content-Type': 'text/html; charset=utf-8' } }
    const answer = await get(path)
    delete holder.studioOutage
    expect([answer.status, answer.headers['retry-after']]).toEqual([status, again])
    expect(answer.body.toString()).toBe(PAGE)
  },
)
