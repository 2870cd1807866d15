import { NextRequest } from 'next/server'
import { provenEmailOf } from '@/lib/auth/queries'
import { endMemberSession } from '@/lib/auth/sessions'
import { sendMemberCode, signInMember } from '@/lib/auth/member-codes'
import { provePendingMembership } from '@/lib/memberships/proof'
import { sha256 } from '@/lib/http/request'
import { browserToken, NOWHERE } from '@/tests/integration/auth/owner'
import { callRoute } from '@/tests/support/call'
import { holdsInOneOfFour } from '@/tests/support/measurement'
import { join } from '@/tests/support/members'
import { openShop } from '@/tests/support/shop'
import { expectRefusal, routeAt } from '../http/refused'

const shop = openShop()
const EMAIL = 'aina@example.com'
const WRONG = { code: 'unauthorized', status: 401, details: { fields: { code: 'code_wrong' } } }
const [hers, strangers] = [browserToken('hers'), browserToken('a stranger’s')]
const ask = (email = EMAIL, now = new Date(), browser = hers) =>
  sendMemberCode({ email, browser, locale: 'en', now })
const prove = (code: string, email = EMAIL, now = new Date(), browser: string | null = hers) =>
  signInMember({ email, code, browser, origin: NOWHERE, now }, provePendingMembership)
const sent = async () =>
  (
    await shop.rows(
      `SELECT payload->>'code' AS code FROM mails WHERE kind = 'sign_in_code' ORDER BY id DESC LIMIT 1`,
    )
  )[0]?.code as string
const other = (code: string) => (code === '000000' ? '000001' : '000000')
const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const post = (
  path: 'member-code' | 'member-sign-in' | 'member-sign-out',
  body: unknown,
  headers = {},
) => callRoute(routeAt(`auth/${path}`).POST!, `/api/auth/${path}`, { body, headers })

test('from asking to the card and out again, by the calls a browser makes', async () => {
  await join()
  const asked = await post('member-code', { email: ' AINA@example.com ' }, { 'x-language': 'ms' })
  expect([asked.status, await asked.json()]).toEqual([200, { email: EMAIL }])
  expect(asked.headers.get('set-cookie')).toMatch(
    /^browser=[\w-]{43}; Path=\/; Expires=[^;]+; Max-Age=34560000; HttpOnly; SameSite=lax$/,
  )
  const browser = (asked.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const code = await sent()
  const typed = { email: EMAIL, code: `${code.slice(0, 3)} ${code.slice(3)} ` }
  for (const elsewhere of ['', `browser=${strangers}`, 'browser=forged', `visitor=${browser}`])
    expect((await post('member-sign-in', typed, { cookie: elsewhere })).status).toBe(401)
  const signedIn = await post('member-sign-in', typed, { cookie: browser })
  expect(signedIn.status).toBe(200)
  expect(signedIn.headers.get('set-cookie')).toMatch(
    /^member=[\w-]{43}; Path=\/; Expires=.+; Max-Age=2592000; HttpOnly; SameSite=lax$/,
  )
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const me = async () =>
    (await (
      await callRoute(routeAt('memberships/me').GET!, '/api/memberships/me', {
        headers: { cookie },
      })
    ).json()) as { email: string; membership: object | null }
  expect(await me()).toMatchObject({
    email: EMAIL,
    membership: {
      customerEmail: EMAIL,
      freeSessions: 0,
      package: { id: 1, name: 'Audio Basic', hourlyRate: '99.00' },
      friends: [],
      sessions: [],
    },
  })
  const out = await post('member-sign-out', {}, { cookie })
  expect([out.status, out.headers.get('set-cookie')]).toEqual([
    200,
    expect.stringMatching(/^member=;.*Max-Age=0/),
  ])
  expect(await me()).toEqual({ email: null, membership: null, begun: null })
})

test('a stranger proves an inbox too, and has no card', async () => {
  await ask('stranger@example.com')
  const token = await prove(await sent(), 'stranger@example.com')
  expect(
    await provenEmailOf(
      new NextRequest('http://localhost:3000/', { headers: { cookie: `member=${token}` } }),
    ),
  ).toBe('stranger@example.com')
})

test('one use, ten minutes, its own email, and only the newest', async () => {
  await ask()
  const first = await sent()
  await expect(prove(first, 'lim@example.com')).rejects.toMatchObject(WRONG)
  await expect(prove(first, EMAIL, minutes(10.1))).rejects.toMatchObject(WRONG)
  await ask()
  const second = await sent()
  if (first !== second) await expect(prove(first)).rejects.toMatchObject(WRONG)
  await prove(second)
  await shop.rows(`UPDATE sessions SET proved_at = proved_at - interval '6 minutes'`)
  await expect(prove(second)).rejects.toMatchObject(WRONG)
  await expect(prove(first)).rejects.toMatchObject(WRONG)
})

describe('a code whose answer was lost, sent again', () => {
  const who = (token: string | null) =>
    provenEmailOf(
      new NextRequest('http://localhost:3000/', { headers: { cookie: `member=${token}` } }),
    )

  test('by the same browser, gets the session that it began', async () => {
    await ask()
    const code = await sent()
    const lost = await prove(code)
    const answer = await post(
      'member-sign-in',
      { email: EMAIL, code },
      { cookie: `browser=${hers}` },
    )
    expect(answer.status).toBe(200)
    const again = /member=([\w-]{43})/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? null
    expect([await who(again), await who(lost)]).toEqual([EMAIL, null])
    expect(await shop.rows(`SELECT 1 FROM sessions`)).toHaveLength(1)
  })

  test('by another browser, or after a sign-out, is refused', async () => {
    await ask()
    const code = await sent()
    const token = await prove(code)
    await expect(prove(code, EMAIL, new Date(), strangers)).rejects.toMatchObject(WRONG)
    await expect(prove(other(code))).rejects.toMatchObject(WRONG)
    await endMemberSession(token)
    await expect(prove(code)).rejects.toMatchObject(WRONG)
    expect(await shop.rows(`SELECT 1 FROM sessions`)).toEqual([])
  })
})

test('five tries, then even the right code is worth nothing', async () => {
  await ask()
  const code = await sent()
  for (let i = 0; i < 5; i++) await expect(prove(other(code))).rejects.toMatchObject(WRONG)
  await expect(prove(code)).rejects.toMatchObject(WRONG)
})

test('a code is worth nothing in another browser, and what happens there changes nothing here', async () => {
  await ask()
  const code = await sent()
  await expect(prove(code, EMAIL, new Date(), strangers)).rejects.toMatchObject(WRONG)
  await expect(prove(code, EMAIL, new Date(), null)).rejects.toMatchObject(WRONG)
  // A stranger asks for the same address and guesses: neither voids the code nor uses up its tries.
  await ask(EMAIL, new Date(), strangers)
  const theirs = await sent()
  for (let i = 0; i < 20; i++)
    await expect(prove(other(theirs), EMAIL, new Date(), strangers)).rejects.toMatchObject(WRONG)
  expect(
    await provenEmailOf(
      new NextRequest('http://localhost:3000/', {
        headers: { cookie: `member=${await prove(code)}` },
      }),
    ),
  ).toBe(EMAIL)
})

test('a browser keeps its token however often it asks', async () => {
  const cookie = `browser=${hers}`
  const asked = await post('member-code', { email: EMAIL }, { cookie })
  expect(asked.headers.get('set-cookie')).toMatch(new RegExp(`^${cookie};`))
  await prove(await sent())
})

test('four uses at once give one session, and twenty guesses at once five looks', async () => {
  await ask()
  const code = await sent()
  const uses = await Promise.allSettled(Array.from({ length: 4 }, () => prove(code)))
  expect(uses.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await shop.rows(`SELECT 1 FROM sessions`)).toHaveLength(1)
  await ask()
  await Promise.allSettled(Array.from({ length: 20 }, () => prove(other('000000'))))
  expect(await shop.rows(`SELECT tries FROM sign_in_codes ORDER BY id DESC LIMIT 1`)).toEqual([
    { tries: 5 },
  ])
  expect(await shop.rows(`SELECT 1 FROM sessions WHERE kind = 'member'`)).toHaveLength(1)
})

test('what is kept of a code cannot be tried out: it hangs on the cookie, which is not kept', async () => {
  await ask()
  const code = await sent()
  const [kept] = await shop.rows(`SELECT * FROM sign_in_codes`)
  expect(JSON.stringify(kept)).not.toContain(hers)
  const tried = [code, `${EMAIL}\n${code}`, `${kept?.browser_hash}\n${EMAIL}\n${code}`]
  for (const guess of tried) expect(kept?.code_hash).not.toBe(sha256(guess))
  await ask(EMAIL, new Date(), strangers)
  await shop.rows(`UPDATE sign_in_codes SET code_hash = $1`, [kept?.code_hash])
  await expect(prove(code, EMAIL, new Date(), strangers)).rejects.toMatchObject(WRONG)
  await prove(code)
})

test.each<[field: string, body: object]>([
  ['email', {}],
  ['email', { email: '' }],
  ['email', { email: 'aina' }],
  ['email', { email: ['a@example.com'] }],
  ['email', { email: 'a@example.com, b@example.com' }],
  ['email', { email: 'a@example.com\r\nBcc: b@example.com' }],
])('asking needs an email: %s %j', async (field, body) => {
  await expectRefusal('auth/member-code', '/api/auth/member-code', { body }, [
    400,
    'invalid_request',
    field,
  ])
  expect(await shop.rows(`SELECT 1 FROM sign_in_codes UNION ALL SELECT 1 FROM mails`)).toEqual([])
})

test.each<[code: unknown]>([
  [undefined],
  [''],
  ['12345'],
  ['1234567'],
  ['12345a'],
  [123456],
  [null],
  [['123456']],
  [' '.repeat(50)],
])('a code is six digits: %j', (code) =>
  expectRefusal(
    'auth/member-sign-in',
    '/api/auth/member-sign-in',
    { body: { email: EMAIL, code } },
    [400, 'invalid_request', 'code'],
  ).then(() => undefined),
)

test('wrong codes get the same 401, whoever is asked about', async () => {
  await join()
  await ask()
  const code = other(await sent())
  const member = await expectRefusal(
    'auth/member-sign-in',
    '/api/auth/member-sign-in',
    { body: { email: EMAIL, code } },
    [401, 'unauthorized', 'code'],
  )
  const stranger = await expectRefusal(
    'auth/member-sign-in',
    '/api/auth/member-sign-in',
    { body: { email: 'stranger@example.com', code } },
    [401, 'unauthorized', 'code'],
  )
  expect(stranger).toEqual(member)
})

test('nobody learns who is a member: answers and times are the same, 200 each', async () => {
  await join()
  const answers = new Set<string>()
  await holdsInOneOfFour(async () => {
    const times = { [EMAIL]: [] as number[], 'stranger@example.com': [] as number[] }
    for (let round = 0; round < 200; round++)
      for (const email of (round % 2
        ? Object.keys(times)
        : Object.keys(times).reverse()) as (keyof typeof times)[]) {
        const start = performance.now()
        const response = await post('member-code', { email }, { cookie: `browser=${hers}` })
        times[email]?.push(performance.now() - start)
        const headers = Object.fromEntries(
          [...response.headers].filter(
            // The answer repeats the email, which is as long as it is.
            ([name]) => name !== 'x-request-id' && name !== 'content-length',
          ),
        )
        answers.add(
          JSON.stringify([
            response.status,
            headers,
            (await response.text()).replace(email, 'the email'),
          ]).replace(/Expires=[^;]+/g, 'Expires=…'),
        )
      }
    const median = (values: number[] = []) =>
      values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
    const ratio = median(times[EMAIL]) / median(times['stranger@example.com'])
    expect(ratio).toBeGreaterThan(0.9)
    expect(ratio).toBeLessThan(1.1)
  })
  expect(answers.size).toBe(1)
}, 120_000)
