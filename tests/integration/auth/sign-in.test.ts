import { changePassword, createAdmin } from '@/lib/auth/admin-accounts'
import { ensureFirstAdmin } from '@/lib/auth/first-admin'
import { adminOfToken } from '@/lib/auth/queries'
import { env } from '@/lib/env'
import { holdsInOneOfFour } from '@/tests/support/measurement'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { attempt, count, createOwner, PASSWORD } from './owner'

const REFUSED = { code: 'unauthorized', status: 401, details: { sentence: 'sign_in_failed' } }

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.reset())
afterAll(() => database.drop())

describe('signing in', () => {
  beforeEach(createOwner)

  test('gives a token that is known only by its hash', async () => {
    const token = await attempt()
    expect(await adminOfToken(token)).toEqual({
      id: 1,
      username: 'owner',
      role: 'owner',
      trusted: false,
      proven: true,
      secondStep: 'off',
    })
    const { rows } = await database.sql.query('SELECT * FROM sessions')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0].expires_at.getTime() - rows[0].created_at.getTime()).toBe(12 * 3_600_000)
  })

  test('gives a new token each time', async () => {
    const tokens = [await attempt(), await attempt()]
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) expect(await adminOfToken(token)).not.toBeNull()
  })

  test('is refused alike for a wrong password, an unknown username and a disabled account', async () => {
    await expect(attempt({ password: 'wrong' })).rejects.toMatchObject(REFUSED)
    await expect(attempt({ username: 'nobody' })).rejects.toMatchObject(REFUSED)
    await expect(attempt({ password: `${PASSWORD} ` })).rejects.toMatchObject(REFUSED)
    await database.sql.query('UPDATE users SET disabled_at = now()')
    await expect(attempt()).rejects.toMatchObject(REFUSED)
    expect(await count(database.sql, 'sessions')).toBe(0)
  })

  test('takes as long for an unknown username as for a wrong password', () =>
    holdsInOneOfFour(async () => {
      const times = { owner: [] as number[], nobody: [] as number[] }
      for (let round = 0; round < 12; round++)
        for (const username of ['owner', 'nobody'] as const) {
          const start = performance.now()
          await attempt({ username, password: 'wrong' }).catch(() => null)
          times[username].push(performance.now() - start)
        }
      const median = (values: number[]) =>
        values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
      const ratio = median(times.nobody) / median(times.owner)
      expect(ratio).toBeGreaterThan(0.6)
      expect(ratio).toBeLessThan(1.67)
    }))

  test('no username that was typed is kept in the clear', async () => {
    await attempt({ username: 'my secret password' }).catch(() => null)
    const { rows } = await database.sql.query('SELECT key FROM rate_limits')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('secret')
  })
})

describe('accounts', () => {
  test('a password is kept as argon2id and nothing else', async () => {
    await createOwner()
    const { rows } = await database.sql.query('SELECT password FROM users')
    expect(rows[0].password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('a taken username is not given twice, nor its password changed', async () => {
    await createOwner()
    expect(await createAdmin('owner', 'another password')).toBeNull()
    await expect(attempt({ password: 'another password' })).rejects.toMatchObject(REFUSED)
    await attempt()
  })

  test('a new password ends every session', async () => {
    await createOwner()
    const tokens = [await attempt(), await attempt()]
    expect(await changePassword('owner', 'a brand new password')).toBe(true)
    for (const token of tokens) expect(await adminOfToken(token)).toBeNull()
    await expect(attempt()).rejects.toMatchObject(REFUSED)
    expect(await adminOfToken(await attempt({ password: 'a brand new password' }))).not.toBeNull()
    expect(await changePassword('nobody', 'a brand new password')).toBe(false)
  })

  test('the first administrator comes from the environment, once, also when two instances start together', async () => {
    Object.assign(env(), { ADMIN_USERNAME: 'first', ADMIN_PASSWORD: PASSWORD })
    const made = await Promise.all([ensureFirstAdmin(), ensureFirstAdmin()])
    expect(made.filter(Boolean)).toEqual([{ id: expect.any(Number), username: 'first' }])
    await changePassword('first', 'changed by the owner')
    expect(await ensureFirstAdmin()).toBeNull()
    await attempt({ username: 'first', password: 'changed by the owner' })
    Object.assign(env(), { ADMIN_USERNAME: 'second' })
    expect(await ensureFirstAdmin()).toBeNull()
    expect(await count(database.sql, 'users')).toBe(1)
  })

  test('a password that is soon guessed makes no administrator, from wherever it comes', async () => {
    for (const password of ['password1', 'second-2026', 'BintangStudio', '12345678'])
      await expect(createAdmin('second', password)).rejects.toMatchObject({
        code: 'invalid_request',
        details: { fields: { password: 'password_guessable' } },
      })
    Object.assign(env(), { ADMIN_USERNAME: 'first', ADMIN_PASSWORD: 'iloveyou1' })
    await expect(ensureFirstAdmin()).rejects.toThrow(/^ADMIN_PASSWORD is too easy to guess/)
    expect(await count(database.sql, 'users')).toBe(0)
    await createOwner()
    await expect(changePassword('owner', 'letmein123')).rejects.toMatchObject({
      details: { fields: { password: 'password_guessable' } },
    })
    await attempt()
    // Nobody is shut out by a rule that came later.
    expect(await ensureFirstAdmin()).toBeNull()
  })

  test('without both variables there is none: no default account', async () => {
    Object.assign(env(), { ADMIN_USERNAME: undefined, ADMIN_PASSWORD: PASSWORD })
    expect(await ensureFirstAdmin()).toBeNull()
    Object.assign(env(), { ADMIN_USERNAME: 'first', ADMIN_PASSWORD: undefined })
    expect(await ensureFirstAdmin()).toBeNull()
    expect(await count(database.sql, 'users')).toBe(0)
  })
})
