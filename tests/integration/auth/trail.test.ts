// What the audit log says of people coming in and data going out: who, from where, and how it ended.
import * as exported from '@/app/api/admin/bookings/export/route'
import * as memberSignIn from '@/app/api/auth/member-sign-in/route'
import * as password from '@/app/api/auth/password/route'
import * as setting from '@/app/api/settings/[key]/route'
import * as signInRoute from '@/app/api/auth/sign-in/route'
import * as twoStep from '@/app/api/auth/two-step/route'
import { totpCode, totpStep } from '@/lib/auth/totp'
import { changePassword } from '@/lib/auth/admin-accounts'
import { failedAttempts } from '@/lib/audit/queries'
import { prune } from '@/lib/people/forget'
import { pseudonymOf } from '@/lib/secrets/pseudonym'
import { addDays, studioDate } from '@/lib/time'
import { callRoute } from '@/tests/support/call'
import { truncate } from '@/tests/support/database'
import { attempt, createOwner, ownersDatabase, PASSWORD } from './owner'

const database = ownersDatabase()

const ADDRESS = '203.0.113.7'
const FROM = { 'x-studio-address': ADDRESS }
const log = async () =>
  (
    await database.sql.query(
      'SELECT actor, action, entity, entity_id, after, address, network FROM audit_log ORDER BY id',
    )
  ).rows
const here = async () => ({ address: await pseudonymOf(ADDRESS), network: '203.0.113.0/24' })

// Only our own server says where a request is from.
beforeAll(() => void ((globalThis as { studioServer?: boolean }).studioServer = true))
afterAll(() => void delete (globalThis as { studioServer?: boolean }).studioServer)

const signIn = (username: string, password: string) =>
  callRoute(signInRoute.POST, '/api/auth/sign-in', { body: { username, password }, headers: FROM })

test('an administrator’s sign-in; a wrong password is counted elsewhere', async () => {
  expect((await signIn('owner', 'not the password')).status).toBe(401)
  expect((await signIn('owner', PASSWORD)).status).toBe(200)
  const owner = { actor: 'owner', entity: 'user', entity_id: '1', ...(await here()) }
  expect(await log()).toEqual([{ ...owner, action: 'sign_in', after: { factors: ['password'] } }])
})

describe('an administrator who has to confirm their identity', () => {
  const NEW = 'another battery horse'
  let cookie: string
  beforeEach(async () => {
    cookie = `session=${await attempt()}`
    await truncate(database.sql, 'audit_log')
  })
  const call = async (
    handler: typeof twoStep.POST,
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    body: object,
  ): Promise<Response> => {
    const path = handler === password.PATCH ? '/api/auth/password' : '/api/auth/two-step'
    const answer = await callRoute(handler, path, { method, body, headers: { cookie, ...FROM } })
    cookie = /session=[\w-]{43}/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? cookie
    return answer
  }
  /** Begins two-step sign-in; a code of it. */
  const begin = async (): Promise<(steps?: number) => string> => {
    const answer = await call(twoStep.POST, 'POST', { password: PASSWORD })
    const { secret } = (await answer.json()) as { secret: string }
    return (steps = 0) => totpCode(secret, totpStep(new Date()) + steps)
  }
  const proofs = async () =>
    (await log())
      .filter(({ action }) => action.startsWith('proof'))
      .map(({ action, after }) => [action, after])
  const wrong = (reason: string) => ['proof_failed', { reason }]
  const right = (...factors: string[]) => ['proof', { factors }]

  test('fails: a wrong password, wherever it is asked for, with who and from where', async () => {
    await call(password.PATCH, 'PATCH', { password: 'wrong', newPassword: NEW })
    await call(twoStep.POST, 'POST', { password: 'wrong' })
    await call(twoStep.DELETE, 'DELETE', { password: 'wrong', code: '000000' })
    const row = { actor: 'owner', entity: 'user', entity_id: '1', ...(await here()) }
    expect(await log()).toEqual(
      Array(3).fill({ ...row, action: 'proof_failed', after: { reason: 'password_wrong' } }),
    )
  })

  test('fails: no second step, or a wrong one', async () => {
    const code = await begin()
    await call(twoStep.PUT, 'PUT', { code: '000000' })
    await call(twoStep.PUT, 'PUT', { code: code() })
    await call(twoStep.DELETE, 'DELETE', { password: PASSWORD })
    await call(password.PATCH, 'PATCH', { password: PASSWORD, newPassword: NEW, code: '000000' })
    expect(await proofs()).toEqual([
      right('password'),
      wrong('second_step_wrong'),
      right('totp'),
      wrong('second_step_required'),
      wrong('second_step_wrong'),
    ])
  })

  test('success is recorded with the factors', async () => {
    const code = await begin()
    const confirmed = await call(twoStep.PUT, 'PUT', { code: code(-1) })
    const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
    await call(password.PATCH, 'PATCH', { password: PASSWORD, newPassword: NEW, code: code() })
    await call(twoStep.DELETE, 'DELETE', { password: NEW, code: recoveryCodes[0] })
    expect(await proofs()).toEqual([
      right('password'),
      right('totp'),
      right('password', 'totp'),
      right('password', 'recovery_code'),
    ])
  })

  test('a new password that is refused for another reason is no failed proof', async () => {
    await call(password.PATCH, 'PATCH', { password: PASSWORD, newPassword: 'password' })
    expect(await log()).toEqual([])
  })

  test('a sign-in with the second step says so', async () => {
    const code = await begin()
    await call(twoStep.PUT, 'PUT', { code: code(-1) })
    const body = { username: 'owner', password: PASSWORD, code: code() }
    expect(
      (await callRoute(signInRoute.POST, '/api/auth/sign-in', { body, headers: FROM })).status,
    ).toBe(200)
    expect((await log()).at(-1)).toMatchObject({
      action: 'sign_in',
      after: { factors: ['password', 'totp'] },
    })
  })
})

const attempts = async () =>
  (
    await database.sql.query(
      `SELECT action, account, network, attempts FROM failed_attempts ORDER BY account, network`,
    )
  ).rows

// Seen in the logs of shop systems: one script fills an audit log that must be kept for years.
describe('real life: what strangers fail at', () => {
  const memberCode = (email: string) =>
    callRoute(memberSignIn.POST, '/api/auth/member-sign-in', {
      body: { email, code: '123456' },
      headers: FROM,
    })

  test('never becomes a row of the audit log: it is counted by day, account and network', async () => {
    for (let i = 0; i < 30; i++) {
      expect((await signIn('owner', `wrong ${i}`)).status).toBe(401)
      expect((await signIn(`hunter2-my-password-${i}`, 'x'.repeat(12))).status).toBe(401)
      expect((await memberCode(`aina${i}@example.com`)).status).toBe(401)
    }
    expect(await log()).toEqual([])
    const row = { action: 'sign_in_failed', network: '203.0.113.0/24', attempts: 30 }
    expect(await attempts()).toEqual([
      { ...row, account: '(unknown)' },
      { ...row, account: 'customer' },
      { ...row, account: 'owner' },
    ])
    // Where the owner reads the log.
    await database.sql.query(
      `INSERT INTO failed_attempts SELECT day - 1, action, account, n || '/24', 2, last_at
       FROM failed_attempts, generate_series(1, 3) n WHERE account = 'owner'
       UNION ALL SELECT day - 31, action, account, network, 9, last_at FROM failed_attempts`,
    )
    const today = studioDate(new Date())
    const shown = { day: today, attempts: 30, networks: 1, network: '203.0.113.0/24' }
    expect((await failedAttempts()).rows).toEqual([
      { ...shown, account: '(unknown)' },
      { ...shown, account: 'customer' },
      { ...shown, account: 'owner' },
      { day: addDays(today, -1), account: 'owner', attempts: 6, networks: 3, network: null },
    ])
  }, 60_000)

  test('is at most 200 rows a day, and one more for each account', async () => {
    await database.sql.query(
      `INSERT INTO failed_attempts SELECT (now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date, 'sign_in_failed', 'owner',
         n || '/24', 1, now() FROM generate_series(1, 200) n`,
    )
    for (let i = 0; i < 3; i++) await signIn('owner', 'wrong')
    expect(await attempts()).toHaveLength(201)
    expect((await attempts()).at(-1)).toMatchObject({ network: 'others', attempts: 3 })
  })

  test('is forgotten after a month', async () => {
    await signIn('owner', 'wrong')
    await database.sql.query(`UPDATE failed_attempts SET last_at = now() - interval '31 days'`)
    await prune()
    expect(await attempts()).toEqual([])
  })
})

test('an export, with its filter but not the text of its search', async () => {
  const cookie = `session=${await attempt()}`
  await truncate(database.sql, 'audit_log')
  const path = '/api/admin/bookings/export?search=aina%40example.com&status=confirmed'
  const answer = await callRoute(exported.GET, path, { headers: { cookie, ...FROM } })
  expect(answer.status).toBe(200)
  await answer.text()
  const [row, ...more] = await log()
  expect(more).toEqual([])
  expect(row).toMatchObject({
    actor: 'owner',
    action: 'export',
    entity: 'booking',
    ...(await here()),
  })
  expect(row.after).toMatchObject({ status: 'confirmed', searched: true })
  expect(JSON.stringify(row)).not.toContain('example.com')
})

test('a change of a setting says from where', async () => {
  const cookie = `session=${await attempt()}`
  await truncate(database.sql, 'audit_log')
  const answer = await callRoute(setting.PATCH, '/api/settings/tax', {
    method: 'PATCH',
    body: { rate: 0.06, label: 'Tax' },
    params: { key: 'tax' },
    headers: { cookie, ...FROM },
  })
  expect(answer.status).toBe(200)
  expect(await log()).toMatchObject([{ actor: 'owner', action: 'update', ...(await here()) }])
})

test('what the operator does to administrators, from no address', async () => {
  await database.sql.query('DELETE FROM users')
  await createOwner()
  expect(await changePassword('owner', 'another good password')).toBe(true)
  expect(await log()).toMatchObject([
    { actor: '(operator)', action: 'create', entity: 'user', after: { username: 'owner' } },
    { actor: '(operator)', action: 'password', entity: 'user', address: null, network: null },
  ])
})
