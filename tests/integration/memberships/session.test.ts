import { NextRequest } from 'next/server'
import { provenEmailOf } from '@/lib/auth/queries'
import { endMemberSession, startSession } from '@/lib/auth/sessions'
import { transaction } from '@/lib/db'
import { isActiveMember } from '@/lib/memberships/queries'
import { insert, parents } from '@/tests/integration/database/rows'
import { NOWHERE } from '@/tests/integration/auth/owner'
import { testDatabase, type TestDatabase } from '@/tests/support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.reset())
afterAll(() => database.drop())

const asking = (cookie: string) =>
  new NextRequest('http://localhost:3000/', { headers: { cookie } })
const begin = (email = 'aina@example.com') =>
  transaction((tx) => startSession(tx, { email }, NOWHERE))

test('the cookie proves its email until it is signed out or 30 days old', async () => {
  const [token, other] = [await begin(), await begin('lim@example.com')]
  expect(await provenEmailOf(asking(`member=${token}`))).toBe('aina@example.com')
  const { rows } = await database.sql.query('SELECT * FROM sessions')
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows[0].expires_at.getTime() - rows[0].created_at.getTime()).toBe(30 * 86_400_000)

  await endMemberSession(token)
  expect(await provenEmailOf(asking(`member=${token}`))).toBeNull()
  expect(await provenEmailOf(asking(`member=${other}`))).toBe('lim@example.com')
  await database.sql.query(`UPDATE sessions SET expires_at = now() - interval '1 second'`)
  expect(await provenEmailOf(asking(`member=${other}`))).toBeNull()
})

test('nothing forged proves an email, an administrator’s session neither', async () => {
  const token = await begin()
  await parents(database.sql)
  await database.sql.query(`UPDATE sessions SET kind = 'admin', email = NULL, user_id = 1`)
  for (const cookie of [
    '',
    'member=',
    `member=${token}`,
    `session=${token}`,
    `member=${token.slice(1)}`,
    `member=${'x'.repeat(9000)}`,
    "member=' OR 1=1 --",
  ])
    expect(await provenEmailOf(asking(cookie))).toBeNull()
})

test('only an active membership of that email counts', async () => {
  await parents(database.sql)
  await insert(database.sql, 'memberships', { customer_email: 'aina@example.com' })
  expect([
    await isActiveMember('aina@example.com'),
    await isActiveMember('lim@example.com'),
  ]).toEqual([true, false])
  for (const status of ['paused', 'cancelled']) {
    await database.sql.query('UPDATE memberships SET status = $1', [status])
    expect(await isActiveMember('aina@example.com')).toBe(false)
  }
})
