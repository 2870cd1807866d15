import { POST as signInRoute } from '@/app/api/auth/sign-in/passkey/route'
import { POST as passwordRoute } from '@/app/api/auth/sign-in/route'
import { POST as challengeRoute } from '@/app/api/auth/passkeys/challenge/route'
import { POST as optionsRoute } from '@/app/api/auth/passkeys/options/route'
import { POST as addRoute } from '@/app/api/auth/passkeys/route'
import { DELETE as removeRoute } from '@/app/api/auth/passkeys/[id]/route'
import { accountOf } from '@/lib/auth/account'
import { changePassword, createAdmin } from '@/lib/auth/admin-accounts'
import { adminOfToken } from '@/lib/auth/queries'
import { sha256 } from '@/lib/http/request'
import { Authenticator } from '@/tests/support/authenticator'
import { callRoute } from '@/tests/support/call'
import { attempt, browserToken, count, ownersDatabase, PASSWORD } from './owner'

process.env.RATE_LIMIT_SCALE = '1'

const database = ownersDatabase()
const rows = async (sql: string) => (await database.sql.query(sql)).rows

const browser = browserToken('the phone')
const cookies = (token: string | null, held = browser) =>
  [token && `session=${token}`, `browser=${held}`].filter(Boolean).join('; ')
const tokenIn = (response: Response) =>
  /session=([\w-]{43})/.exec(response.headers.getSetCookie().join('; '))?.[1] ?? null

async function options(token: string) {
  const headers = { cookie: cookies(token) }
  return callRoute(optionsRoute, '/api/auth/passkeys/options', { method: 'POST', headers })
}
const add = (token: string, passkey: unknown, name?: string, held = browser) =>
  callRoute(addRoute, '/api/auth/passkeys', {
    body: { passkey, name },
    headers: { cookie: cookies(token, held), 'user-agent': 'Mozilla/5.0 (iPhone) Safari/1' },
  })

/** The owner's phone with a passkey. */
async function phone(token?: string) {
  const device = new Authenticator()
  const session = token ?? (await attempt({ browser }))
  const answer = await add(session, device.create(await (await options(session)).json()))
  expect(answer.status).toBe(201)
  return { device, session, line: await answer.json() }
}
async function challenge(held: string | null = browser, token: string | null = null) {
  const headers = { cookie: cookies(token, held ?? '') }
  const answer = await callRoute(challengeRoute, '/api/auth/passkeys/challenge', {
    method: 'POST',
    headers,
  })
  expect(answer.status).toBe(200)
  return answer.json()
}
const signIn = (passkey: unknown, changes: Record<string, unknown> = {}, held = browser) =>
  callRoute(signInRoute, '/api/auth/sign-in/passkey', {
    body: { passkey, ...changes },
    headers: { cookie: cookies(null, held) },
  })

describe('adding one', () => {
  test('is offered for this host, and kept with a name of the device', async () => {
    const session = await attempt({ browser })
    const asked = await (await options(session)).json()
    expect(asked).toMatchObject({
      rp: { id: new URL(process.env.SITE_URL ?? '').hostname },
      user: { name: 'owner' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const { line } = await phone(session)
    expect(line).toEqual({
      id: expect.any(Number),
      name: 'Safari · iPhone',
      createdAt: expect.any(String),
      lastUsedAt: null,
    })
    expect((await accountOf({ id: 1, username: 'owner' }, null, new Date())).passkeys).toEqual([
      line,
    ])
    expect(await rows('SELECT user_id, transports, counter::int FROM passkeys')).toEqual([
      { user_id: 1, transports: ['hybrid', 'internal'], counter: 1 },
    ])
    expect(
      await rows(`SELECT action, actor, after FROM audit_log WHERE entity = 'passkey'`),
    ).toEqual([{ action: 'create', actor: 'owner', after: { name: 'Safari · iPhone' } }])
    expect((await (await options(session)).json()).excludeCredentials).toHaveLength(1)
  })

  test('needs a recent proof, and so does removing one', async () => {
    const { session, line } = await phone()
    await database.sql.query(`UPDATE sessions SET proved_at = now() - interval '11 minutes'`)
    const removed = await callRoute(removeRoute, `/api/auth/passkeys/${line.id}`, {
      method: 'DELETE',
      params: { id: String(line.id) },
      headers: { cookie: cookies(session) },
    })
    for (const answer of [
      await options(session),
      await add(session, new Authenticator().create({ challenge: 'x', user: { id: 'x' } })),
      removed,
    ])
      expect([answer.status, (await answer.json()).code]).toEqual([403, 'proof_required'])
    expect(await count(database.sql, 'passkeys')).toBe(1)
  })

  test.each<[string, object]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a device that asked for neither face nor finger nor code', { userVerified: false }],
  ])('%s is refused', async (_what, at) => {
    const session = await attempt({ browser })
    const device = new Authenticator()
    const answer = await add(session, device.create(await (await options(session)).json(), at))
    expect([answer.status, (await answer.json()).message]).toEqual([
      400,
      'This passkey was not accepted. Please try again, or use another way.',
    ])
    expect(await count(database.sql, 'passkeys')).toBe(0)
  })

  test('the same answer counts once, in the browser and for the account that asked', async () => {
    const session = await attempt({ browser })
    await createAdmin('second', 'another horse battery')
    const second = await attempt({ browser, username: 'second', password: 'another horse battery' })
    const created = new Authenticator().create(await (await options(session)).json())
    expect((await add(session, created, 'x', browserToken('another'))).status).toBe(400)
    expect((await add(second, created)).status).toBe(400)
    expect((await add(session, created)).status).toBe(201)
    expect((await add(second, created)).status).toBe(400)
    // Nor is a challenge for signing in one for a new passkey.
    const other = new Authenticator().create({ ...(await challenge()), user: { id: 'x' } })
    expect((await add(session, other)).status).toBe(400)
    expect(await count(database.sql, 'passkeys')).toBe(1)
  })
})

describe('an answer that was lost, and the same sent again', () => {
  test('a new passkey is there, once', async () => {
    const session = await attempt({ browser })
    const created = new Authenticator().create(await (await options(session)).json())
    const first = await add(session, created)
    const again = await add(session, created)
    expect([again.status, await again.json()]).toEqual([201, await first.json()])
    expect(await count(database.sql, 'passkeys')).toBe(1)
    await database.sql.query(`UPDATE passkeys SET created_at = created_at - interval '6 minutes'`)
    expect((await add(session, created)).status).toBe(400)
  })

  test('a sign-in gets the session that it began, in the same browser', async () => {
    const { device } = await phone()
    const signed = device.get(await challenge())
    const lost = tokenIn(await signIn(signed))
    const before = await count(database.sql, 'sessions')
    expect((await signIn(signed, {}, browserToken('another'))).status).toBe(401)
    const again = await signIn(signed)
    expect([again.status, await again.json()]).toEqual([200, { username: 'owner' }])
    expect(await adminOfToken(tokenIn(again))).toMatchObject({ username: 'owner' })
    expect(await adminOfToken(lost)).toBeNull()
    expect(await count(database.sql, 'sessions')).toBe(before)
  })
})

describe('signing in with one', () => {
  test('begins a session without anything else, and is written down', async () => {
    const { device } = await phone()
    const asked = await challenge()
    expect(asked).toMatchObject({ allowCredentials: [], userVerification: 'required' })
    const answer = await signIn(device.get(asked))
    expect([answer.status, await answer.json()]).toEqual([200, { username: 'owner' }])
    expect(await adminOfToken(tokenIn(answer))).toMatchObject({
      id: 1,
      proven: true,
      trusted: false,
    })
    expect(
      await rows(`SELECT actor, after FROM audit_log WHERE action = 'sign_in' ORDER BY id`),
    ).toEqual([{ actor: 'owner', after: { factors: ['passkey'] } }])
    expect(await rows('SELECT counter::int, last_used_at IS NULL AS unused FROM passkeys')).toEqual(
      [{ counter: 2, unused: false }],
    )
  })

  test('on their own phone it lasts', async () => {
    const { device } = await phone()
    const answer = await signIn(device.get(await challenge()), { trusted: true })
    expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=2592000')
    expect(await adminOfToken(tokenIn(answer))).toMatchObject({ trusted: true })
  })

  test('is enough where two-step sign-in is on', async () => {
    const { device } = await phone()
    await database.sql.query(
      `UPDATE users SET totp_secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', totp_confirmed_at = now()`,
    )
    expect((await signIn(device.get(await challenge()))).status).toBe(200)
  })

  test('each challenge counts once, for five minutes, in the browser that asked', async () => {
    const { device } = await phone()
    const asked = await challenge()
    expect((await signIn(device.get(asked), {}, browserToken('another'))).status).toBe(401)
    expect((await signIn(device.get(asked))).status).toBe(200)
    expect((await signIn(device.get(asked))).status).toBe(401)
    const late = await challenge()
    await database.sql.query(
      `UPDATE passkey_challenges SET expires_at = expires_at - interval '5 minutes'`,
    )
    expect((await signIn(device.get(late))).status).toBe(401)
    const { challenge: ofNew } = await (await options(await attempt({ browser }))).json()
    expect((await signIn(device.get({ challenge: ofNew }))).status).toBe(401)
    expect((await signIn(device.get({ challenge: 'bm90IG91cnM' }))).status).toBe(401)
  })

  test.each<[string, object]>([
    ['signed for another site', { origin: 'https://evil.example' }],
    ['signed for another host', { rpId: 'evil.example' }],
    ['without its user verified', { userVerified: false }],
    ['whose count went back', { counter: 1 }],
  ])('one %s is refused and counted', async (_what, at) => {
    const { device } = await phone()
    const answer = await signIn(device.get(await challenge(), at))
    expect(answer.status).toBe(401)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await rows('SELECT action, account, attempts FROM failed_attempts')).toEqual([
      { action: 'sign_in_failed', account: 'owner', attempts: 1 },
    ])
    expect((await signIn(device.get(await challenge()))).status).toBe(200)
  })

  test('neither another’s signature nor an unknown, removed or disabled one counts', async () => {
    const { device, session, line } = await phone()
    const forged = {
      ...new Authenticator().get(await challenge()),
      id: device.get({ challenge: '' }).id,
    }
    expect((await signIn(forged)).status).toBe(401)
    expect((await signIn(new Authenticator().get(await challenge()))).status).toBe(401)
    await database.sql.query('UPDATE users SET disabled_at = now()')
    expect((await signIn(device.get(await challenge()))).status).toBe(401)
    await database.sql.query('UPDATE users SET disabled_at = NULL')
    expect(await adminOfToken(session)).toBeNull()
    const again = await attempt({ browser })
    const remove = (token: string) =>
      callRoute(removeRoute, `/api/auth/passkeys/${line.id}`, {
        method: 'DELETE',
        params: { id: String(line.id) },
        headers: { cookie: cookies(token) },
      })
    await createAdmin('second', 'another horse battery')
    const second = await attempt({ username: 'second', password: 'another horse battery' })
    expect((await remove(second)).status).toBe(404)
    expect((await remove(again)).status).toBe(204)
    expect((await signIn(device.get(await challenge()))).status).toBe(401)
  })

  test('the operator’s reset removes them all', async () => {
    const { device } = await phone()
    await changePassword('owner', 'another horse battery')
    expect((await signIn(device.get(await challenge()))).status).toBe(401)
  })

  test('nothing of a challenge is kept that could be signed', async () => {
    const { challenge: text } = await challenge()
    const kept = await rows('SELECT * FROM passkey_challenges')
    expect(kept).toMatchObject([{ challenge_hash: sha256(text), browser_hash: sha256(browser) }])
    expect(JSON.stringify(kept)).not.toContain(text)
  })
})

test('a stranger’s guesses are refused, and never keep out the owner of a passkey', async () => {
  const { device } = await phone()
  const elsewhere = browserToken('a new phone')
  for (let tries = 0; tries < 25; tries++)
    await callRoute(passwordRoute, '/api/auth/sign-in', {
      body: { username: 'owner', password: `${PASSWORD}${tries}` },
    })
  const stranger = new Authenticator()
  const statuses = new Set<number>()
  for (let tries = 0; tries < 10; tries++)
    statuses.add((await signIn(stranger.get(await challenge('')), {}, elsewhere)).status)
  expect([...statuses]).toEqual([429])
  expect((await signIn(device.get(await challenge(elsewhere)), {}, elsewhere)).status).toBe(200)
})

test('a stranger who asks for challenges meets a limit, a browser that was here does not', async () => {
  await phone()
  const ask = (held: string) =>
    callRoute(challengeRoute, '/api/auth/passkeys/challenge', {
      method: 'POST',
      headers: { cookie: cookies(null, held) },
    })
  const statuses: number[] = []
  for (let asked = 0; asked < 62; asked++) statuses.push((await ask('')).status)
  expect(statuses.slice(-2)).toEqual([429, 429])
  expect((await ask(browser)).status).toBe(200)
})
