// However an address is spelt and whatever headers are sent, the server shows nothing of the admin
// without a session (docs/decisions/020 A2). In plain HTTP, because clients normalise paths.
// tests/integration/http/admin-walk.test.ts checks access to each handler.
import { randomBytes, createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { ROLES } from '@/lib/roles'
import en from '@/messages/en.json' with { type: 'json' }
import ms from '@/messages/ms.json' with { type: 'json' }
import zh from '@/messages/zh.json' with { type: 'json' }
import { ownersCookie } from '@/tests/support/admin'
import { addressFor, adminPages, apiRoutes, BYPASS_HEADERS } from '@/tests/support/routes'
import { ADMIN } from '@/tests/support/site'

const { SITE_URL, DATABASE_URL } = JSON.parse(process.env.STUDIO_TEST_SITE ?? '{}') as Record<
  string,
  string
>

// Every page there is, in three languages and spelt as a router may read it all the same; then
// spellings of one page.
const PATHS = [
  ...adminPages().flatMap((path) => [
    path,
    `/ms${path}`,
    `/zh${path}`,
    `/${path}`,
    path.replace('/a', '/%61'),
    `${path}.rsc`,
  ]),
  '/admin',
  '/admin/',
  '/admin/anything',
  '/admin-blog',
  '//admin',
  '/%61dmin',
  '/%2561dmin',
  '/admin%2F',
  '/admin?all=1',
  '/./admin',
  '/x/../admin',
  '/ms/admin',
  '/ms/%61dmin',
  '/%6ds/admin',
  '/zh/admin',
  '/zh/admin-blog',
  '/en/admin',
  '/%65n/admin',
  '/admin.rsc',
  '/admin.segments/_tree.segment.rsc',
  '/_next/data/x/admin.json',
  '/Admin',
  '/admin;x',
  '/admin/..%2fadmin',
]
const SPOKEN = [en, ms, zh].flatMap(({ admin: _admin, ...rest }) => leaves(rest)).join('\n')
/**
 * Every sentence of the admin in all languages, except what the login page shows and what other
 * pages say too.
 */
const WORDS = [en, ms, zh]
  .flatMap(({ admin: { signIn: _shown, ...rest } }) => leaves(rest))
  .filter(
    (text) =>
      text.length > (/\p{Script=Han}/u.test(text) ? 6 : 12) &&
      !text.includes('{') &&
      !SPOKEN.includes(text),
  )

function leaves(tree: object): string[] {
  return Object.values(tree).flatMap((value) =>
    typeof value === 'string' ? [value] : leaves(value as object),
  )
}

const token = () => randomBytes(32).toString('base64url')
const cookies: Record<string, string | null> = {
  'no cookie': null,
  'a forged cookie': token(),
  'an expired session': token(),
  'a member’s session': token(),
  'a disabled administrator’s session': token(),
}
type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })
const address = new URL(SITE_URL ?? 'http://localhost')

/** One request with its path as written here: no client normalises it. */
const send = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname: address.hostname, port: address.port, method, path, headers, agent },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          )
      },
    )
    outgoing.on('error', reject).end(body)
  })

const get = (path: string, headers: Record<string, string>, token: string | null) =>
  send('GET', path, { ...headers, ...(token && { cookie: `session=${token}` }) })

/** Headers that a router reads come without a cookie, and with a member's; the rest comes plainly. */
const isWalked = (cookie: string, kind: string) =>
  kind === 'plain' || cookie === 'no cookie' || cookie === 'a member’s session'

/** What each change of the owner's is sent with. */
const BODY = { status: 'completed', refund: 'full', note: 'x' }

const idOf = (name: string) =>
  createHash('sha256')
    .update(cookies[name] ?? '')
    .digest('hex')

async function withDatabase<T>(work: (sql: pg.Client) => Promise<T>): Promise<T> {
  const sql = new pg.Client({ connectionString: DATABASE_URL })
  await sql.connect()
  return work(sql).finally(() => sql.end())
}

test.beforeAll(() =>
  withDatabase(async (sql) => {
    await sql.query(
      `INSERT INTO users (username, password, disabled_at) VALUES ('former', 'x', now()) ON CONFLICT DO NOTHING`,
    )
    const session = `INSERT INTO sessions (id, kind, user_id, email, created_at, last_seen_at, expires_at)`
    await sql.query(
      `${session} SELECT $1, 'admin', id, NULL, now() - interval '3 hours', now() - interval '61 minutes', now() + interval '9 hours' FROM users WHERE username = $2 ON CONFLICT DO NOTHING`,
      [idOf('an expired session'), ADMIN.username],
    )
    await sql.query(
      `${session} SELECT $1, 'admin', id, NULL, now(), now(), now() + interval '9 hours' FROM users WHERE username = 'former' ON CONFLICT DO NOTHING`,
      [idOf('a disabled administrator’s session')],
    )
    await sql.query(
      `${session} VALUES ($1, 'member', NULL, 'walked@example.com', now(), now(), now() + interval '9 hours') ON CONFLICT DO NOTHING`,
      [idOf('a member’s session')],
    )
  }),
)

for (const [cookie, token] of Object.entries(cookies))
  for (const [kind, headers] of Object.entries(BYPASS_HEADERS).filter(([kind]) =>
    isWalked(cookie, kind),
  ))
    test(`a visitor (${cookie}, ${kind}) sees no page and no word of it`, async () => {
      for (const path of PATHS) {
        const response = await get(path, headers, token)
        const body = response.text
        // One assertion per page: thousands of words make thousands of steps otherwise.
        expect([path, WORDS.filter((word) => body.includes(word))]).toEqual([path, []])
        expect([307, 308, 404], `${path} answered ${response.status}`).toContain(response.status)
        expect(response.headers['set-cookie']).toBeUndefined()
      }
      // Spelt otherwise, it is sent to the address that was meant, and from there to the login.
      expect(await get('/%61dmin', headers, token)).toMatchObject({
        ...{ status: 307, headers: { location: '/admin' } },
      })
      for (const path of ['/admin', '/ms/admin', '/zh/admin-blog']) {
        const response = await get(path, headers, token)
        expect(response.status).toBe(307)
        expect(response.headers.location).toMatch(/^(\/ms|\/zh)?\/admin\/login\?next=%2F/)
      }
    })

for (const cookie of ['no cookie', 'a member’s session'])
  test(`${cookie}: every call of the owner’s answers 401, however it is spelt`, async () => {
    const token = cookies[cookie]
    const routes = apiRoutes().filter(({ access }) =>
      access.some((name) => ROLES.some((role) => role === name)),
    )
    expect(routes.length).toBeGreaterThan(10)
    for (const { file, path } of routes) {
      const address = addressFor(path)
      const spellings = [
        address,
        `/${address}`,
        address.replace('/api', '/%61pi'),
        `${address}/`,
        `/ms${address}`,
      ]
      for (const method of ownersMethods(file))
        for (const [index, spelling] of spellings.entries())
          for (const [kind, headers] of Object.entries(BYPASS_HEADERS)) {
            // The headers at the address itself; the other spellings in a plain request.
            if (index > 0 && kind !== 'plain') continue
            const what = `${method} ${spelling} ${JSON.stringify(headers)}`
            const response = await followed(method, spelling, {
              ...headers,
              ...(token && { cookie: `session=${token}; member=${token}` }),
            })
            // A path of another spelling may not exist, or is a page's, to which no JSON is posted;
            // the one that exists asks for a session. The router's headers first get a redirect to
            // the same address with ?_rsc.
            const allowed = index === 0 ? [401] : [401, 404, 405, 415]
            expect([what, allowed.includes(response.status) ? 'refused' : response.status]).toEqual(
              [what, 'refused'],
            )
            if (response.status === 401)
              expect([what, JSON.parse(response.text)]).toEqual([
                what,
                { message: en.errors.unauthorized, code: 'unauthorized' },
              ])
            expect(response.headers['set-cookie']).toBeUndefined()
          }
    }
  })

/** The answer after at most two redirects, as a client that follows them gets it. */
async function followed(method: string, path: string, headers: Record<string, string>) {
  const body = method === 'GET' ? undefined : JSON.stringify(BODY)
  const all = {
    ...headers,
    ...(body && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
  }
  let answer = await send(method, path, all, body)
  for (let hops = 0; hops < 2 && answer.headers.location; hops++) {
    const { pathname, search } = new URL(String(answer.headers.location), new URL(path, address))
    answer = await send(method, pathname + search, all, body)
  }
  return answer
}

/** The methods that a route's file keeps for administrators. */
const ownersMethods = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split(/^ {2}(?=[A-Z]+: \w+\()/m)
    .filter((part) => /access: '(crew|manager|owner)'/.test(part))
    .flatMap((part) => /^([A-Z]+): \w+\(/.exec(part)?.[1] ?? [])

test('a signed-in administrator sees the console', async () => {
  const token = ownersCookie().value
  for (const [path, { admin }] of [
    ['/admin', en],
    ['/ms/admin', ms],
    ['/zh/admin', zh],
  ] as const) {
    const response = await get(path, {}, token)
    expect(response.status).toBe(200)
    expect(response.headers['cache-control']).toContain('no-store')
    expect(WORDS).toContain(admin.session.offer.text)
    expect(response.text).toContain(admin.session.offer.text)
  }
  expect((await get('/api/bookings', {}, token)).status).toBe(200)
})
