import { DELETE as endRoute } from '@/app/api/auth/sessions/[id]/route'
import { POST as signInRoute } from '@/app/api/auth/sign-in/route'
import { DELETE as endMemberRoute } from '@/app/api/memberships/me/sessions/[id]/route'
import { GET as memberSessions } from '@/app/api/memberships/me/sessions/route'
import { accountOf } from '@/lib/auth/account'
import { adminOfToken } from '@/lib/auth/queries'
import type { SessionLine } from '@/lib/auth/schema'
import { endAllSessions, startSession } from '@/lib/auth/sessions'
import { transaction } from '@/lib/db'
import { callRoute } from '@/tests/support/call'
import { attempt, count, letPass, NOWHERE, ownersDatabase, PASSWORD } from './owner'

const database = ownersDatabase()
const owner = { id: 1, username: 'owner' }
const PHONE = { browser: 'Safari', system: 'iPhone', network: '203.0.113.0/24' }
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const sessions = async (token: string | null = null) =>
  (await accountOf(owner, token, new Date())).sessions
const member = (email: string, origin = NOWHERE) =>
  transaction((tx) => startSession(tx, { email }, origin))

describe('the administrator’s sessions', () => {
  test('say what signed in, from which network, since when, and which is this one', async () => {
    const here = await attempt({ origin: PHONE })
    await attempt()
    await letPass(database.sql, 5)
    await adminOfToken(here) // seen now
    const [first, second, ...more] = await sessions(here)
    expect(more).toEqual([])
    expect(first).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      ...PHONE,
      trusted: false,
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
      current: true,
    })
    expect(Date.parse(first!.lastSeenAt) - Date.parse(first!.createdAt)).toBeGreaterThan(290_000)
    expect(second).toMatchObject({ ...NOWHERE, current: false })
    // Neither a token nor its hash, by which the database knows the session.
    const { rows } = await database.sql.query('SELECT id FROM sessions')
    for (const { id } of rows) expect(JSON.stringify([first, second])).not.toContain(id)
  })

  test('are told apart by the user agent and the address, of which only the range is kept', async () => {
    await callRoute(signInRoute, '/api/auth/sign-in', {
      body: { username: 'owner', password: PASSWORD },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0 Secret/1' },
    })
    const [session] = await sessions()
    expect(session).toMatchObject({ browser: 'Firefox', system: 'Linux' })
    const { rows } = await database.sql.query('SELECT * FROM sessions')
    expect(JSON.stringify(rows)).not.toContain('Secret')
  })

  test('those that have run out are not shown', async () => {
    await attempt()
    await letPass(database.sql, 61)
    await attempt()
    expect(await sessions()).toHaveLength(1)
  })

  test('those of a trusted phone are shown for two weeks, and say that it is one', async () => {
    await attempt({ trusted: true })
    await letPass(database.sql, 14 * 24 * 60 - 1)
    expect(await sessions()).toMatchObject([{ trusted: true }])
    await letPass(database.sql, 1)
    expect(await sessions()).toEqual([])
  })

  test('can be ended one by one, only by their owner', async () => {
    const [here, there] = [await attempt(), await attempt()]
    await database.sql.query(
      `INSERT INTO users (username, password) SELECT 'second', password FROM users`,
    )
    const second = await attempt({ username: 'second' })
    const aina = await member('aina@example.com')
    const end = (id: string, token: string | null) =>
      callRoute(endRoute, `/api/auth/sessions/${id}`, {
        method: 'DELETE',
        params: { id },
        ...(token && { headers: { cookie: `session=${token}` } }),
      })
    const idOf = async (token: string) =>
      (await sessions(token)).find(({ current }) => current)?.id ?? ''
    const thereId = await idOf(there)
    const members = await database.sql.query(`SELECT public_id FROM sessions WHERE kind = 'member'`)
    for (const [id, token, status] of [
      [thereId, null, 401],
      [thereId, aina, 401],
      [thereId, second, 404],
      [members.rows[0].public_id, here, 404],
      [UNKNOWN, here, 404],
      ['1', here, 404],
      ["' OR 1=1 --", here, 404],
    ] as const)
      expect([id, (await end(id, token)).status]).toEqual([id, status])
    expect(await count(database.sql, 'sessions')).toBe(4)
    expect((await end(thereId, here)).status).toBe(204)
    expect([await adminOfToken(there), await adminOfToken(here)]).toMatchObject([null, owner])
  })
})

describe('a member’s sessions', () => {
  const list = (token: string | null) =>
    callRoute(memberSessions, '/api/memberships/me/sessions', {
      headers: token ? { cookie: `member=${token}` } : {},
    })
  const end = (id: string, token: string | null) =>
    callRoute(endMemberRoute, `/api/memberships/me/sessions/${id}`, {
      method: 'DELETE',
      params: { id },
      headers: token ? { cookie: `member=${token}` } : {},
    })

  test('are shown to nobody else, and can be ended one by one', async () => {
    const [here, there] = [
      await member('aina@example.com', PHONE),
      await member('aina@example.com'),
    ]
    const lim = await member('lim@example.com')
    expect((await list(null)).status).toBe(401)
    expect((await list(await attempt())).status).toBe(401)
    const shown = (await (await list(here)).json()) as SessionLine[]
    expect(shown).toHaveLength(2)
    expect(shown.filter(({ current }) => current)).toMatchObject([PHONE])
    const other = shown.find(({ current }) => !current)?.id ?? ''
    expect([(await end(other, null)).status, (await end(other, lim)).status]).toEqual([401, 404])
    expect((await end(UNKNOWN, here)).status).toBe(404)
    expect((await end(other, here)).status).toBe(204)
    expect([(await list(there)).status, (await list(here)).status]).toEqual([401, 200])
  })

  test('of every spelling of their mailbox are shown and can be ended, and end together', async () => {
    const here = await member('aina.rahman@gmail.com')
    const there = await member('ainarahman@gmail.com', PHONE)
    await member('aina.rahman@example.com')
    const shown = (await (await list(here)).json()) as SessionLine[]
    expect(shown).toHaveLength(2)
    const other = shown.find(({ current }) => !current)?.id ?? ''
    expect((await end(other, here)).status).toBe(204)
    expect((await list(there)).status).toBe(401)
    await member('ainarahman@gmail.com')
    await transaction((tx) => endAllSessions(tx, { email: 'aina.rahman@gmail.com' }))
    expect(await count(database.sql, 'sessions')).toBe(1)
  })

  test('were last seen when they were, at most a minute ago', async () => {
    const token = await member('aina@example.com')
    await letPass(database.sql, 300)
    const [shown] = (await (await list(token)).json()) as SessionLine[]
    expect(Date.now() - Date.parse(shown!.lastSeenAt)).toBeLessThan(60_000)
  })
})
