// Nobody without a session sees anything of the admin, whatever they send (decision A2). Spoken in plain HTTP.
import { randomBytes, createHash } from 'node:crypto'
import { expect, test, type APIRequestContext } from '@playwright/test'
import pg from 'pg'
import en from '@/messages/en.json' with { type: 'json' }
import ms from '@/messages/ms.json' with { type: 'json' }
import zh from '@/messages/zh.json' with { type: 'json' }
import { ADMIN } from '@/tests/support/site'

const { SITE_URL, DATABASE_URL } = JSON.parse(process.env.STUDIO_TEST_SITE ?? '{}') as Record<string, string>

const PATHS = [
  '/admin', '/admin/', '/admin/anything', '/admin-blog', '//admin', '/%61dmin', '/%2561dmin', '/admin%2F', '/admin?all=1', '/./admin', '/x/../admin',
  '/ms/admin', '/ms/%61dmin', '/%6ds/admin', '/zh/admin', '/zh/admin-blog', '/en/admin', '/%65n/admin', '/admin.rsc', '/admin.segments/_tree.segment.rsc',
  '/_next/data/x/admin.json', '/Admin', '/admin;x', '/admin/..%2fadmin',
]
const HEADERS: Record<string, Record<string, string>> = {
  plain: {},
  'a forged inner request': { 'x-middleware-subrequest': Array(5).fill('middleware').join(':') },
  'a forged inner request, other folder': { 'x-middleware-subrequest': Array(5).fill('src/middleware').join(':') },
  'a forged rewrite': { 'x-middleware-rewrite': '/en/admin', 'x-matched-path': '/en/admin', 'x-invoke-path': '/en/admin' },
  'the router': { rsc: '1', 'next-router-state-tree': '%5B%22%22%2C%7B%7D%5D' },
  'the router, prefetching': { rsc: '1', 'next-router-prefetch': '1' },
  'the router, prefetching a segment': { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  'a resumed render': { 'next-resume': '1' },
}

/** Every sentence of the admin in all languages, except what the login page shows. */
const WORDS = [en, ms, zh].flatMap(({ admin: { signIn: _shown, ...rest } }) => leaves(rest)).filter((text) => text.length > (/\p{Script=Han}/u.test(text) ? 6 : 12) && !text.includes('{'))

function leaves(tree: object): string[] {
  return Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : leaves(value as object)))
}

const cookies: Record<string, string | null> = { 'no cookie': null, 'a forged cookie': randomBytes(32).toString('base64url'), 'an expired session': randomBytes(32).toString('base64url') }

const get = (request: APIRequestContext, path: string, headers: Record<string, string>, token: string | null, maxRedirects = 0) =>
  request.get(SITE_URL + path, { maxRedirects, headers: { ...headers, ...(token && { cookie: `session=${token}` }) } })

test.skip(({ isMobile }) => isMobile, 'no browser is involved')

test.beforeAll(async () => {
  const sql = new pg.Client({ connectionString: DATABASE_URL })
  await sql.connect()
  await sql.query(
    `INSERT INTO sessions (id, kind, user_id, created_at, last_seen_at, expires_at)
     SELECT $1, 'admin', id, now() - interval '3 hours', now() - interval '61 minutes', now() + interval '9 hours' FROM users WHERE username = $2 ON CONFLICT DO NOTHING`,
    [createHash('sha256').update(cookies['an expired session'] ?? '').digest('hex'), ADMIN.username],
  )
  await sql.end()
})

for (const [cookie, token] of Object.entries(cookies))
  for (const [kind, headers] of Object.entries(HEADERS))
    test(`${cookie}, ${kind}: no page, no word of it`, async ({ request }) => {
      for (const path of PATHS) {
        const response = await get(request, path, headers, token)
        const body = await response.text()
        for (const word of WORDS) expect(body, `${path} must not say "${word}"`).not.toContain(word)
        expect([307, 308, 404], `${path} answered ${response.status()}`).toContain(response.status())
        expect(response.headers()['set-cookie']).toBeUndefined()
      }
      for (const path of ['/admin', '/ms/admin', '/zh/admin-blog', '/%61dmin']) {
        const response = await get(request, path, headers, token)
        expect(response.status()).toBe(307)
        expect(response.headers().location).toMatch(/^(\/ms|\/zh)?\/admin\/login\?next=%2F/)
      }
    })

for (const [cookie, token] of Object.entries(cookies))
  test(`${cookie}: the API answers 401`, async ({ request }) => {
    for (const headers of Object.values(HEADERS)) {
      // The router's headers first get a redirect to the same address with ?_rsc.
      const response = await get(request, '/api/bookings', headers, token, 2)
      expect(response.status()).toBe(401)
      expect(await response.json()).toEqual({ message: en.errors.unauthorized, code: 'unauthorized' })
    }
  })

test('whoever signs in sees all of it', async ({ request }) => {
  const answer = await request.post(`${SITE_URL}/api/auth/sign-in`, { data: ADMIN })
  const token = /session=([^;]+)/.exec(answer.headers()['set-cookie'] ?? '')?.[1] ?? null
  for (const [path, { admin }] of [['/admin', en], ['/ms/admin', ms], ['/zh/admin', zh]] as const) {
    const response = await get(request, path, {}, token)
    expect(response.status()).toBe(200)
    expect(response.headers()['cache-control']).toContain('no-store')
    expect(WORDS).toContain(admin.session.everywhere)
    expect(await response.text()).toContain(admin.session.everywhere)
  }
  expect((await get(request, '/api/bookings', {}, token)).status()).toBe(200)
})
