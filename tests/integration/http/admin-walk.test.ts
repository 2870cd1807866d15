// Every route handler there is, with every method, for everybody who is no administrator
// (docs/decisions/020 A2, A3): 401 and nothing in the database is other than before.
// Spellings of addresses are the router's matter: tests/http/admin-spellings.spec.ts.
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { POST as signIn } from '@/app/api/auth/sign-in/route'
import { createAdmin } from '@/lib/auth/admin-accounts'
import type { Handler } from '@/lib/route'
import { sha256 } from '@/lib/http/request'
import { SETTING_KEYS, SETTINGS } from '@/lib/settings/schema'
import { callRoute } from '@/tests/support/call'
import {
  addressFor,
  apiRoutes,
  METHODS,
  paramsFor,
  PUBLIC,
  BYPASS_HEADERS,
  CREWS,
  OWNERS,
  PROVEN,
  UNPROVEN,
  type Method,
} from '@/tests/support/routes'
import { openWorld, workingDay } from './world'

const world = openWorld()
const routes = apiRoutes()
const handlers = new Map<string, Record<Method, Handler>>()
const token = () => randomBytes(32).toString('base64url')
const [member, otherMember, oldMember] = [token(), token(), token()]
const [expired, aged, disabled] = [token(), token(), token()]
const [idlePhone, agedPhone] = [token(), token()]
const [crew, manager] = [token(), token()]
/** What the browser of an administrator with two steps holds once the password was right. */
let afterPassword: string

/** Whoever is no administrator, by what they send. */
const strangers = (): Record<string, string> => {
  const real = world.adminCookie.slice('session='.length)
  return {
    nobody: '',
    'a member': `member=${member}`,
    'another member': `member=${otherMember}`,
    'the owner before the second step': afterPassword,
    'a member in the administrator’s cookie': `session=${member}`,
    'an idle session': `session=${expired}`,
    'a session of yesterday': `session=${aged}`,
    'a trusted phone, idle for two weeks': `session=${idlePhone}`,
    'a trusted phone of last month': `session=${agedPhone}`,
    'a forged token': `session=${token()}`,
    'the hash of a real token': `session=${sha256(real)}`,
    'a real token under another name': `visitor=${real}; member=${real}`,
    'a disabled administrator': `session=${disabled}`,
  }
}

// What each change of the owner's would need, so that only the session can be what it lacks.
const BODY = {
  status: 'completed',
  refund: 'full',
  newDate: workingDay(5),
  newTime: '15:00',
  note: 'x',
  link: 'https://files.example/x',
  password: 'x',
  newPassword: 'long enough',
  code: '123456',
  id: 1,
  serviceId: 1,
  title: 'x',
  description: 'x',
  content: 'x',
  excerpt: 'x',
  name: 'x',
  date: workingDay(6),
  time: '10:00',
  duration: 'hourly',
  firstName: 'x',
  email: 'x@example.com',
  hourlyRate: '1.00',
  stripeProductId: 'prod_x',
}

async function snapshot(): Promise<Record<string, string>> {
  const { rows } = await world.sql.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  const entries = await rows.reduce<Promise<[string, string][]>>(async (before, { name }) => {
    const list = await before
    const { rows: sums } = await world.sql.query<{ sum: string }>(
      `SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS sum FROM "${name}" t`,
    )
    return [...list, [name, sums[0]?.sum ?? '']]
  }, Promise.resolve([]))
  return Object.fromEntries(entries)
}

const ask = (path: string, method: Method, cookie: string, headers = {}) => {
  const handler = handlers.get(path)?.[method]
  if (!handler) throw new Error(`${path} has no ${method}`)
  const body = method === 'GET' ? {} : { body: BODY }
  return callRoute(handler, addressFor(path), {
    method,
    ...body,
    params: paramsFor(path),
    headers: { ...headers, ...(cookie && { cookie }) },
  })
}
const owners = () =>
  routes.flatMap(({ path }) =>
    METHODS.filter((method) => !PUBLIC[path]?.includes(method)).map((method) => ({ path, method })),
  )

/**
 * An administrator with two steps who has given the right password and not yet the code; every
 * cookie of the answer.
 */
async function signInByPassword(): Promise<string> {
  const password = 'the first of two steps'
  await createAdmin('careful', password)
  await world.sql.query(
    `UPDATE users SET totp_secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', totp_confirmed_at = now() WHERE username = 'careful'`,
  )
  const answer = await callRoute(signIn, '/api/auth/sign-in', {
    body: { username: 'careful', password },
  })
  expect([answer.status, await answer.json()]).toMatchObject([401, { codeRequired: true }])
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

beforeAll(async () => {
  for (const { file, path } of routes)
    handlers.set(path, (await import(resolve(file))) as Record<Method, Handler>)
  const { sql } = world
  await sql.query(
    `INSERT INTO users (username, password, disabled_at) VALUES ('former', 'x', now())`,
  )
  const session = (kind: string, value: string, times: string, who: string) =>
    sql.query(
      `INSERT INTO sessions (id, kind, user_id, email, created_at, last_seen_at, expires_at) SELECT $1, $2, ${who}, ${times}`,
      [sha256(value), kind],
    )
  const fresh = `now(), now(), now() + interval '9 hours'`
  await session('member', member, fresh, `NULL::int, 'aina@example.com'`)
  await session('member', otherMember, fresh, `NULL::int, 'lim@example.com'`)
  await session(
    'member',
    oldMember,
    `now() - interval '31 days', now(), now() - interval '1 day'`,
    `NULL::int, 'aina@example.com'`,
  )
  await session(
    'admin',
    expired,
    `now() - interval '2 hours', now() - interval '61 minutes', now() + interval '9 hours'`,
    `(SELECT id FROM users WHERE username = 'owner'), NULL`,
  )
  await session(
    'admin',
    aged,
    `now() - interval '13 hours', now(), now() + interval '1 hour'`,
    `(SELECT id FROM users WHERE username = 'owner'), NULL`,
  )
  const phone = async (value: string, times: string) => {
    await session('admin', value, times, `(SELECT id FROM users WHERE username = 'owner'), NULL`)
    await sql.query('UPDATE sessions SET trusted = true WHERE id = $1', [sha256(value)])
  }
  await phone(
    idlePhone,
    `now() - interval '20 days', now() - interval '15 days', now() + interval '10 days'`,
  )
  await phone(agedPhone, `now() - interval '31 days', now(), now() + interval '1 day'`)
  await sql.query(
    `INSERT INTO users (username, password, role) VALUES ('crew', 'x', 'crew'), ('manager', 'x', 'manager')`,
  )
  for (const [role, value] of [
    ['crew', crew],
    ['manager', manager],
  ] as const) {
    await session('admin', value, fresh, `(SELECT id FROM users WHERE username = '${role}'), NULL`)
    await sql.query('UPDATE sessions SET proved_at = now() WHERE id = $1', [sha256(value)])
  }
  await session('admin', disabled, fresh, `(SELECT id FROM users WHERE username = 'former'), NULL`)
  afterPassword = await signInByPassword()
  await sql.query(
    `INSERT INTO mails (dedupe_key, kind, recipient, locale, payload, message_id, status) VALUES ('walk', 'booking_confirmed', 'a@example.com', 'en', '{}', '<walk>', 'failed')`,
  )
  await sql.query(
    `INSERT INTO memberships (customer_name, customer_email, service_id, referral_code) SELECT 'M' || n, n || '@example.com', 1, 'WALKWAL' || n FROM generate_series(1, 2) n`,
  )
  await sql.query(
    `INSERT INTO referral_rewards (referrer_membership_id, referred_membership_id, status) VALUES (1, 2, 'awarded')`,
  )
  await sql.query(
    `WITH made AS (INSERT INTO video_editing_orders (customer_name, customer_email, tier, duration, price, total_amount, status, manage_token) VALUES ('A', 'a@example.com', 'basic', '<60s', 60, 64.95, 'pending', 'walk') RETURNING id)
    INSERT INTO sales (kind, order_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount)
    SELECT 'edit', id, '[{ "kind": "edit", "tier": "basic", "length": "<60s", "quantity": 1, "unitSen": 6000, "amountSen": 6000 }]', 60, 4.95, 0.0825, 'Tax', 64.95 FROM made`,
  )
})

test('there are routes of the owner’s to walk, and each file is made the one way', () => {
  expect(routes.length).toBeGreaterThan(30)
  for (const { file, access } of routes)
    expect([
      file,
      access.length > 0 ||
        METHODS.every((method) => handlers.get(`/${file.slice(4, -9)}`)?.[method]?.viaRoute),
    ]).toEqual([file, true])
})

test('what is said to be public is there', () => {
  const named = Object.entries(PUBLIC).flatMap(([path, methods]) =>
    methods.map((method) => ({ path, method })),
  )
  const missing = named.filter(({ path, method }) => !handlers.get(path)?.[method]?.spec)
  expect(missing).toEqual([])
})

test('only an administrator passes any of them, and nothing is changed', async () => {
  const before = await snapshot()
  const declared = new Set<string>()
  for (const { path, method } of owners())
    for (const [who, cookie] of Object.entries(strangers()))
      for (const [kind, headers] of Object.entries(BYPASS_HEADERS)) {
        const response = await ask(path, method, cookie, headers)
        const what = `${method} ${path}, ${who}, ${kind}`
        expect([what, [401, 405].includes(response.status)]).toEqual([what, true])
        if (response.status === 405) continue
        declared.add(`${method} ${path}`)
        expect([what, await response.json()]).toEqual([
          what,
          { message: 'Please sign in.', code: 'unauthorized' },
        ])
      }
  expect(await snapshot()).toEqual(before)
  expect([...declared]).toEqual(
    expect.arrayContaining([
      'GET /api/bookings',
      'PATCH /api/bookings/[id]/cancel',
      'GET /api/contacts',
      'PATCH /api/video-editing-orders/[id]/status',
      'GET /api/admin/audit',
      'PATCH /api/auth/password',
    ]),
  )
}, 300_000)

test('the right password alone begins no session', async () => {
  const { rows } = await world.sql.query(
    `SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.username = 'careful'`,
  )
  expect([rows.length, afterPassword]).toEqual([0, expect.not.stringContaining('session=')])
})

test('what belongs to one visitor or member, no other gets at, and nothing is changed', async () => {
  const { rows } = await world.sql.query<{ id: string }>(
    'SELECT public_id AS id FROM sessions WHERE id = $1',
    [sha256(member)],
  )
  const calls: [Method, string, Record<string, string>][] = [
    ['GET', '/api/bookings/payment/[paymentIntentId]', { paymentIntentId: world.sold.intent }],
    ['GET', '/api/bookings/free/[id]', { id: String(world.sold.booking) }],
    ['DELETE', '/api/memberships/me/sessions/[id]', { id: rows[0]?.id ?? '' }],
  ]
  const others: Record<string, string> = {
    nobody: '',
    'another member': `member=${otherMember}`,
    'a member whose session has run out': `member=${oldMember}`,
    'a forged member': `member=${token()}`,
    'the owner’s token in the member’s cookie': `member=${world.adminCookie.slice('session='.length)}`,
    'another visitor': world.cookie,
    'a forged visitor': `visitor=${token().slice(0, 22)}`,
  }
  // What is asked is counted, and a session that was seen says so; none may begin or end.
  const kept = async () => {
    const { rate_limits: _counted, sessions: _seen, ...rest } = await snapshot()
    const { rows: ids } = await world.sql.query('SELECT id FROM sessions ORDER BY id')
    return { ...rest, ids }
  }
  const before = await kept()
  for (const [method, path, params] of calls)
    for (const [who, cookie] of Object.entries(others)) {
      const { status } = await callRoute(handlers.get(path)![method], path, {
        method,
        params,
        headers: cookie ? { cookie } : {},
      })
      const what = `${method} ${path}, ${who}`
      expect([what, [401, 404].includes(status)]).toEqual([what, true])
    }
  expect(await kept()).toEqual(before)
  // The one it belongs to is let in: it was not the call that failed.
  const own = { paymentIntentId: world.sold.intent }
  const payment = await callRoute(handlers.get(calls[0]![1])!.GET, calls[0]![1], {
    params: own,
    headers: { cookie: world.soldCookie },
  })
  expect(payment.status).toBe(200)
})

/** What a browser says of a request that another site caused. */
const FOREIGN: Record<string, Record<string, string>> = {
  'a link or a picture of another site': { 'sec-fetch-site': 'cross-site' },
  'a script of another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'an old browser': { origin: 'https://evil.example' },
  'a page of no origin': { origin: 'null' },
}

test('another site causes none of them, reading included, and nothing is changed', async () => {
  const before = await snapshot()
  for (const { path, method } of owners())
    for (const [who, headers] of Object.entries(FOREIGN)) {
      const { status } = await ask(path, method, world.adminCookie, headers)
      const what = `${method} ${path}, ${who}`
      expect([what, [403, 405].includes(status)]).toEqual([what, true])
    }
  expect(await snapshot()).toEqual(before)
})

test('what is public may be read from any site', async () => {
  for (const path of ['/api/services', '/api/portfolio', '/api/next-slot', '/api/health'])
    for (const headers of Object.values(FOREIGN))
      expect([path, (await ask(path, 'GET', '', headers)).status]).toEqual([path, 200])
})

test('what says where money or secrets go asks for a recent proof, and every other change says why not', async () => {
  const declared = owners().flatMap(({ path, method }) => {
    const spec = handlers.get(path)?.[method]?.spec
    return spec ? [{ call: `${method} ${path}`, isRead: method === 'GET', proof: spec.proof }] : []
  })
  const proven = declared.filter(({ proof }) => proof !== undefined).map(({ call }) => call)
  const listed = new Set(PROVEN.map(([method, path]) => `${method} ${path}`))
  expect(proven.sort()).toEqual([...listed].sort())
  const changes = declared.filter(({ isRead, proof }) => !isRead && proof === undefined)
  expect(changes.map(({ call }) => call).sort()).toEqual([...UNPROVEN.keys()].sort())
  // A new address that says by its name what it does.
  const named = owners().filter(
    ({ path, method }) =>
      /refund|export|erase|passkeys/.test(path) && handlers.get(path)?.[method]?.spec,
  )
  for (const { path, method } of named)
    expect([path, handlers.get(path)?.[method]?.spec?.proof]).not.toEqual([path, undefined])

  await world.sql.query(
    `INSERT INTO settings (key, value) VALUES ('received', '{"withoutProof":0}')`,
  )
  const ofOwner = `UPDATE sessions SET proved_at = now() - interval '10 minutes 1 second' WHERE id = $1`
  await world.sql.query(ofOwner, [sha256(world.adminCookie.slice('session='.length))])
  const before = await snapshot()
  for (const [method, path, body, params] of PROVEN) {
    const handler = handlers.get(path)?.[method]
    if (!handler) throw new Error(`${path} has no ${method}`)
    const id = path.includes('auth/sessions')
      ? '00000000-0000-4000-8000-000000000000'
      : path.includes('/bookings/')
        ? String(world.sold.booking)
        : '1'
    const search = /receipts|payouts/.test(path)
      ? '?month=2026-11'
      : path.includes('customers')
        ? '?key=1'
        : ''
    const answer = await callRoute(handler, addressFor(path, id) + search, {
      method,
      ...(body && { body }),
      params: { ...paramsFor(path, id), ...params },
      headers: { cookie: world.adminCookie },
    })
    expect([path, answer.status, await answer.json()]).toMatchObject([
      path,
      403,
      { code: 'proof_required', ways: ['password'] },
    ])
  }
  const { rate_limits, sessions } = before // What is asked is counted, and when it was seen.
  expect({ ...(await snapshot()), rate_limits, sessions }).toEqual(before)
  await world.sql.query('UPDATE sessions SET proved_at = now()')
  await world.sql.query('DELETE FROM settings')
})

test('each setting says whether its change needs a proof of identity', () => {
  expect(Object.fromEntries(SETTING_KEYS.map((key) => [key, SETTINGS[key].guard]))).toEqual({
    ...{ seasons: 'none', office: 'none', tax: 'proof', einvoice: 'proof', lengths: 'none' },
    ...{ hold: 'none', methods: 'none', transfer: 'confirmation', received: 'proof' },
    ...{ marketing: 'none', counters: 'none', notices: 'none', site: 'proof', visit: 'none' },
    ...{ replies: 'none', team: 'none', rating: 'none', marks: 'none', voices: 'none' },
  })
  const { proof } = handlers.get('/api/settings/[key]')!.PATCH.spec!
  for (const key of SETTING_KEYS)
    expect([
      key,
      typeof proof === 'function' && proof({ body: undefined, params: { key } }),
    ]).toEqual([key, SETTINGS[key].guard !== 'none'])
})

test('for the administrator each of them answers something else: it was the session', async () => {
  for (const { path, method } of owners()) {
    const { status } = await ask(path, method, world.adminCookie)
    const what = `${method} ${path}`
    expect([what, status === 401 || status >= 500 ? status : 'fine']).toEqual([what, 'fine'])
    await world.sql.query(
      `INSERT INTO sessions (id, kind, user_id, expires_at) SELECT $1, 'admin', id, now() + interval '1 hour' FROM users WHERE username = 'owner' ON CONFLICT DO NOTHING`,
      [sha256(world.adminCookie.slice('session='.length))],
    )
  }
})

const isIn = (list: Record<string, readonly Method[]>, path: string, method: Method) =>
  list[path]?.includes(method) ?? false

test('each method declares the role that the lists say, and a setting its own', () => {
  const declared = owners().flatMap(({ path, method }) => {
    const spec = handlers.get(path)?.[method]?.spec
    return spec ? [{ path, method, access: spec.access }] : []
  })
  const wanted = declared.map(({ path, method }) => {
    const role = isIn(CREWS, path, method)
      ? 'crew'
      : isIn(OWNERS, path, method)
        ? 'owner'
        : 'manager'
    return { path, method, access: role }
  })
  expect(declared).toEqual(wanted)
  const setting = handlers.get('/api/settings/[key]')?.PATCH.spec?.least
  const leastOf = (key: string) => setting?.({ body: undefined, params: { key } })
  expect(['seasons', 'replies', 'tax', 'methods', 'hold', 'einvoice'].map(leastOf)).toEqual([
    ...['manager', 'manager', 'owner', 'owner', 'owner', 'owner'],
  ])
})

test('crew who know a payment read nothing of its purchase: a public read sees the role too', async () => {
  const seen = routes.flatMap(({ path }) =>
    METHODS.flatMap((method) => {
      const sees = handlers.get(path)?.[method]?.spec?.sees
      return sees ? [`${method} ${path}: ${sees}`] : []
    }),
  )
  expect(seen).toEqual([
    'POST /api/auth/passkeys/challenge: crew',
    'GET /api/bookings/payment/[paymentIntentId]: manager',
    'GET /api/video-editing-orders/payment/[paymentIntentId]: manager',
  ])
  await world.sql.query(
    `INSERT INTO payments (purpose, order_id, sale_id, amount, idempotency_key, stripe_payment_intent_id, status, outcome)
     SELECT 'order', order_id, id, total_amount, 'walk', 'pi_walk', 'succeeded', 'confirmed' FROM sales WHERE order_id IS NOT NULL`,
  )
  for (const [path, paymentIntentId] of [
    ['/api/bookings/payment/[paymentIntentId]', world.sold.intent],
    ['/api/video-editing-orders/payment/[paymentIntentId]', 'pi_walk'],
  ] as const)
    for (const [role, value, status] of [
      ['crew', crew, 404],
      ['manager', manager, 200],
    ] as const) {
      const answer = await callRoute(handlers.get(path)!.GET, path, {
        params: { paymentIntentId },
        headers: { cookie: `session=${value}` },
      })
      expect([path, role, answer.status]).toEqual([path, role, status])
    }
})

test('a role is refused what is above it, and nothing is changed', async () => {
  const above: [string, string, (path: string, method: Method) => boolean][] = [
    ['crew', crew, (path, method) => !isIn(CREWS, path, method)],
    ['manager', manager, (path, method) => isIn(OWNERS, path, method)],
  ]
  const { rate_limits: _counted, sessions: _seen, ...before } = await snapshot()
  for (const [role, value, isAbove] of above)
    for (const { path, method } of owners().filter((one) => isAbove(one.path, one.method))) {
      const answer = await ask(path, method, `session=${value}`)
      if (answer.status === 405) continue
      const what = `${method} ${path}, ${role}`
      expect([what, answer.status, await answer.json()]).toEqual([
        what,
        403,
        { message: 'Your account may not do this. Ask the owner.', code: 'not_allowed' },
      ])
    }
  const { rate_limits, sessions, ...after } = await snapshot()
  expect(after).toEqual(before)
})
