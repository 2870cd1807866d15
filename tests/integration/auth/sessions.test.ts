import { changeOwnPassword } from '@/lib/auth/account'
import { changePassword } from '@/lib/auth/admin-accounts'
import { adminOfToken } from '@/lib/auth/queries'
import { signOut, signOutEverywhere, startSession } from '@/lib/auth/sessions'
import { transaction } from '@/lib/db'
import { sha256 } from '@/lib/http/request'
import { attempt, count, letPass, NOWHERE, ownersDatabase, PASSWORD } from './owner'

const database = ownersDatabase()

const lastSeen = async (): Promise<Date> =>
  (await database.sql.query('SELECT last_seen_at FROM sessions')).rows[0].last_seen_at

test('runs out after 60 idle minutes', async () => {
  const token = await attempt()
  await letPass(database.sql, 59)
  expect(await adminOfToken(token)).not.toBeNull() // and is seen by that
  await letPass(database.sql, 59)
  expect(await adminOfToken(token)).not.toBeNull()
  await letPass(database.sql, 60)
  expect(await adminOfToken(token)).toBeNull()
})

test('runs out after 12 hours of steady use', async () => {
  const token = await attempt()
  for (let minutes = 0; minutes < 700; minutes += 50) {
    await letPass(database.sql, 50)
    expect(await adminOfToken(token)).not.toBeNull()
  }
  await letPass(database.sql, 21)
  expect(await adminOfToken(token)).toBeNull()
})

describe('on a phone that its owner trusts', () => {
  const DAY = 24 * 60

  test('it runs out after 14 idle days', async () => {
    const token = await attempt({ trusted: true })
    await letPass(database.sql, 13 * DAY)
    expect(await adminOfToken(token)).toMatchObject({ username: 'owner', trusted: true })
    await letPass(database.sql, 14 * DAY)
    expect(await adminOfToken(token)).toBeNull()
  })

  test('it runs out after 30 days of steady use', async () => {
    const token = await attempt({ trusted: true })
    for (let days = 0; days < 27; days += 9) {
      await letPass(database.sql, 9 * DAY)
      expect(await adminOfToken(token)).not.toBeNull()
    }
    await letPass(database.sql, 3 * DAY)
    expect(await adminOfToken(token)).toBeNull()
  })

  test.each<[string, (token: string) => Promise<unknown>]>([
    ['signing out everywhere', (token) => signOutEverywhere(token)],
    ['the operator’s reset', () => changePassword('owner', 'another horse battery')],
    ['disabling the account', () => database.sql.query('UPDATE users SET disabled_at = now()')],
  ])('%s ends it', async (_what, end) => {
    const token = await attempt({ trusted: true })
    await end(token)
    expect(await count(database.sql, 'sessions')).toBe(0)
    expect(await adminOfToken(token)).toBeNull()
  })

  test('a changed password ends it, and renews it where the password was changed', async () => {
    const [here, there] = [await attempt({ trusted: true }), await attempt({ trusted: true })]
    const renewed = await changeOwnPassword(
      { id: 1, username: 'owner' },
      {
        token: here,
        password: PASSWORD,
        newPassword: 'another horse battery',
        code: null,
        browser: null,
        origin: NOWHERE,
        now: new Date(),
      },
    )
    expect([await adminOfToken(here), await adminOfToken(there)]).toEqual([null, null])
    expect(renewed.trusted).toBe(true)
    expect(await adminOfToken(renewed.token)).toMatchObject({ trusted: true })
  })
})

test('an expiry in the row counts too', async () => {
  const token = await attempt()
  await database.sql.query(`UPDATE sessions SET expires_at = now() - interval '1 second'`)
  expect(await adminOfToken(token)).toBeNull()
})

test('is written down as seen at most once a minute', async () => {
  const token = await attempt()
  const first = await lastSeen()
  for (let i = 0; i < 5; i++) await adminOfToken(token)
  expect(await lastSeen()).toEqual(first)
  await letPass(database.sql, 2)
  await adminOfToken(token)
  expect((await lastSeen()).getTime()).toBeGreaterThanOrEqual(first.getTime())
})

test('ends with its account, and does not come back with it', async () => {
  const token = await attempt()
  await database.sql.query('UPDATE users SET disabled_at = now()')
  expect(await adminOfToken(token)).toBeNull()
  await database.sql.query('UPDATE users SET disabled_at = NULL')
  expect(await adminOfToken(token)).toBeNull()
})

test('disabling or deleting one administrator ends their sessions and nobody else’s', async () => {
  await database.sql.query(
    `INSERT INTO users (username, password)
     SELECT unnest(ARRAY['second', 'third']), password FROM users`,
  )
  const [own, second, third] = [
    await attempt(),
    await attempt({ username: 'second' }),
    await attempt({ username: 'third' }),
  ]
  await database.sql.query(`UPDATE users SET disabled_at = now() WHERE username = 'second'`)
  await database.sql.query(`DELETE FROM users WHERE username = 'third'`)
  expect(await Promise.all([own, second, third].map(adminOfToken))).toEqual([
    expect.objectContaining({ id: 1, username: 'owner' }),
    null,
    null,
  ])
  expect(await count(database.sql, 'sessions')).toBe(1)
})

test('a session that is begun while the account is disabled does not count either', async () => {
  await database.sql.query('UPDATE users SET disabled_at = now()')
  const token = await transaction((tx) => startSession(tx, { userId: 1 }, NOWHERE))
  expect(await adminOfToken(token)).toBeNull()
})

test('signing out ends this session and no other', async () => {
  const [here, there] = [await attempt(), await attempt()]
  await signOut(here)
  expect(await adminOfToken(here)).toBeNull()
  expect(await adminOfToken(there)).not.toBeNull()
  await signOut('nonsense')
  expect(await count(database.sql, 'sessions')).toBe(1)
})

test('signing out everywhere ends all of this administrator’s, and nobody else’s', async () => {
  await database.sql.query(
    `INSERT INTO users (username, password) SELECT 'second', password FROM users`,
  )
  const other = await attempt({ username: 'second' })
  const tokens = [await attempt(), await attempt()]
  await signOutEverywhere(tokens[0]!)
  for (const token of tokens) expect(await adminOfToken(token)).toBeNull()
  expect(await adminOfToken(other)).toMatchObject({ id: 2, username: 'second' })
})

test('nothing forged is a session', async () => {
  const token = await attempt()
  const member = 'm'.repeat(43)
  await database.sql.query(
    `INSERT INTO sessions (id, kind, email, expires_at) VALUES ($1, 'member', 'a@example.com', now() + interval '1 day')`,
    [sha256(member)],
  )
  const forged = [
    null,
    '',
    'x',
    member,
    sha256(token),
    token.slice(0, -1),
    `${token} `,
    `${token}=`,
    token.toUpperCase(),
    'A'.repeat(43),
    `${token}\u0000`,
    "' OR 1=1 --",
    'x'.repeat(10_000),
    '1',
    '[object Object]',
  ]
  for (const value of forged) expect(await adminOfToken(value)).toBeNull()
  expect(await adminOfToken(token)).not.toBeNull()
})
