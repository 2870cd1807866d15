import { PATCH as changePassword } from '@/app/api/auth/password/route'
import { POST as signInRoute } from '@/app/api/auth/sign-in/route'
import {
  DELETE as disable,
  PATCH as putOff,
  POST as begin,
  PUT as confirm,
} from '@/app/api/auth/two-step/route'
import { changeOwnPassword } from '@/lib/auth/account'
import { adminOfToken } from '@/lib/auth/queries'
import { changePassword as changeByOperator } from '@/lib/auth/admin-accounts'
import { totpCode, totpStep } from '@/lib/auth/totp'
import { callRoute } from '@/tests/support/call'
import { env } from '@/lib/env'
import { sha256 } from '@/lib/http/request'
import { truncate } from '@/tests/support/database'
import { attempt, browserToken, count, NOWHERE, ownersDatabase, PASSWORD } from './owner'

process.env.RATE_LIMIT_SCALE = '1'

const database = ownersDatabase()

const signIn = (code?: string, address = '203.0.113.1') =>
  attempt({ ...(code !== undefined && { code }), address })
const plain = (recoveryCode: string) => recoveryCode.replaceAll('-', '')
const codeIn = (secret: string, steps = 0) => totpCode(secret, totpStep(new Date()) + steps)
/** What was changed; who proved themselves, and how, is in trail.test.ts. */
const audit = async () =>
  (
    await database.sql.query(
      `SELECT actor, action, entity, before, after FROM audit_log
       WHERE action NOT LIKE 'proof%' ORDER BY id`,
    )
  ).rows

const beginWith = (cookie: string, password = PASSWORD) =>
  callRoute(begin, '/api/auth/two-step', { body: { password }, headers: { cookie } })
const confirmWith = (cookie: string, code: string) =>
  callRoute(confirm, '/api/auth/two-step', { method: 'PUT', body: { code }, headers: { cookie } })
/** The session cookie that an answer gives. */
const cookieOf = (answer: Response): string =>
  /session=[\w-]{43}/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? 'none'
const opens = async (cookie: string): Promise<boolean> =>
  (await adminOfToken(cookie.slice('session='.length))) !== null

/** Switches two-step sign-in on for the owner; what the page shows, and the session then. */
async function enrol() {
  const begun = await beginWith(`session=${await attempt()}`)
  expect(begun.status).toBe(201)
  const { secret } = (await begun.json()) as { secret: string }
  const confirmed = await confirmWith(cookieOf(begun), codeIn(secret, -1))
  expect(confirmed.status).toBe(200)
  return {
    cookie: cookieOf(confirmed),
    secret,
    ...((await confirmed.json()) as { recoveryCodes: string[] }),
  }
}

const REQUIRED = {
  status: 401,
  code: 'unauthorized',
  details: { sentence: 'second_step_required' },
}
const WRONG = { status: 401, code: 'unauthorized', details: { sentence: 'second_step_wrong' } }

describe('two-step sign-in', () => {
  test('counts only once a code was seen; the password alone then asks for one', async () => {
    const cookie = cookieOf(await beginWith(`session=${await attempt()}`))
    expect(await adminOfToken(await signIn())).not.toBeNull()
    const wrong = await confirmWith(cookie, '000000')
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

  test('nothing about it is revealed with the wrong password', async () => {
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

  test('a sign-in whose answer was lost, sent again by the same browser, gets the session that it began', async () => {
    const { secret, recoveryCodes } = await enrol()
    for (const code of [codeIn(secret), recoveryCodes[0] ?? '']) {
      const browser = browserToken(code)
      const lost = await attempt({ browser, code })
      const again = await attempt({ browser, code })
      expect(await adminOfToken(again)).toMatchObject({ username: 'owner' })
      expect(await adminOfToken(lost)).toBeNull()
      await expect(attempt({ browser: browserToken('other'), code })).rejects.toMatchObject(WRONG)
      await database.sql.query(`UPDATE sessions SET proved_at = proved_at - interval '6 minutes'`)
      await expect(attempt({ browser, code })).rejects.toMatchObject(WRONG)
    }
    expect(await count(database.sql, 'recovery_codes WHERE used_at IS NOT NULL')).toBe(1)
  })

  test('each recovery code once, in any spelling; only their hashes are kept', async () => {
    const {
      recoveryCodes: [first = '', second = ''],
    } = await enrol()
    const kept = JSON.stringify((await database.sql.query('SELECT * FROM recovery_codes')).rows)
    // Not even the plain hash, against which whoever reads the database could try codes.
    for (const readable of [first.slice(0, 4) + first.slice(5, 9), sha256(plain(first))])
      expect(kept).not.toContain(readable)
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

  test('beginning it renews the current session, and leaves the others', async () => {
    const [cookie, elsewhere] = [`session=${await attempt()}`, `session=${await attempt()}`]
    const begun = await beginWith(cookie)
    expect(await Promise.all([cookie, cookieOf(begun), elsewhere].map(opens))).toEqual([
      false,
      true,
      true,
    ])
    expect(JSON.stringify(await begun.json())).not.toContain(cookieOf(begun).slice(8))
  })

  test('a wrong password or first code renews nothing', async () => {
    const cookie = `session=${await attempt()}`
    const refused = await beginWith(cookie, 'wrong')
    expect([refused.status, cookieOf(refused), await opens(cookie)]).toEqual([400, 'none', true])
    const begun = cookieOf(await beginWith(cookie))
    const wrong = await confirmWith(begun, '000000')
    expect([wrong.status, cookieOf(wrong), await opens(begun)]).toEqual([400, 'none', true])
  })

  test('switching it on ends every session and begins a new one here', async () => {
    const elsewhere = `session=${await attempt()}`
    const begun = await beginWith(`session=${await attempt()}`)
    const { secret } = (await begun.json()) as { secret: string }
    const confirmed = await confirmWith(cookieOf(begun), codeIn(secret))
    const cookies = [elsewhere, cookieOf(begun), cookieOf(confirmed)]
    expect(await Promise.all(cookies.map(opens))).toEqual([false, false, true])
    expect(await count(database.sql, 'sessions')).toBe(1)
  })

  test('is switched off with both steps, which forgets secret and codes and ends every session', async () => {
    const { cookie, secret, recoveryCodes } = await enrol()
    const elsewhere = await signIn(recoveryCodes[0])
    await truncate(database.sql, 'audit_log')
    const off = (body: object) =>
      callRoute(disable, '/api/auth/two-step', { method: 'DELETE', body, headers: { cookie } })
    for (const [body, field] of [
      [{ password: 'wrong', code: codeIn(secret) }, 'password'],
      [{ password: PASSWORD }, 'code'],
      [{ password: PASSWORD, code: '' }, 'code'],
      [{ password: PASSWORD, code: '000000' }, 'code'],
      [{ password: PASSWORD, code: codeIn(secret, -1) }, 'code'], // used by the enrolment
      [{ code: codeIn(secret) }, 'password'],
    ] as const) {
      const refused = await off(body)
      const { fields } = (await refused.json()) as { fields: Record<string, string> }
      expect([refused.status, Object.keys(fields)]).toEqual([400, [field]])
    }
    await expect(signIn(undefined, '203.0.113.21')).rejects.toMatchObject(REQUIRED)
    expect(await adminOfToken(elsewhere)).not.toBeNull()
    const done = await off({ password: PASSWORD, code: codeIn(secret) })
    expect(done.status).toBe(204)
    expect(await adminOfToken(elsewhere)).toBeNull()
    expect([await opens(cookie), await opens(cookieOf(done))]).toEqual([false, true])
    await signIn(undefined, '203.0.113.22')
    expect([
      (await database.sql.query('SELECT totp_secret FROM users')).rows,
      await count(database.sql, 'recovery_codes'),
    ]).toEqual([[{ totp_secret: null }], 0])
    expect((await audit()).map(({ action, after }) => [action, after])).toEqual([
      ['two_step', { twoStep: false }],
    ])
    expect(JSON.stringify(await audit())).not.toMatch(/secret|password/)
  })

  test('is not begun without the password, nor a second time', async () => {
    const { cookie, secret } = await enrol()
    expect((await beginWith(cookie, 'wrong')).status).toBe(400)
    expect((await beginWith(cookie)).status).toBe(409)
    expect(await adminOfToken(await signIn(codeIn(secret)))).not.toBeNull()
  })

  test('ten wrong codes do not keep a browser waiting that has signed in before', async () => {
    const browser = browserToken('home')
    await attempt({ browser })
    const { secret } = await enrol()
    await database.sql.query(
      `INSERT INTO rate_limits (key, hits, resets_at) VALUES ('second-step:1', 10, now() + interval '5 minutes')
       ON CONFLICT (key) DO UPDATE SET hits = 10`,
    )
    await expect(signIn(codeIn(secret), '198.51.100.1')).rejects.toMatchObject({ status: 429 })
    await attempt({ browser, code: codeIn(secret) })
  })
})

describe('a change of the account whose answer was lost, sent again with the session before', () => {
  const putPassword = (cookie: string, newPassword: string) =>
    callRoute(changePassword, '/api/auth/password', {
      method: 'PATCH',
      body: { password: PASSWORD, newPassword },
      headers: { cookie },
    })

  test('a new password is set, and nothing else is done with that session', async () => {
    const cookie = `session=${await attempt()}`
    expect((await putPassword(cookie, 'another horse battery')).status).toBe(204)
    expect((await putPassword(cookie, 'yet another battery')).status).toBe(401)
    expect((await beginWith(cookie)).status).toBe(401)
    const again = await putPassword(cookie, 'another horse battery')
    expect([again.status, await opens(cookieOf(again)), await opens(cookie)]).toEqual([
      204,
      true,
      false,
    ])
    expect(await count(database.sql, 'sessions')).toBe(1)
    await database.sql.query(`UPDATE sessions SET proved_at = proved_at - interval '6 minutes'`)
    expect((await putPassword(cookie, 'another horse battery')).status).toBe(401)
  })

  test('two-step sign-in is set up, with recovery codes that can be used, and switched off', async () => {
    const before = `session=${await attempt()}`
    await beginWith(before)
    const begun = await beginWith(before)
    const { secret } = (await begun.json()) as { secret: string }
    const code = codeIn(secret)
    await confirmWith(cookieOf(begun), code)
    const confirmed = await confirmWith(cookieOf(begun), code)
    expect([begun.status, confirmed.status]).toEqual([201, 200])
    const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
    expect(await adminOfToken(await signIn(recoveryCodes[0]))).toMatchObject({ username: 'owner' })
    const off = () =>
      callRoute(disable, '/api/auth/two-step', {
        method: 'DELETE',
        body: { password: PASSWORD, code: recoveryCodes[1] },
        headers: { cookie: cookieOf(confirmed) },
      })
    expect([(await off()).status, (await off()).status]).toEqual([204, 204])
  })
})

describe('the offer of it', () => {
  const later = (cookie: string, body: object) =>
    callRoute(putOff, '/api/auth/two-step', { method: 'PATCH', body, headers: { cookie } })

  test('is made until it is dismissed; the console keeps showing that it is off', async () => {
    const token = await attempt()
    const secondStep = async (of = token) => (await adminOfToken(of))?.secondStep
    expect(await secondStep()).toBe('off')
    expect((await later(`session=${token}`, {})).status).toBe(400)
    expect((await later(`session=${token}`, { putOff: true })).status).toBe(204)
    expect(await secondStep()).toBe('put_off')
    const { cookie } = await enrol()
    expect(await secondStep(cookie.replace('session=', ''))).toBe('on')
  })
})

describe('what is kept of it', () => {
  const [key] = env().SECRET_KEY
  const otherKey = 'another-secret-key-of-the-tests-012345'
  const withKeys = (...keys: (string | undefined)[]) =>
    Object.assign(env(), { SECRET_KEY: keys.filter((each) => each !== undefined) })
  beforeEach(() => withKeys(key))
  afterAll(() => withKeys(key))

  const keptSecret = async (): Promise<string> =>
    (await database.sql.query('SELECT totp_secret FROM users')).rows[0].totp_secret
  const keptCodes = async (): Promise<string[]> =>
    (await database.sql.query('SELECT code_hash FROM recovery_codes ORDER BY id')).rows.map(
      ({ code_hash }) => code_hash,
    )
  /** As the rows were before there was a key. */
  const keepPlainly = async (secret: string, codes: string[]) => {
    await database.sql.query('UPDATE users SET totp_secret = $1', [secret])
    await database.sql.query('DELETE FROM recovery_codes')
    for (const code of codes)
      await database.sql.query('INSERT INTO recovery_codes (user_id, code_hash) VALUES (1, $1)', [
        sha256(plain(code)),
      ])
  }

  test('the secret cannot be read without the key, nor from another administrator’s row', async () => {
    const { secret } = await enrol()
    expect(await keptSecret()).not.toContain(secret)
    await database.sql.query(
      `INSERT INTO users (username, password, totp_secret, totp_confirmed_at)
       SELECT 'second', password, totp_secret, totp_confirmed_at FROM users`,
    )
    await expect(attempt({ username: 'second', code: codeIn(secret) })).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  test('rows of before there was a key go on working and are kept under it at their next use', async () => {
    const { secret, recoveryCodes } = await enrol()
    await keepPlainly(secret, recoveryCodes)
    await attempt({ code: codeIn(secret) })
    expect(await keptSecret()).not.toContain(secret)
    for (const [i, kept] of (await keptCodes()).entries())
      expect(kept).not.toContain(sha256(plain(recoveryCodes[i] ?? '')))
    await attempt({ code: recoveryCodes[0] })
    await expect(attempt({ code: recoveryCodes[0] })).rejects.toMatchObject(WRONG)

    await keepPlainly(secret, recoveryCodes)
    await attempt({ code: recoveryCodes[1] })
    expect(await keptSecret()).not.toContain(secret)
    await attempt({ code: codeIn(secret, 1) })
  })

  test('a new key in front: the next use keeps the secret under it, and the old one may go', async () => {
    const { secret, recoveryCodes } = await enrol()
    withKeys(otherKey, key)
    await attempt({ code: codeIn(secret) })
    await attempt({ code: recoveryCodes[0] })
    withKeys(otherKey)
    await attempt({ code: codeIn(secret, 1) })
    withKeys(key)
    await expect(attempt({ code: recoveryCodes[1] })).rejects.toMatchObject({ status: 503 })
  })

  test('without a key nobody enrols, and who has enrolled before still signs in', async () => {
    const { secret, recoveryCodes } = await enrol()
    await keepPlainly(secret, recoveryCodes)
    withKeys()
    await attempt({ code: codeIn(secret) })
    await attempt({ code: recoveryCodes[0] })
    expect(await keptSecret()).toBe(secret)

    await database.sql.query('UPDATE users SET totp_secret = NULL, totp_confirmed_at = NULL')
    const refused = await beginWith(`session=${await attempt()}`)
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { code: 'not_changeable', message: expect.stringContaining('SECRET_KEY') },
    ])
  })

  test('an operator switches it off for a lost phone', async () => {
    await enrol()
    await changeByOperator('owner', PASSWORD)
    await expect(attempt()).rejects.toMatchObject(REQUIRED)
    await changeByOperator('owner', PASSWORD, { secondStepOff: true })
    await attempt()
    expect(await keptCodes()).toEqual([])
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

  test('needs the second step where it is on; every session ends, known browsers too', async () => {
    const { cookie, secret } = await enrol()
    const token = cookie.slice('session='.length)
    const elsewhere = browserToken('elsewhere')
    await attempt({ browser: elsewhere, code: codeIn(secret) })
    for (const code of [undefined, '', '000000', codeIn(secret)]) {
      const refused = await change(token, { password: PASSWORD, newPassword: NEW, code })
      const { fields } = (await refused.json()) as { fields: Record<string, string> }
      expect([refused.status, Object.keys(fields)]).toEqual([400, ['code']])
    }
    expect(
      (await change(token, { password: PASSWORD, newPassword: NEW, code: codeIn(secret, 1) }))
        .status,
    ).toBe(204)
    expect(await adminOfToken(token)).toBeNull()
    expect(await count(database.sql, 'sessions')).toBe(1)
    expect(await count(database.sql, 'known_browsers')).toBe(0)
  })

  test.each(['password', 'Iloveyou2026', 'owner-1234', 'Bintang Studio!', 'BukitBintang1'])(
    'a new one that is soon guessed is refused: %s',
    async (newPassword) => {
      const token = await attempt()
      const refused = await change(token, { password: PASSWORD, newPassword })
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { fields: { newPassword: expect.stringContaining('easy to guess') } },
      ])
      expect(await adminOfToken(token)).not.toBeNull()
    },
  )

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

test('a session that is ended while its password is being checked changes nothing', async () => {
  const token = await attempt()
  const before = await database.sql.query('SELECT password FROM users')
  await database.sql.query('DELETE FROM sessions')
  const asked = {
    token,
    origin: NOWHERE,
    now: new Date(),
    password: PASSWORD,
    newPassword: 'another horse, another battery',
    code: null,
    browser: null,
  }
  await expect(changeOwnPassword({ id: 1, username: 'owner' }, asked)).rejects.toMatchObject({
    code: 'unauthorized',
  })
  expect(await database.sql.query('SELECT password FROM users')).toMatchObject({
    rows: before.rows,
  })
  expect(await count(database.sql, 'sessions')).toBe(0)
})
