import { sha256 } from '@/lib/request'
import { attempt, ownersDatabase } from './owner'

// The limits themselves: read when the first of them is met.
process.env.RATE_LIMIT_SCALE = '1'

const TOO_MANY = { code: 'too_many_requests', status: 429 }

const database = ownersDatabase()

/** As if `attempts` had been made on this username from all over the world. */
const attemptedElsewhere = (username: string, attempts: number) =>
  database.sql.query(
    `INSERT INTO rate_limits (key, hits, resets_at) VALUES ($1, $2, now() + interval '15 minutes')`,
    [`sign-in-delay:${sha256(username)}`, attempts],
  )

const spend = (name: string, who: string, hits: number) =>
  database.sql.query(
    `INSERT INTO rate_limits (key, hits, resets_at) VALUES ($1, $2, now() + interval '10 minutes')`,
    [`${name}:${who}`, hits],
  )

test('five attempts from one address on one username, then even the right password waits', async () => {
  for (let i = 0; i < 5; i++)
    await expect(attempt({ password: 'wrong' })).rejects.toMatchObject({ status: 401 })
  await expect(attempt()).rejects.toMatchObject({
    ...TOO_MANY,
    details: { retryAfter: expect.any(Number) },
  })
  await attempt({ address: '203.0.113.2' }) // the owner elsewhere is not locked out
})

test('twenty attempts from one address, whatever the usernames', async () => {
  for (let i = 0; i < 20; i++)
    await expect(attempt({ username: `user${i}` })).rejects.toMatchObject({ status: 401 })
  await expect(attempt({ username: 'user20' })).rejects.toMatchObject(TOO_MANY)
})

test('simultaneous attempts do not slip past the limit', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 15 }, () => attempt({ password: 'wrong' })),
  )
  const statuses = results.map((result) =>
    result.status === 'rejected' ? result.reason.status : 200,
  )
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('a refusal comes before the hashing', async () => {
  // With a password that cannot even be a hash, looking at it would be a 500 and not a 429.
  await database.sql.query(`UPDATE users SET password = 'not a hash'`)
  await expect(attempt()).rejects.not.toMatchObject(TOO_MANY)
  await spend('sign-in-pair', `203.0.113.9:${sha256('owner')}`, 5)
  await expect(attempt({ address: '203.0.113.9' })).rejects.toMatchObject(TOO_MANY)
})

test('a success forgives the slips of its address, not what the address did to others', async () => {
  for (let i = 0; i < 3; i++) await attempt({ password: 'wrong' }).catch(() => null)
  await attempt()
  const { rows } = await database.sql.query('SELECT key, hits FROM rate_limits')
  expect(rows).toEqual([{ key: 'sign-in:203.0.113.1', hits: 4 }])
})

test('a username under attack answers slowly, but the owner still gets in', async () => {
  await attemptedElsewhere('owner', 4)
  const start = performance.now()
  await attempt({ address: '203.0.113.77' })
  expect(performance.now() - start).toBeGreaterThan(1900)
  const again = performance.now()
  await attempt({ address: '203.0.113.77' })
  expect(performance.now() - again).toBeLessThan(900)
})

test('the wait is the same for a username that does not exist', async () => {
  await attemptedElsewhere('nobody', 4)
  const start = performance.now()
  await expect(attempt({ username: 'nobody' })).rejects.toMatchObject({ status: 401 })
  expect(performance.now() - start).toBeGreaterThan(1900)
})
