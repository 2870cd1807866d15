// What is made in the console is made once, however often it is sent with one Idempotency-Key: the
// answer to the first call may be lost on its way.
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { saveContact } from '@/lib/contacts/messages'
import { createAdmin } from '@/lib/auth/admin-accounts'
import { cancelBooking } from '@/lib/bookings/cancel'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { extensionOf } from '@/lib/bookings/extend'
import { adminBookingBody } from '@/lib/bookings/schema'
import { actionOf } from '@/lib/http/action'
import { sha256 } from '@/lib/http/request'
import { senOf } from '@/lib/money'
import { erasePerson } from '@/lib/people/erase'
import type { Handler } from '@/lib/route'
import { letActsStand } from '@/tests/support/acts'
import { callRoute } from '@/tests/support/call'
import { apiRoutes, paramsFor, PUBLIC } from '@/tests/support/routes'
import { asHandler, sentHeaders } from '@/tests/support/server-actions'
import { openWorld, workingDay } from './world'

jest.mock('next/headers', () => ({ headers: () => sentHeaders() }))

const world = openWorld()
const newKey = () => randomBytes(16).toString('hex')
const posts = new Map<string, Handler>()
beforeAll(async () => {
  for (const { file, path } of apiRoutes()) {
    const { POST } = (await import(resolve(file))) as { POST: Handler }
    const { access } = POST.spec ?? {}
    if (access && access !== 'self' && !PUBLIC[path]?.includes('POST')) posts.set(path, POST)
  }
})

type Call = { body?: object; id?: string }
type Answer = { status: number; body: Record<string, unknown> }
type With = { key?: string; cookie?: string }

async function post(
  path: string,
  { body, id }: Call,
  { key, cookie = world.adminCookie }: With = {},
): Promise<Answer> {
  const response = await callRoute(posts.get(path)!, path, {
    method: 'POST',
    ...(body && { body }),
    params: paramsFor(path, id),
    headers: { cookie, ...(key && { 'idempotency-key': key }) },
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

/** How many rows each table has, but for what counts the calls themselves. */
async function sizes(): Promise<Record<string, string>> {
  const { rows } = await world.sql.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables
    WHERE schemaname = 'public' AND tablename NOT IN ('sessions', 'rate_limits')`,
  )
  const counts: [string, string][] = []
  for (const { name } of rows) {
    const { rows: found } = await world.sql.query<{ n: string }>(
      `SELECT count(*) AS n FROM "${name}"`,
    )
    counts.push([name, found[0]!.n])
  }
  return Object.fromEntries(counts)
}

type Stored = { id: number; at: Date }
const WRITER = 'lim@example.com'
async function message(): Promise<Call> {
  const nothing = { phone: null, company: null, industry: null, companySize: null }
  await saveContact(
    {
      ...{ name: 'Lim', email: WRITER, subject: 'other', message: 'Hello', ...nothing },
      ...{ designation: null, experience: null, topics: null },
    },
    { provenEmail: null, locale: 'en' },
  )
  const { rows } = await world.sql.query<Stored>('SELECT id, updated_at AS at FROM contacts')
  const { id, at } = rows[0]!
  return { id: String(id), body: { text: 'Yes, at ten.', version: at.toISOString() } }
}

async function anHourMore(): Promise<Call> {
  const { booking } = world.sold
  const more = await extensionOf(booking, { hours: 1, addOns: [] }, 'en', new Date())
  const { price, warnings: despite, version } = more!
  const priceSen = senOf(price!.totalAmount)
  return { id: String(booking), body: { hours: 1, pay: 'later', priceSen, despite, version } }
}

async function aPartBack(): Promise<Call> {
  const { rows } = await world.sql.query<Stored>(
    'SELECT id, updated_at AS at FROM payments WHERE booking_id = $1',
    [world.sold.booking],
  )
  const { id, at } = rows[0]!
  return { id: String(id), body: { amountSen: 100, version: at.toISOString() } }
}

async function cashToGiveBack(): Promise<Call> {
  const owner = { actor: 'owner', now: new Date() }
  const wish = adminBookingBody.parse({
    ...{ serviceId: 1, firstName: 'Siti', email: 'siti@example.com', locale: 'ms' },
    ...{ date: workingDay(3), time: '10:00', paid: { method: 'cash' } },
  })
  const { id } = await createAdminBooking(wish, owner)
  await cancelBooking({ id, refund: 'full', ...owner })
  await letActsStand()
  const { rows } = await world.sql.query<Stored>(
    'SELECT id, updated_at AS at FROM payments WHERE booking_id = $1',
    [id],
  )
  return { id: String(rows[0]!.id) }
}

const WORDS = { title: 'New', excerpt: 'New', content: 'New', description: 'New' }
/** What each makes; what two of them with the same words would make is two rows, or two letters. */
const MAKES: Record<string, () => Promise<Call> | Call> = {
  '/api/blog-posts': () => ({ body: WORDS }),
  '/api/portfolio': () => ({ body: WORDS }),
  '/api/rooms': () => ({ body: { name: 'Studio Z' } }),
  '/api/services': () => ({
    body: { name: 'Voice', description: 'x', icon: 'fa-microphone', hourlyRate: '90.00' },
  }),
  '/api/holidays': () => ({ body: { date: '2027-05-01', name: 'Labour Day' } }),
  '/api/admin/blocks': () => ({ body: { date: workingDay(30), wholeDay: true, reason: 'Paint' } }),
  '/api/admin/feeds': () => ({
    body: { roomId: 1, name: 'Elsewhere', address: 'https://calendar.invalid/a.ics' },
  }),
  '/api/admin/calendar-addresses': () => ({ body: { roomId: null } }),
  '/api/admin/codes': () => ({ body: { code: 'RAYA2027', name: 'Raya', percent: 10 } }),
  '/api/admin/users': () => ({ body: { email: 'crew@example.com', role: 'crew', locale: 'en' } }),
  '/api/admin/prices': () => ({
    body: { from: workingDay(20), rates: [{ serviceId: 1, hourlyRate: '99.00' }] },
  }),
  '/api/admin/contacts/[id]/reply': message,
  '/api/admin/bookings/[id]/notes': () => ({
    id: String(world.sold.booking),
    body: { text: 'Called' },
  }),
  '/api/admin/bookings/[id]/extend': anHourMore,
  '/api/admin/payments/[id]/refund': aPartBack,
  '/api/admin/payments/[id]/bank-details': cashToGiveBack,
}

/** What needs no first answer, and why. */
const ELSEWHERE: Record<string, string> = {
  '/api/admin/bookings': 'reads the key itself, because it answers as the booking is now',
  '/api/admin/payments': 'the key is a column of the payment',
  '/api/admin/bookings/[id]/transfer': 'the version is refused when it was decided',
  '/api/admin/bookings/[id]/undo': 'an act is taken back once',
  '/api/admin/closings/preview': 'makes nothing',
  '/api/admin/customers/[key]/merge': 'who was put together is one',
  '/api/admin/feeds/[id]/reading': 'reads again',
  '/api/admin/mails/[id]/resend': 'a mail that waits is not sent again',
  '/api/admin/people/erase': 'who was erased is not found',
  '/api/admin/people/export': 'makes nothing',
  '/api/admin/push': 'replaces what the phone had',
  '/api/admin/push/test': 'a notification to oneself',
  '/api/admin/setup/[step]': 'each step fills what is empty; a letter to oneself',
  '/api/auth/passkeys': 'a challenge is answered once',
  '/api/auth/passkeys/options': 'makes nothing that stays',
  '/api/auth/proof': 'a session is proven or not',
  '/api/auth/two-step': 'begins anew, with the password',
  '/api/blog-posts/preview': 'makes nothing',
  '/api/memberships/[id]/proof': 'an email is proven or not',
  '/api/settings/[key]/confirm': 'a change is confirmed or not',
  '/api/uploads': 'is named by its bytes',
}

test('each call of the console that can make something is known here', () => {
  const once = [...posts].filter(([, { spec }]) => spec?.once !== undefined)
  expect([...posts.keys()].toSorted()).toEqual(
    [...once.map(([path]) => path), ...Object.keys(ELSEWHERE)].toSorted(),
  )
  expect(once.map(([path]) => path).toSorted()).toEqual(Object.keys(MAKES).toSorted())
  const names = once.map(([, { spec }]) => spec?.once)
  expect(new Set(names).size).toBe(names.length)
})

test.each(Object.keys(MAKES))('%s makes one, and gives the first answer again', async (path) => {
  const call = await MAKES[path]!()
  const key = newKey()
  const first = await post(path, call, { key })
  expect([first.body, first.status < 300]).toEqual([first.body, true])
  const before = await sizes()
  expect(await post(path, call, { key })).toEqual(first)
  expect(await sizes()).toEqual(before)
})

test('with another key, or none, the same words are another', async () => {
  const path = '/api/admin/bookings/[id]/notes'
  const call = { id: String(world.sold.booking), body: { text: 'Waits outside' } }
  for (const about of [{ key: newKey() }, { key: newKey() }, {}, {}]) await post(path, call, about)
  const { rows } = await world.sql.query(`SELECT 1 FROM booking_notes WHERE text = 'Waits outside'`)
  expect(rows).toHaveLength(4)
})

test('a key is of one row and of one administrator', async () => {
  const path = '/api/admin/bookings/[id]/notes'
  const key = newKey()
  const call = { id: String(world.sold.booking), body: { text: 'Mine' } }
  expect((await post(path, call, { key })).status).toBe(201)
  const refused = { status: 409, body: { code: 'idempotency_mismatch' } }
  const other = { ...call, id: String(world.held.booking) }
  expect(await post(path, other, { key })).toMatchObject(refused)
  const token = randomBytes(32).toString('base64url')
  const siti = await createAdmin('siti', 'a password of the tests')
  await world.sql.query(
    `INSERT INTO sessions (id, kind, user_id, expires_at) VALUES ($1, 'admin', $2, now() + interval '1 hour')`,
    [sha256(token), siti?.id],
  )
  expect(await post(path, call, { key, cookie: `session=${token}` })).toMatchObject(refused)
})

test('what was refused is tried again', async () => {
  const key = newKey()
  const call = { body: { name: 'Studio Z' } }
  expect(await post('/api/rooms', call, { key })).toMatchObject({ status: 400 })
  await world.sql.query(`UPDATE studios SET name = 'Studio Y' WHERE name = 'Studio Z'`)
  expect(await post('/api/rooms', call, { key })).toMatchObject({ status: 201 })
})

test('a form by its action makes one, too', async () => {
  const action = actionOf(posts.get('/api/admin/bookings/[id]/notes')!)
  const sent = {
    ...{ params: { id: String(world.sold.booking) }, body: { text: 'By a form' } },
    ...{ language: 'en', idempotencyKey: newKey() },
  }
  const submit = async () => {
    const response = await callRoute(asHandler(action), '/admin', {
      method: 'POST',
      body: JSON.stringify(sent),
      headers: { cookie: world.adminCookie },
    })
    return (await response.json()) as unknown
  }
  expect(await submit()).toEqual(await submit())
  const { rows } = await world.sql.query(`SELECT 1 FROM booking_notes WHERE text = 'By a form'`)
  expect(rows).toHaveLength(1)
})

test('the secret in an answer is readable with the key alone, and nobody’s erasure leaves one', async () => {
  const path = '/api/admin/calendar-addresses'
  const key = newKey()
  const { body } = await post(path, { body: { roomId: 1 } }, { key })
  const kept = async () =>
    (
      await world.sql.query<{ text: string }>(
        `SELECT k::text AS text FROM idempotency_keys k WHERE email_hash IS NULL`,
      )
    ).rows.map(({ text }) => text)
  const [token = ''] = /[\w-]{22}(?=\.ics$)/.exec(String(body.address)) ?? []
  expect(token).toHaveLength(22)
  const texts = await kept()
  expect(texts.length).toBeGreaterThan(0)
  for (const secret of [token, key, WRITER]) expect(texts.join('\n')).not.toContain(secret)
  await erasePerson({ email: WRITER, actor: 'owner' })
  expect(await kept()).toEqual([])
})
