// The limits as they are in production: this file's environment scales nothing.
process.env.RATE_LIMIT_SCALE = '1'
import { sendMemberCode, signInMember } from '@/lib/auth/member-codes'
import { provePendingMembership } from '@/lib/memberships/proof'
import { browserToken, NOWHERE } from '@/tests/integration/auth/owner'
import { callRoute } from '@/tests/support/call'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { seedMinimal } from '@/tests/support/seed-minimal'
import { expectRefusal, routeAt } from '../http/refused'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
beforeEach(async () => {
  await database.reset()
  await seedMinimal()
})
afterAll(() => database.drop())

const rows = async (table: 'memberships' | 'sign_in_codes') =>
  Number((await database.sql.query(`SELECT count(*) FROM ${table}`)).rows[0].count)

test('five joins an hour from one address, not six (docs/decisions/020 A5)', async () => {
  const body = (i: number) => ({
    customerName: 'Aina',
    customerEmail: `aina${i}@example.com`,
    serviceId: 1,
  })
  for (let i = 0; i < 5; i++)
    expect(
      (await callRoute(routeAt('memberships').POST!, '/api/memberships', { body: body(i) })).status,
    ).toBe(201)
  await expectRefusal('memberships', '/api/memberships', { body: body(5) }, [
    429,
    'too_many_requests',
  ])
  expect(await rows('memberships')).toBe(5)
})

test('one address gets five codes in a quarter of an hour, whatever the emails', async () => {
  const body = (i: number) => ({ email: `aina${i}@example.com` })
  for (let i = 0; i < 5; i++)
    expect(
      (
        await callRoute(routeAt('auth/member-code').POST!, '/api/auth/member-code', {
          body: body(i),
        })
      ).status,
    ).toBe(200)
  await expectRefusal('auth/member-code', '/api/auth/member-code', { body: body(5) }, [
    429,
    'too_many_requests',
  ])
  expect(await rows('sign_in_codes')).toBe(5)
})

const EMAIL = 'aina@example.com'
const ask = (browser = browserToken(), email = EMAIL) =>
  sendMemberCode({ email, browser, locale: 'en', now: new Date() })

test('seven codes a day for one email, from wherever, even at once; another email is not kept waiting', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => ask()))
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refused).toHaveLength(3)
  for (const reason of refused)
    expect(reason).toMatchObject({
      code: 'too_many_requests',
      status: 429,
      details: { retryAfter: expect.any(Number) },
    })
  await ask(browserToken(), 'lim@example.com')
  await database.sql.query(`UPDATE rate_limits SET resets_at = resets_at - interval '23 hours'`)
  await expect(ask()).rejects.toMatchObject({ status: 429 })
  await database.sql.query(`UPDATE rate_limits SET resets_at = resets_at - interval '1 hour'`)
  await ask()
})

test('ten a day at most reach an inbox, and strangers cannot use up those of its owner', async () => {
  const hers = browserToken('hers')
  await ask(hers)
  const { rows: mails } = await database.sql.query(`SELECT payload->>'code' AS code FROM mails`)
  const proof = { email: EMAIL, browser: hers, origin: NOWHERE, now: new Date() }
  await signInMember({ ...proof, code: mails[0].code }, provePendingMembership)
  for (let i = 0; i < 6; i++) await ask()
  await expect(ask()).rejects.toMatchObject({ status: 429 })
  for (let i = 0; i < 3; i++) await ask(hers)
  await expect(ask(hers)).rejects.toMatchObject({ status: 429 })
  expect(await rows('sign_in_codes')).toBe(10)
  // It is known for this inbox only.
  for (let i = 0; i < 7; i++) await ask(browserToken(), 'lim@example.com')
  await expect(ask(hers, 'lim@example.com')).rejects.toMatchObject({ status: 429 })
})

test('twenty tries to sign in from one address, whatever the emails', async () => {
  const body = (i: number) => ({ email: `aina${i}@example.com`, code: '123456' })
  for (let i = 0; i < 20; i++)
    expect(
      (
        await callRoute(routeAt('auth/member-sign-in').POST!, '/api/auth/member-sign-in', {
          body: body(i),
        })
      ).status,
    ).toBe(401)
  await expectRefusal('auth/member-sign-in', '/api/auth/member-sign-in', { body: body(20) }, [
    429,
    'too_many_requests',
  ])
})
