import { adminAccount } from '@/lib/auth/browser'
import { changePassword } from '@/lib/auth/admin-accounts'
import { sha256 } from '@/lib/http/request'
import { attempt, browserToken, ownersDatabase, PASSWORD } from './owner'

// The limits themselves: read when the first of them is met.
process.env.RATE_LIMIT_SCALE = '1'

const TOO_MANY = { code: 'too_many_requests', status: 429 }
const WRONG = { status: 401, details: { sentence: 'sign_in_failed' } }

const database = ownersDatabase()
const home = browserToken('the owner at home')

const spend = (name: string, who: string, hits: number) =>
  database.sql.query(
    `INSERT INTO rate_limits (key, hits, resets_at) VALUES ($1, $2, now() + interval '10 minutes')
     ON CONFLICT (key) DO UPDATE SET hits = excluded.hits`,
    [`${name}:${who}`, hits],
  )
const guess = (changes: Parameters<typeof attempt>[0] = {}) =>
  attempt({ password: 'wrong', ...changes })
/** What became of attempts made at once, by status. */
const statusesOf = async (attempts: Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).map((result) =>
    result.status === 'rejected' ? (result.reason as { status: number }).status : 200,
  )
const times = (statuses: number[], status: number) =>
  statuses.filter((each) => each === status).length
/** A guess from an address and a browser that nobody has seen before. */
const strangersGuess = (i: number, changes: Parameters<typeof attempt>[0] = {}) =>
  guess({ address: `198.${51 + Math.floor(i / 250)}.${i % 250}.7`, ...changes })

test('five attempts from one address on one username, then even the right password waits', async () => {
  for (let i = 0; i < 5; i++) await expect(guess()).rejects.toMatchObject(WRONG)
  await expect(attempt()).rejects.toMatchObject({
    ...TOO_MANY,
    details: { retryAfter: expect.any(Number) },
  })
  await attempt({ address: '203.0.113.2' }) // elsewhere it does not
})

test('one address has twenty attempts, whatever the usernames', async () => {
  for (let i = 0; i < 20; i++)
    await expect(attempt({ username: `user${i}` })).rejects.toMatchObject(WRONG)
  await expect(attempt({ username: 'user20' })).rejects.toMatchObject(TOO_MANY)
})

test('sixty from one IPv6 /48, whatever the addresses in it; another network is not kept waiting', async () => {
  const from = (network: number, i: number) =>
    guess({ username: `user${i}`, address: `2001:db8:${network}:${i.toString(16)}::/64` })
  const statuses: number[] = []
  for (let i = 0; i < 64; i++) statuses.push(...(await statusesOf([from(1, i)])))
  expect([times(statuses, 401), times(statuses, 429)]).toEqual([60, 4])
  await expect(from(2, 70)).rejects.toMatchObject(WRONG)
})

test('an account has a bound for all unknown browsers together, wherever they are', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 30; i++) statuses.push(...(await statusesOf([strangersGuess(i)])))
  expect([times(statuses, 401), times(statuses, 429)]).toEqual([10, 20])
  await expect(attempt({ address: '203.0.113.9' })).rejects.toMatchObject(TOO_MANY)
})

test('a day has another limit: fifty guesses, however patient', async () => {
  await spend('sign-in-account-day', adminAccount('owner'), 50)
  await expect(strangersGuess(1)).rejects.toMatchObject(TOO_MANY)
})

test('an unknown username has the same bounds: they tell nobody which names exist', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 12; i++)
    statuses.push(...(await statusesOf([strangersGuess(i, { username: 'nobody' })])))
  expect([times(statuses, 401), times(statuses, 429)]).toEqual([10, 2])
})

test('a browser that has signed in before is not locked out by anybody', async () => {
  await attempt({ browser: home })
  for (let i = 0; i < 30; i++) await statusesOf([strangersGuess(i)])
  await spend('sign-in', '203.0.113.50', 1000)
  await spend('sign-in-network', '203.0.113.0/24', 1000)
  await spend('sign-in-pair', `203.0.113.50:${sha256('owner')}`, 1000)
  await attempt({ browser: home, address: '203.0.113.50' })
})

test('its own allowance is ten, and it says nothing about another account', async () => {
  await attempt({ browser: home })
  const own = await statusesOf(Array.from({ length: 14 }, () => guess({ browser: home })))
  expect([times(own, 401), times(own, 429)]).toEqual([10, 4])
  // What it did is not what others may do.
  await attempt({ address: '203.0.113.2' })

  await database.sql.query(
    `INSERT INTO users (username, password) SELECT 'second', password FROM users`,
  )
  const other = { username: 'second', browser: home }
  await spend('sign-in-account', adminAccount('second'), 10)
  await expect(attempt(other)).rejects.toMatchObject(TOO_MANY)
})

test('a made-up browser is unknown, and a known one stays so for 400 days', async () => {
  await attempt({ browser: home })
  await spend('sign-in-account', adminAccount('owner'), 1000)
  await expect(attempt({ browser: browserToken('another') })).rejects.toMatchObject(TOO_MANY)
  await database.sql.query(
    `UPDATE known_browsers SET last_seen_at = last_seen_at - interval '399 days'`,
  )
  await attempt({ browser: home }) // and seen again
  await database.sql.query(
    `UPDATE known_browsers SET last_seen_at = last_seen_at - interval '401 days'`,
  )
  await expect(attempt({ browser: home })).rejects.toMatchObject(TOO_MANY)
})

test('a browser’s token is known only by its hash', async () => {
  await attempt({ browser: home })
  const { rows } = await database.sql.query('SELECT * FROM known_browsers')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(home)
  expect(JSON.stringify(rows)).not.toContain('owner')
})

test('simultaneous attempts do not slip past the limit', async () => {
  const statuses = await statusesOf(Array.from({ length: 15 }, () => guess()))
  expect([times(statuses, 401), times(statuses, 429)]).toEqual([5, 10])
})

test('a refusal comes before the hashing', async () => {
  // With a password that cannot even be a hash, looking at it would be a 500 and not a 429.
  await database.sql.query(`UPDATE users SET password = 'not a hash'`)
  await expect(attempt()).rejects.not.toMatchObject(TOO_MANY)
  await spend('sign-in-pair', `203.0.113.9:${sha256('owner')}`, 5)
  await expect(attempt({ address: '203.0.113.9' })).rejects.toMatchObject(TOO_MANY)
})

test('a success forgives the slips of its address, not what the address did to others', async () => {
  for (let i = 0; i < 3; i++) await guess().catch(() => null)
  await attempt()
  const { rows } = await database.sql.query('SELECT key, hits FROM rate_limits ORDER BY key')
  expect(rows).toEqual([
    { key: `sign-in-account-day:${adminAccount('owner')}`, hits: 3 },
    { key: `sign-in-account:${adminAccount('owner')}`, hits: 3 },
    { key: 'sign-in-network:203.0.113.0/24', hits: 4 },
    { key: 'sign-in:203.0.113.1', hits: 4 },
  ])
})

test('whoever operates the server can let unknown browsers in again, with a new password', async () => {
  await attempt({ browser: home })
  await spend('sign-in-account', adminAccount('owner'), 1000)
  await spend('sign-in-account-day', adminAccount('owner'), 1000)
  await changePassword('owner', 'a brand new password')
  await attempt({ password: 'a brand new password' })
  // No browser is known by the old password.
  await spend('sign-in-pair', `203.0.113.9:${sha256('owner')}`, 5)
  await expect(attempt({ browser: home, address: '203.0.113.9' })).rejects.toMatchObject(TOO_MANY)
})

test('the owner’s own sign-in does not wait behind two hundred guesses', async () => {
  await attempt({ browser: home })
  const alone: number[] = []
  for (let i = 0; i < 3; i++) {
    const begun = performance.now()
    await attempt({ browser: home })
    alone.push(performance.now() - begun)
  }
  let finished = 0
  // Other names each, so that no account's bound ends them before their hash is computed.
  const guesses = Array.from({ length: 200 }, (_, i) =>
    strangersGuess(i, { username: `name${i}`, password: PASSWORD }).finally(() => finished++),
  )
  const begun = performance.now()
  await attempt({ browser: home })
  const during = performance.now() - begun
  const before = finished
  const statuses = await statusesOf(guesses)
  // Either a place in the line or a refusal, and nothing else; the line had an end.
  expect(times(statuses, 401) + times(statuses, 429)).toBe(200)
  expect(times(statuses, 429)).toBeGreaterThan(0)
  expect(before).toBeLessThan(200)
  expect(during).toBeLessThan(Math.max(...alone) + 5_000)
}, 60_000)
