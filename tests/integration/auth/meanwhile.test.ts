// What ends every session of an account, while somebody is just signing in to it.
import { POST as passkeyRoute } from '@/app/api/auth/sign-in/passkey/route'
import { changeOwnPassword } from '@/lib/auth/account'
import { addPasskey, challengeFor, optionsForNew } from '@/lib/auth/passkeys'
import { adminOfToken } from '@/lib/auth/queries'
import { signOutEverywhere } from '@/lib/auth/sessions'
import { endSessionsOf } from '@/lib/auth/users/change'
import { Authenticator } from '@/tests/support/authenticator'
import { callRoute } from '@/tests/support/call'
import { connect } from '@/tests/support/database'
import { attempt, browserToken, count, NOWHERE, ownersDatabase, PASSWORD } from './owner'

const database = ownersDatabase()
const OWNER = { id: 1, username: 'owner' }

const WAITING = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`

const waiting = async () => (await database.sql.query(WAITING)).rowCount ?? 0
const overOr = async (isOver: () => boolean, waiters: number) => {
  while (!isOver() && (await waiting()) < waiters) await new Promise((done) => setTimeout(done, 20))
}

/** Begins `work` in the middle of another transaction, whose `rest` follows once `work` waits or is over. */
async function amid<T>(
  begun: string,
  work: () => Promise<T>,
  rest = 'SELECT',
): Promise<PromiseSettledResult<T>> {
  const other = await connect(database.url)
  try {
    await other.query(`BEGIN; ${begun}`)
    let isOver = false
    const result = Promise.allSettled([work().finally(() => (isOver = true))])
    await overOr(() => isOver, 1)
    await other.query(`${rest}; COMMIT`)
    return (await result)[0]
  } finally {
    await other.end()
  }
}

/** Begins a sign-in while a change of the account is carried out and the sessions have ended. */
const during = <T>(change: string, signIn: () => Promise<T>, rest?: string) =>
  amid(`${change}; DELETE FROM sessions WHERE user_id = 1`, signIn, rest)

test.each([
  ['a changed password', `UPDATE users SET password = 'another'`],
  ['a second step', `UPDATE users SET totp_secret = 'S', totp_confirmed_at = now()`],
  ['a shut account', 'UPDATE users SET disabled_at = now()'],
])('%s leaves no session of a sign-in that was checked before', async (_, change) => {
  const result = await during(change, () => attempt())
  expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unauthorized' } })
  expect(await count(database.sql, 'sessions')).toBe(0)
})

test('another change of the account lets the sign-in through', async () => {
  const change = 'UPDATE users SET second_step_put_off_at = now()'
  const result = await during(change, () => attempt())
  if (result.status === 'rejected') throw result.reason
  expect(await adminOfToken(result.value)).toMatchObject(OWNER)
})

test('an operator’s reset leaves no session of a passkey that it removes', async () => {
  const browser = browserToken('the phone')
  const device = new Authenticator()
  const passkey = device.create(await optionsForNew(OWNER, browser))
  const session = await attempt()
  await addPasskey(OWNER, { passkey, name: 'Phone', browser, session })
  const asked = await challengeFor({ browser, address: '203.0.113.1', admin: null })
  const signed = device.get(asked)
  const signIn = () =>
    callRoute(passkeyRoute, '/api/auth/sign-in/passkey', {
      body: { passkey: signed },
      headers: { cookie: `browser=${browser}` },
    })
  const result = await during(
    `UPDATE users SET password = 'another'`,
    signIn,
    'DELETE FROM passkeys WHERE user_id = 1',
  )
  if (result.status === 'rejected') throw result.reason
  expect(result.value.status).toBe(401)
  expect(await count(database.sql, 'sessions')).toBe(0)
})

test('an operator’s reset leaves no passkey that was just being added', async () => {
  const browser = browserToken('the phone')
  const session = await attempt()
  const passkey = new Authenticator().create(await optionsForNew(OWNER, browser))
  const result = await during(
    `UPDATE users SET password = 'another'`,
    () => addPasskey(OWNER, { passkey, name: 'Phone', browser, session }),
    'DELETE FROM passkeys WHERE user_id = 1',
  )
  expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unauthorized' } })
  expect(await count(database.sql, 'passkeys')).toBe(0)
})

const changePassword = (token: string) =>
  changeOwnPassword(OWNER, {
    ...{ token, password: PASSWORD, newPassword: 'tripod and two lamps', code: null },
    ...{ browser: null, origin: NOWHERE, now: new Date() },
  })

describe.each([
  ['signing out everywhere', (token: string) => signOutEverywhere(token)],
  ['the owner’s ending of somebody’s sessions', () => endSessionsOf(1, OWNER)],
])('%s leaves no session', (_, end) => {
  test.each([
    // Each is held up after its checks, before its session is there.
    ['a sign-in', 'known_browsers', () => attempt()],
    ['a changed password', 'audit_log', changePassword],
  ])('of %s that was under way', async (_what, table, begin) => {
    const [here, there] = [await attempt(), await attempt()]
    const other = await connect(database.url)
    try {
      await other.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`)
      const begun = begin(here)
      await overOr(() => false, 1)
      let isOver = false
      const ended = end(there).finally(() => (isOver = true))
      await overOr(() => isOver, 2)
      await other.query('COMMIT')
      await Promise.all([begun, ended])
    } finally {
      await other.end()
    }
    expect(await count(database.sql, 'sessions')).toBe(0)
  })
})

test('a proof of identity holds no session while it waits for the account', async () => {
  const here = await attempt()
  const result = await amid(
    'SELECT FROM users WHERE id = 1 FOR UPDATE',
    () => changePassword(here),
    'SELECT FROM sessions WHERE user_id = 1 FOR UPDATE NOWAIT',
  )
  if (result.status === 'rejected') throw result.reason
  expect(await adminOfToken(result.value.token)).toMatchObject(OWNER)
})
