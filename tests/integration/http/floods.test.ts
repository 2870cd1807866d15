// The limits as they are in production: this file's environment scales nothing.
process.env.RATE_LIMIT_SCALE = '1'
import { memberAccount } from '@/lib/auth/browser'
import { currentMail } from '@/lib/current-mail'
import { sha256 } from '@/lib/http/request'
import { deliverMails } from '@/lib/mail/outbox'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { browserToken } from '@/tests/integration/auth/owner'
import { Mailbox } from '@/tests/integration/mail/mailbox'
import { closeTransport } from '@/lib/mail/transport'
import { callRoute } from '@/tests/support/call'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { seedMinimal } from '@/tests/support/seed-minimal'
import { routeAt } from './refused'

// Addresses as our own server passes them on.
const holder = globalThis as { studioServer?: boolean }
let database: TestDatabase
let mailbox: Mailbox
beforeAll(async () => {
  holder.studioServer = true
  mailbox = await Mailbox.open()
  process.env.SMTP_URL = mailbox.url
  database = await testDatabase()
})
beforeEach(async () => {
  await mailbox.start()
  await mailbox.clear()
  await database.reset()
  await seedMinimal()
})
afterAll(async () => {
  delete holder.studioServer
  closeTransport()
  await database.drop()
  await mailbox.close()
})

const post = (route: string, address: string, body: object) =>
  callRoute(routeAt(route).POST!, `/api/${route}`, {
    body,
    headers: { 'x-studio-address': address },
  })
const message = (email: string) => ({ name: 'Lim', email, subject: 'other', message: 'Hello' })
const join = (customerEmail: string) => ({ customerName: 'Lim', customerEmail, serviceId: 1 })
const queued = async (where = 'true') =>
  Number((await database.sql.query(`SELECT count(*) FROM mails WHERE ${where}`)).rows[0].count)
const sent = (where = 'true') => queued(`status = 'sent' AND ${where}`)
const deliver = (minutes = 0) =>
  deliverMails({
    now: new Date(Date.now() + 1000 + minutes * 60_000),
    limit: 1000,
    write: currentMail,
  })

// Seen in contact forms of content management systems: a rented network of addresses fills one
// inbox through the copies that the form sends, each time with another spelling of the address.
describe('real life: a flood of mail from many addresses of one network', () => {
  test('twenty addresses get as many messages and joins through as three of them would', async () => {
    const statuses: number[] = []
    for (let host = 1; host <= 20; host++)
      for (let i = 0; i < 5; i++)
        statuses.push(
          (await post('contacts', `203.0.113.${host}`, message(`lim${host}.${i}@example.com`)))
            .status,
        )
    expect(statuses.filter((status) => status === 201)).toHaveLength(15)
    expect(statuses.filter((status) => status === 429)).toHaveLength(85)
    expect((await post('contacts', '203.0.114.1', message('lim@example.com'))).status).toBe(201)
    expect(await queued(`recipient = '${DEFAULT_SITE.email}'`)).toBe(16)
  })

  test('an IPv6 network is a /48, and every limited call counts it', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 20; i++)
      statuses.push(
        (
          await post(
            'memberships',
            `2001:db8:1:${i.toString(16)}::/64`,
            join(`lim${i}@example.com`),
          )
        ).status,
      )
    expect(statuses.filter((status) => status === 201)).toHaveLength(15)
    expect((await post('memberships', '2001:db8:2:1::/64', join('lim@example.com'))).status).toBe(
      201,
    )
  })
})

describe('real life: one inbox under many spellings', () => {
  const spellings = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      i % 2 ? `v.ictim+${i}@gmail.com` : `Victim+${i}@googlemail.com`,
    )
  const hosts = (i: number) => `198.51.${i}.7`

  test('gets one copy of a message, one mail about joining and seven codes a day', async () => {
    for (const [i, email] of spellings(12).entries()) {
      expect((await post('contacts', hosts(i), message(email))).status).toBe(201)
      expect((await post('memberships', hosts(i), join(email))).status).toBe(201)
      const code = await post('auth/member-code', hosts(i), { email })
      expect(code.status).toBe(i < 7 ? 200 : 429)
    }
    const { rows } = await database.sql.query(
      `SELECT kind, count(*)::int AS n FROM mails WHERE recipient <> '${DEFAULT_SITE.email}' GROUP BY kind ORDER BY kind`,
    )
    expect(rows).toEqual([
      { kind: 'contact_received', n: 1 },
      { kind: 'membership_welcome', n: 1 },
      { kind: 'sign_in_code', n: 7 },
    ])
    // What is stored and mailed is what was typed.
    expect(await queued(`recipient = 'victim+0@googlemail.com'`)).toBeGreaterThan(0)
  })
})

describe('real life: a flood from everywhere', () => {
  const flood = (count: number) =>
    database.sql.query(
      `INSERT INTO mails (dedupe_key, kind, recipient, locale, payload, message_id, unproven)
       SELECT 'flood:' || n, 'contact_received', 'victim' || n || '@example.com', 'en', '{}', '<' || n || '@x>', true
       FROM generate_series(1, ${count}) n`,
    )

  test('120 unproven mails leave in an hour, then codes go first, and a payment’s mail never waits', async () => {
    await flood(150)
    await deliver()
    expect(await sent()).toBe(120)
    expect(
      (await post('auth/member-code', '198.51.100.7', { email: 'aina@example.com' })).status,
    ).toBe(200)
    expect(await sent(`kind = 'sign_in_code'`)).toBe(1)
    await database.sql.query(
      `INSERT INTO mails (dedupe_key, kind, recipient, locale, payload, message_id)
       VALUES ('proven', 'contact_received', 'aina@example.com', 'en', '{}', '<p@x>')`,
    )
    await deliver()
    expect(await sent(`dedupe_key = 'proven'`)).toBe(1)
    expect(await sent(`dedupe_key LIKE 'flood%'`)).toBe(120)
    // Nothing is lost: the rest leaves when the hour is over.
    await deliver(61)
    expect(await sent(`dedupe_key LIKE 'flood%'`)).toBe(150)
  }, 60_000)

  test('the studio gets twenty messages an hour by mail; all are in the console at once', async () => {
    for (let i = 0; i < 30; i++)
      expect((await post('contacts', `198.51.${i}.7`, message(`lim${i}@example.com`))).status).toBe(
        201,
      )
    await deliver()
    expect(await sent(`kind = 'contact_message'`)).toBe(20)
    expect((await database.sql.query('SELECT count(*)::int AS n FROM contacts')).rows).toEqual([
      { n: 30 },
    ])
    await deliver(61)
    expect(await sent(`kind = 'contact_message'`)).toBe(30)
  }, 60_000)

  test('three hundred codes an hour for browsers that never proved an email, more for those that did', async () => {
    await database.sql.query(
      `INSERT INTO rate_limits VALUES ('member-code-all:all', 300, now() + interval '30 minutes')`,
    )
    const ask = (headers: Record<string, string> = {}) =>
      callRoute(routeAt('auth/member-code').POST!, '/api/auth/member-code', {
        body: { email: 'lim@example.com' },
        headers: { 'x-studio-address': '198.51.100.7', ...headers },
      })
    expect((await ask()).status).toBe(429)
    const browser = browserToken('of Lim')
    await database.sql.query(`INSERT INTO known_browsers VALUES ($1, $2)`, [
      sha256(browser),
      memberAccount('lim@example.com'),
    ])
    expect((await ask({ cookie: `browser=${browser}` })).status).toBe(200)
  })
})
