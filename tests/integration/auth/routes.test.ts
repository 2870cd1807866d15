import { POST as signInRoute, GET as signInGet } from '@/app/api/auth/sign-in/route'
import { POST as signOutRoute } from '@/app/api/auth/sign-out/route'
import { adminOfToken } from '@/lib/auth/queries'
import { callRoute } from '@/tests/support/call'
import { attempt, count, letPass, ownersDatabase, PASSWORD } from './owner'

const database = ownersDatabase()

const signIn = (body: unknown, headers = {}) =>
  callRoute(signInRoute, '/api/auth/sign-in', { body, headers })
const signOut = (headers: Record<string, string>, body: unknown = {}) =>
  callRoute(signOutRoute, '/api/auth/sign-out', { method: 'POST', body, headers })
const right = { username: ' Owner ', password: PASSWORD }
const tokenOf = (response: Response) =>
  /session=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? null

describe('POST /api/auth/sign-in', () => {
  test('sets the session cookie and shows no token or hash', async () => {
    const response = await signIn(right)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ username: 'owner' })
    const [session, browser] = response.headers.getSetCookie()
    expect(session).toMatch(
      /^session=[\w-]{43}; Path=\/; Expires=[^;]+; Max-Age=43200; HttpOnly; SameSite=lax$/,
    )
    expect(browser).toMatch(
      /^browser=[\w-]{43}; Path=\/; Expires=[^;]+; Max-Age=34560000; HttpOnly; SameSite=lax$/,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await adminOfToken(tokenOf(response))).not.toBeNull()
  })

  test('the cookie of a trusted phone stays for 30 days, and a wrong choice is refused', async () => {
    const response = await signIn({ ...right, trusted: true })
    expect(response.headers.getSetCookie()[0]).toContain('; Max-Age=2592000; HttpOnly')
    expect(await adminOfToken(tokenOf(response))).toMatchObject({ trusted: true })
    expect((await signIn({ ...right, trusted: 'yes' })).status).toBe(400)
  })

  test('ends the session that was there before', async () => {
    const before = await attempt()
    const response = await signIn(right, { cookie: `session=${before}` })
    expect(await adminOfToken(before)).toBeNull()
    expect(tokenOf(response)).not.toBe(before)
  })

  test('says the same, in the asked language, whatever was wrong', async () => {
    const wrong = [
      { ...right, password: 'wrong' },
      { ...right, username: 'nobody' },
    ]
    const bodies = await Promise.all(wrong.map(async (body) => (await signIn(body)).json()))
    expect(bodies[0]).toEqual({
      message: 'The username or password is incorrect.',
      code: 'unauthorized',
    })
    expect(bodies[1]).toEqual(bodies[0])
    const malay = await signIn(wrong[0], { 'x-language': 'ms' })
    expect(malay.status).toBe(401)
    expect((await malay.json()).message).toBe('Nama pengguna atau kata laluan tidak tepat.')
    expect(malay.headers.get('set-cookie')).toBeNull()
  })

  test.each<[string, unknown, string[]]>([
    ['nothing', {}, ['username', 'password']],
    ['empty texts', { username: '  ', password: '' }, ['username', 'password']],
    ['wrong types', { username: 1, password: ['x'] }, ['username', 'password']],
    ['null', { username: null, password: null }, ['username', 'password']],
    ['too long', { username: 'x'.repeat(73), password: 'x'.repeat(201) }, ['username', 'password']],
    ['a line break', { username: 'own\ner', password: PASSWORD }, ['username']],
    ['an object', { username: { $ne: '' }, password: PASSWORD }, ['username']],
  ])('%s is answered with 400 and the fields', async (_name, body, fields) => {
    const response = await signIn(body)
    expect(response.status).toBe(400)
    const answer = await response.json()
    expect(answer.code).toBe('invalid_request')
    expect(Object.keys(answer.fields)).toEqual(fields)
    for (const text of Object.values(answer.fields)) expect(text).toMatch(/^Please|^This/)
  })

  test.each<[string, string | undefined, Record<string, string>, number]>([
    ['malformed JSON', '{"username":', { 'content-type': 'application/json' }, 400],
    ['null', 'null', { 'content-type': 'application/json' }, 400],
    ['a form', 'username=owner', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415],
    [
      'a huge body',
      JSON.stringify({ username: 'x'.repeat(1_000_000) }),
      { 'content-type': 'application/json' },
      413,
    ],
    [
      'a foreign origin',
      '{}',
      { 'content-type': 'application/json', origin: 'https://evil.example' },
      403,
    ],
    ['the null origin', '{}', { 'content-type': 'application/json', origin: 'null' }, 403],
  ])('%s is refused', async (_name, body, headers, status) => {
    expect((await signIn(body, headers)).status).toBe(status)
    expect(await count(database.sql, 'sessions')).toBe(0)
  })

  test('has no other method', async () => {
    const response = await callRoute(signInGet, '/api/auth/sign-in')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })
})

describe('POST /api/auth/sign-out', () => {
  const TAKEN_AWAY = /^session=; Path=\/; Max-Age=0; HttpOnly; SameSite=lax$/

  test('ends this session and takes the cookie away', async () => {
    const [here, there] = [await attempt(), await attempt()]
    const response = await signOut({ cookie: `session=${here}` })
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toMatch(TAKEN_AWAY)
    expect(await adminOfToken(here)).toBeNull()
    expect(await adminOfToken(there)).not.toBeNull()
  })

  test('a user who is signed in signs out everywhere, and nobody else does', async () => {
    const [here, there] = [await attempt(), await attempt()]
    const forged = await signOut({ cookie: 'session=forged' }, { everywhere: true })
    expect([forged.status, await count(database.sql, 'sessions')]).toEqual([401, 2])
    await signOut({ cookie: `session=${here}` }, { everywhere: true })
    expect(await adminOfToken(there)).toBeNull()
  })

  test('everywhere is everywhere, also from a page whose session ran out meanwhile', async () => {
    const here = await attempt()
    const trusted = await attempt({ trusted: true })
    await letPass(database.sql, 61)
    expect(await adminOfToken(here)).toBeNull()
    expect((await signOut({ cookie: `session=${here}` }, { everywhere: true })).status).toBe(204)
    expect(await adminOfToken(trusted)).toBeNull()
    // Nothing is known of it any more: the page must not say that the others have ended.
    const refused = await signOut({ cookie: `session=${here}` }, { everywhere: true })
    expect([refused.status, (await refused.json()).code]).toEqual([401, 'unauthorized'])
    // A browser must not keep what is refused for ever.
    expect(refused.headers.getSetCookie()).toEqual([expect.stringMatching(TAKEN_AWAY)])
    expect((await signOut({}, { everywhere: true })).status).toBe(401)
  })

  test('without a session it still takes the cookie away', async () => {
    const response = await signOut({})
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toMatch(TAKEN_AWAY)
  })

  test('another site cannot cause it', async () => {
    const token = await attempt()
    expect(
      (await signOut({ cookie: `session=${token}`, origin: 'https://evil.example' })).status,
    ).toBe(403)
    expect(await adminOfToken(token)).not.toBeNull()
  })
})
