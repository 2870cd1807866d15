// Claims of docs/asvs.csv, tried: each test names its row.
import { createAdmin } from '@/lib/auth/admin-accounts'
import { newAdminShape, newPasswordShape } from '@/lib/auth/schema'
import { seed } from '@/prisma/seed'
import { callRoute } from '@/tests/support/call'
import { addressFor, apiRoutes, METHODS, paramsFor } from '@/tests/support/routes'
import { routeAt } from '../http/refused'
import { attempt, browserToken, ownersDatabase, PASSWORD } from './owner'

const database = ownersDatabase()
const users = async () => (await database.sql.query('SELECT username, password FROM users')).rows
const LONG = 'kelapa nipah suria bintang '.repeat(8).slice(0, 199)

test('V6.2.1: seven characters are refused, eight are not', () => {
  for (const [password, isTaken] of [
    ['aB3$xYz', false],
    ['aB3$xYz9', true],
  ] as const)
    expect(newAdminShape.safeParse({ username: 'second', password }).success).toBe(isTaken)
})

test('V6.2.5: letters alone, one script alone and spaces alone between words make a password', async () => {
  for (const [i, password] of [
    'kelapanipahsuriabintang',
    '马来西亚的录音室很好',
    'suria nipah kelapa',
  ].entries())
    expect(await createAdmin(`admin${i}`, password)).not.toBeNull()
})

test('V6.2.8: a password counts exactly as it was typed, to its last character', async () => {
  await createAdmin('second', `${LONG}x`)
  const from = (i: number) => ({ username: 'second', address: `203.0.${i}.7` })
  await attempt({ ...from(1), password: `${LONG}x` })
  for (const [i, password] of [LONG, `${LONG}y`, `${LONG}X`, ` ${LONG}x`, `${LONG}x `].entries())
    await expect(attempt({ ...from(i + 2), password })).rejects.toMatchObject({ status: 401 })
})

test('V6.2.9: 64 characters and up to 200 are taken', async () => {
  for (const length of [64, 128, 199])
    expect(await createAdmin(`long${length}`, LONG.slice(0, length))).not.toBeNull()
  const asked = { password: PASSWORD, code: null }
  expect(newPasswordShape.safeParse({ ...asked, newPassword: 'x'.repeat(200) }).success).toBe(true)
  expect(newPasswordShape.safeParse({ ...asked, newPassword: 'x'.repeat(201) }).success).toBe(false)
})

test('V6.3.2: what the seed makes has no account', async () => {
  await database.sql.query('DELETE FROM users')
  await seed()
  expect(await users()).toEqual([])
})

test('V7.2.2 and V7.2.3: each session has a token of its own of 256 bits, of which only a hash is kept', async () => {
  const browser = browserToken('one')
  const tokens: string[] = []
  for (let i = 0; i < 5; i++) tokens.push(await attempt({ browser }))
  expect(new Set(tokens).size).toBe(5)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const { rows } = await database.sql.query('SELECT * FROM sessions')
  for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token)
})

test('V11.4.2: a password is kept as argon2id with 19 MiB and two passes, salted', async () => {
  await createAdmin('second', PASSWORD)
  const hashes = (await users()).map(({ password }) => password as string)
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(new Set(hashes).size).toBe(2)
})

test('V13.4.5: health says status, database, payments, version and commit, and nothing else', async () => {
  const answer = await callRoute(routeAt('health').GET!, '/api/health')
  expect(Object.keys((await answer.json()) as object).sort()).toEqual([
    'commit',
    'database',
    'payments',
    'status',
    'version',
  ])
})

test('V14.2.2: no answer of a call to a stranger may be kept on the way', async () => {
  const kept: string[] = []
  for (const { file, path } of apiRoutes()) {
    const folder = file.replace(/^app\/api\//, '').replace(/\/route\.ts$/, '')
    for (const method of METHODS) {
      const handler = routeAt(folder)[method]
      if (!handler || path.includes('[...')) continue
      const answer = await callRoute(handler, addressFor(path), {
        method,
        params: paramsFor(path),
        onLaterFailure: () => {},
      })
      if (answer.headers.get('cache-control') !== 'no-store') kept.push(`${method} ${path}`)
    }
  }
  expect(kept).toEqual([])
}, 60_000)
