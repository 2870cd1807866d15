import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isForOne } from '@/server/page-cache'
import { allowScriptsOf, policyFor, scriptPolicy } from '@/server/script-policy'

const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' https://js.stripe.com; style-src-attr 'unsafe-inline'"
const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('allows the inline scripts of the page and no other', () => {
  const one = 'self.__next_f.push([1,"a \\u003c/script\\u003e & \\"b\\" – “é”"])'
  const page = `<html><head><script>${one}</script><script src="/a.js" async=""></script>
    <script id="x" type="module">two()</script><script>${one}</script></head></html>`
  expect(policyFor(page, POLICY)).toBe(
    `default-src 'self'; script-src 'self' ${hashOf(one)} ${hashOf('two()')} https://js.stripe.com; style-src-attr 'unsafe-inline'`,
  )
})

test('data is not a script, and a script is its bytes, entities and all', () => {
  const page =
    '<script type="application/ld+json">{"@context":"https://schema.org"}</script><script>a &amp;&amp; b < c</script>'
  const policy = policyFor(page, POLICY)
  expect(policy).toContain(hashOf('a &amp;&amp; b < c'))
  expect(policy.match(/sha256-/g)).toHaveLength(1)
})

test('a page without inline scripts allows none', () => {
  const [, scripts] = policyFor('<p>text</p>', POLICY).split('; ')
  expect(scripts).not.toContain('unsafe-inline')
  expect(scripts).not.toContain('sha256')
})

describe('what is answered', () => {
  const build = mkdtempSync(join(tmpdir(), 'build-'))
  const shell = (name: string, meta: object, script: string) => {
    mkdirSync(join(build, 'server/app/en/admin'), { recursive: true })
    writeFileSync(join(build, `server/app/en/${name}.meta`), JSON.stringify(meta))
    writeFileSync(join(build, `server/app/en/${name}.html`), `<script>${script}</script>`)
  }
  shell('admin', { postponed: '1' }, 'inShell()')
  shell('admin/audit', { postponed: '2' }, 'inShell()')
  shell('admin/login', { status: 200 }, 'inWholePage()')

  const restrict = scriptPolicy(build, isForOne)
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  const server = createServer((request, response) => {
    restrict(request, response)
    response.setHeader('Content-Security-Policy', POLICY)
    answer(request, response)
  })
  beforeAll(() => new Promise<void>((done) => server.listen(0, done)))
  afterAll(() => {
    server.close()
    rmSync(build, { recursive: true })
  })

  let seen: IncomingHttpHeaders
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`http://localhost:${(server.address() as AddressInfo).port}${path}`, { headers, method })
  const scriptsOf = ({ headers }: Response) =>
    / script-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
  beforeEach(() => {
    answer = (request, response) => {
      seen = request.headers
      response.write('<html>')
      response.end()
    }
  })

  test('a page rendered for one visitor allows its shell’s scripts and a nonce of its own', async () => {
    const nonces = new Set<string>()
    for (const path of ['/admin', '/zh/manage/abc?x=1', '/%61dmin', '/admin', '/en/../admin']) {
      const scripts = scriptsOf(await get(path))
      const [, nonce = ''] =
        /^script-src ('nonce-[\w+/]{22}==')$/.exec(String(seen['content-security-policy'])) ?? []
      expect(scripts).toBe(`'self' ${nonce} ${hashOf('inShell()')} https://js.stripe.com`)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(5)
  })

  test.each([
    ['/services', {}],
    ['/', {}],
    ['/ms/booking?date=2026-12-01', {}],
    ['/admin', { rsc: '1' }],
    ['/api/health', {}],
    ['/icon.svg', {}],
  ])('%s %j gets no nonce that Next could keep, and allows none', async (path, headers) => {
    const scripts = scriptsOf(await get(path, headers))
    expect(seen['content-security-policy']).toBeUndefined()
    expect(scripts).toBe(`'self' ${hashOf('inShell()')} https://js.stripe.com`)
  })

  test('a nonce that a visitor sends along is not taken', async () => {
    const headers = {
      'content-security-policy': "script-src 'nonce-mine'",
      'content-security-policy-report-only': "script-src 'nonce-mine'",
    }
    await get('/services', headers)
    expect(JSON.stringify(seen)).not.toContain('mine')
    const scripts = scriptsOf(await get('/admin', headers))
    expect(JSON.stringify(seen)).not.toContain('mine')
    expect(scripts).not.toContain('mine')
  })

  test('a prerendered page keeps the hashes of its own scripts', async () => {
    answer = (_request, response) => {
      const page = '<script>own()</script>'
      allowScriptsOf(page, response)
      response.end(page)
    }
    expect(scriptsOf(await get('/services'))).toBe(
      `'self' ${hashOf('own()')} https://js.stripe.com`,
    )
  })

  test('a policy that allows no inline scripts stays as it is', async () => {
    const strict = "default-src 'none'; script-src 'self'; style-src-attr 'unsafe-inline'"
    answer = (_request, response) => {
      response.setHeader('Content-Security-Policy', strict)
      response.end()
    }
    expect((await get('/admin')).headers.get('content-security-policy')).toBe(strict)
  })

  test('what the browser has keeps the policy it came with', async () => {
    answer = (_request, response) => {
      response.statusCode = 304
      response.end()
    }
    const { status, headers } = await get('/admin/login')
    expect({ status, policy: headers.get('content-security-policy') }).toEqual({
      status: 304,
      policy: null,
    })
  })
})
