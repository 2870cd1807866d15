import { PATCH as changePassword } from '@/app/api/auth/password/route'
import { POST as signInRoute } from '@/app/api/auth/sign-in/route'
import { DELETE as disable, POST as begin, PUT as confirm } from '@/app/api/auth/two-step/route'
import { adminOfToken } from '@/lib/auth/data'
import { totpCode, totpStep } from '@/lib/auth/totp'
import { callRoute } from '@/tests/support/call'
import { attempt, count, ownersDatabase, PASSWORD } from './owner'

process.env.RATE_LIMIT_SCALE = '1'

const database = ownersDatabase()

const signIn = (code?: string, address = '203.0.113.1') =>
  attempt({ ...(code !== undefined && { code }), address })
const codeIn = (secret: string, steps = 0) => totpCode(secret, totpStep(new Date()) + steps)
const audit = async () =>
  (
    await database.sql.query(
      `SELECT actor, action, entity, before, after FROM audit_log ORDER BY id`,
    )
  ).rows

/** Switches two-step sign-in on for the owner; what the page shows. */
async function enrol() {
  const cookie = `session=${await attempt()}`
  const begun = await callRoute(begin, '/api/auth/two-step', {
    body: { password: PASSWORD },
    headers: { cookie },
  })
  expect(begun.status).toBe(201)
  const { secret } = (await begun.json()) as { secret: string }
  const confirmed = await callRoute(confirm, '/api/auth/two-step', {
    method: 'PUT',
    body: { code: codeIn(secret, -1) },
    headers: { cookie },
  })
  expect(confirmed.status).toBe(200)
  return { cookie, secret, ...((await confirmed.json()) as { recoveryCodes: string[] }) }
}

const REQUIRED = {
  status: 401,
  code: 'unauthorized',
  details: { sentence: 'second_step_required' },
}
const WRONG = { status: 401, code: 'unauthorized', details: { sentence: 'second_step_wrong' } }

describe('two-step sign-in', () => {
  test('counts only once a code was seen; the password alone then asks for one', async () => {
    const cookie = `session=${await attempt()}`
    await callRoute(begin, '/api/auth/two-step', {
      body: { password: PASSWORD },
      headers: { cookie },
    })
    expect(await adminOfToken(await signIn())).not.toBeNull()
    const wrong = await callRoute(confirm, '/api/auth/two-step', {
      method: 'PUT',
      body: { code: '000000' },
      headers: { cookie },
    })
    expect([
      wrong.status,
      Object.keys(((await wrong.json()) as { fields: object }).fields),
    ]).toEqual([400, ['code']])
    await enrol()
    await expect(signIn()).rejects.toMatchObject(REQUIRED)
    const answer = await callRoute(signInRoute, '/api/auth/sign-in', {
      body: { username: 'owner', password: PASSWORD },
    })
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { code: 'unauthorized', codeRequired: true },
    ])
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('nothing about it is said to whoever has the wrong password', async () => {
    const { secret } = await enrol()
    await expect(attempt({ password: 'wrong', code: codeIn(secret) })).rejects.toMatchObject({
      details: { sentence: 'sign_in_failed' },
    })
    await expect(attempt({ password: 'wrong' })).rejects.toMatchObject({
      details: { sentence: 'sign_in_failed' },
    })
  })

  test('a code is accepted once, however many arrive at the same time', async () => {
    const { secret } = await enrol()
    const code = codeIn(secret)
    const results = await Promise.allSettled(
      ['1', '2', '3', '4'].map((host) => signIn(code, `203.0.113.${host}`)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(WRONG)
    // an older one neither
    await expect(signIn(codeIn(secret, -1), '203.0.113.9')).rejects.toMatchObject(WRONG)
    expect(await adminOfToken(await signIn(codeIn(secret, 1), '203.0.113.10'))).not.toBeNull()
  })

  test('each recovery code once, in any spelling; only their hashes are kept', async () => {
    const {
      recoveryCodes: [first = '', second = ''],
    } = await enrol()
    expect(
      JSON.stringify((await database.sql.query('SELECT * FROM recovery_codes')).rows),
    ).not.toContain(first.slice(0, 4) + first.slice(5, 9))
    await signIn(first.toLowerCase().replaceAll('-', ' '))
    await expect(signIn(first)).rejects.toMatchObject(WRONG)
    await signIn(second)
    expect((await audit()).slice(1)).toEqual(
      [10, 9].map((before) => ({
        actor: 'owner',
        action: 'recovery_code',
        entity: 'user',
        before: { left: before },
        after: { left: before - 1 },
      })),
    )
  })

  test('ten wrong codes from all over the world, then even the right one waits; a recovery code does not', async () => {
    const {
      secret,
      recoveryCodes: [first = ''],
    } = await enrol()
    await database.sql.query(`DELETE FROM rate_limits`)
    await database.sql.query(
      `INSERT INTO rate_limits (key, hits, resets_at) VALUES ('second-step:1', 10, now() + interval '5 minutes')`,
    )
    await expect(signIn(codeIn(secret), '198.51.100.1')).rejects.toMatchObject({
      status: 429,
      details: { retryAfter: expect.any(Number) },
    })
    expect(await adminOfToken(await signIn(first, '198.51.100.2'))).not.toBeNull()
  })

  test('is switched off with the password, which forgets secret and codes', async () => {
    const { cookie } = await enrol()
    const off = (password: string) =>
      callRoute(disable, '/api/auth/two-step', {
        method: 'DELETE',
        body: { password },
        headers: { cookie },
      })
    const refused = await off('wrong')
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { fields: { password: 'This is not your password.' } },
    ])
    await expect(signIn()).rejects.toMatchObject(REQUIRED)
    expect((await off(PASSWORD)).status).toBe(204)
    await signIn()
    expect([
      (await database.sql.query('SELECT totp_secret FROM users')).rows,
      await count(database.sql, 'recovery_codes'),
    ]).toEqual([[{ totp_secret: null }], 0])
    expect((await audit()).map(({ action, after }) => [action, after])).toEqual([
      ['two_step', { twoStep: true }],
      ['two_step', { twoStep: false }],
    ])
    expect(JSON.stringify(await audit())).not.toMatch(/secret|password/)
  })

  test('is not begun without the password, nor a second time', async () => {
    const { cookie, secret } = await enrol()
    const again = (password: string) =>
      callRoute(begin, '/api/auth/two-step', { body: { password }, headers: { cookie } })
    expect((await again('wrong')).status).toBe(400)
    expect((await again(PASSWORD)).status).toBe(409)
    expect((await database.sql.query('SELECT totp_secret FROM users')).rows[0].totp_secret).toBe(
      secret,
    )
  })
})

describe('PATCH /api/auth/password', () => {
  const change = (token: string, body: object) =>
    callRoute(changePassword, '/api/auth/password', {
      method: 'PATCH',
      body,
      headers: { cookie: `session=${token}` },
    })
  const NEW = 'another battery horse'

  test('ends every session and begins a new one here', async () => {
    const [here, there] = [await attempt(), await attempt()]
    const response = await change(here, { password: PASSWORD, newPassword: NEW })
    expect(response.status).toBe(204)
    const token = /session=([\w-]{43});/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? null
    expect([await adminOfToken(here), await adminOfToken(there)]).toEqual([null, null])
    expect(await adminOfToken(token)).toMatchObject({ username: 'owner' })
    await expect(attempt()).rejects.toMatchObject({ status: 401 })
    await attempt({ password: NEW })
    expect(await audit()).toEqual([
      { actor: 'owner', action: 'password', entity: 'user', before: null, after: null },
    ])
  })

  test('a wrong old or a short new one changes nothing and names its field', async () => {
    const token = await attempt()
    for (const [body, field] of [
      [{ password: 'wrong', newPassword: NEW }, 'password'],
      [{ password: PASSWORD, newPassword: 'short' }, 'newPassword'],
      [{ newPassword: NEW }, 'password'],
    ] as const) {
      const response = await change(token, body)
      expect([
        response.status,
        Object.keys(((await response.json()) as { fields: object }).fields),
      ]).toEqual([400, [field]])
    }
    expect(await adminOfToken(token)).not.toBeNull()
    await attempt()
  })

  test('the limit comes before the hashing', async () => {
    const token = await attempt()
    for (let i = 0; i < 5; i++)
      expect((await change(token, { password: 'wrong', newPassword: NEW })).status).toBe(400)
    await database.sql.query(`UPDATE users SET password = 'not a hash'`)
    const refused = await change(token, { password: PASSWORD, newPassword: NEW })
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      expect.any(Number),
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
