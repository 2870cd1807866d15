import { GET as exportRoute } from '@/app/api/admin/receipts/export/route'
import { POST as challengeRoute } from '@/app/api/auth/passkeys/challenge/route'
import { POST as optionsRoute } from '@/app/api/auth/passkeys/options/route'
import { POST as addRoute } from '@/app/api/auth/passkeys/route'
import { GET as askRoute, POST as proveRoute } from '@/app/api/auth/proof/route'
import { PATCH as serviceRoute } from '@/app/api/services/[id]/route'
import { createAdmin } from '@/lib/auth/admin-accounts'
import { adminOfToken } from '@/lib/auth/queries'
import { totpCode, totpStep } from '@/lib/auth/totp'
import { Authenticator } from '@/tests/support/authenticator'
import { callRoute } from '@/tests/support/call'
import { attempt, browserToken, letPass, ownersDatabase, PASSWORD } from './owner'

process.env.RATE_LIMIT_SCALE = '1'

const database = ownersDatabase()
const rows = async (sql: string) => (await database.sql.query(sql)).rows
const browser = browserToken('the desk')
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const twoSteps = () =>
  database.sql.query(`UPDATE users SET totp_secret = '${SECRET}', totp_confirmed_at = now()`)

/** The token that a session has since its proof, by the one it began with. */
const renewed = new Map<string, string>()
const cookie = (token: string) => ({
  cookie: `session=${renewed.get(token) ?? token}; browser=${browser}`,
})
const ask = async (token: string) => {
  const answer = await callRoute(askRoute, '/api/auth/proof', { headers: cookie(token) })
  return answer.status === 204
    ? 204
    : [answer.status, ((await answer.json()) as { ways: string }).ways]
}
const prove = async (token: string, body: object) => {
  const answer = await callRoute(proveRoute, '/api/auth/proof', { body, headers: cookie(token) })
  const fresh = /session=([\w-]{43})/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
  if (fresh) renewed.set(token, fresh)
  return answer.status === 204
    ? 204
    : [answer.status, Object.keys((await answer.json()).fields ?? {})]
}
const challenge = async (token: string) =>
  (
    await callRoute(challengeRoute, '/api/auth/passkeys/challenge', {
      method: 'POST',
      headers: cookie(token),
    })
  ).json()
async function passkeyOf(token: string): Promise<Authenticator> {
  const device = new Authenticator()
  const options = await callRoute(optionsRoute, '/api/auth/passkeys/options', {
    method: 'POST',
    headers: cookie(token),
  })
  const passkey = device.create(await options.json())
  const body = { passkey, name: 'Phone' }
  const added = await callRoute(addRoute, '/api/auth/passkeys', { body, headers: cookie(token) })
  expect(added.status).toBe(201)
  return device
}

test('signing in is a proof for ten minutes, in this session only', async () => {
  const [here, there] = [await attempt({ browser }), await attempt()]
  expect(await ask(here)).toBe(204)
  await letPass(database.sql, 9.9)
  expect(await ask(here)).toBe(204)
  await letPass(database.sql, 0.2)
  expect(await ask(here)).toEqual([403, ['password']])
  expect(await prove(here, { password: PASSWORD })).toBe(204)
  expect([await ask(here), await ask(there)]).toEqual([204, [403, ['password']]])
  expect([await adminOfToken(here), renewed.has(here)]).toEqual([null, true])
  await letPass(database.sql, 10.1)
  expect(await ask(here)).toEqual([403, ['password']])
})

test('without one nothing is exported, and the log says nothing of it', async () => {
  const token = await attempt()
  await letPass(database.sql, 11)
  const save = () =>
    callRoute(exportRoute, '/api/admin/receipts/export?month=2026-11', { headers: cookie(token) })
  const refused = await save()
  expect([refused.status, await refused.json()]).toEqual([
    403,
    {
      code: 'proof_required',
      message: 'Please prove once more that it is you.',
      ways: ['password'],
    },
  ])
  expect(await rows(`SELECT 1 FROM audit_log WHERE action = 'export'`)).toEqual([])
  expect(await prove(token, { password: PASSWORD })).toBe(204)
  expect((await save()).status).toBe(200)
})

test('the password counts until there is a second step, then its code alone, once', async () => {
  const token = await attempt()
  await letPass(database.sql, 11)
  expect(await prove(token, { password: 'wrong' })).toEqual([400, ['password']])
  expect(await prove(token, {})).toEqual([400, ['password']])
  expect(await prove(token, { code: '123456' })).toEqual([400, ['password']])
  await twoSteps()
  expect(await ask(token)).toEqual([403, ['code']])
  expect(await prove(token, { password: PASSWORD })).toEqual([400, ['code']])
  expect(await prove(token, { code: '000000' })).toEqual([400, ['code']])
  const code = totpCode(SECRET, totpStep(new Date()))
  expect(await prove(token, { code })).toBe(204)
  expect(await ask(token)).toBe(204)
  expect(await prove(token, { code })).toEqual([400, ['code']])
  expect(
    await rows(`SELECT action, after FROM audit_log WHERE action LIKE 'proof%' ORDER BY id`),
  ).toEqual([
    { action: 'proof_failed', after: { reason: 'password_wrong' } },
    { action: 'proof_failed', after: { reason: 'second_step_required' } },
    { action: 'proof_failed', after: { reason: 'second_step_wrong' } },
    { action: 'proof', after: { factors: ['totp'] } },
    { action: 'proof_failed', after: { reason: 'second_step_wrong' } },
  ])
})

test('a proof whose answer was lost, sent again with the token before, counts; that token does nothing else', async () => {
  const token = await attempt()
  await twoSteps()
  await letPass(database.sql, 11)
  const code = totpCode(SECRET, totpStep(new Date()))
  expect(await prove(token, { code })).toBe(204)
  const lost = renewed.get(token) ?? ''
  renewed.delete(token)
  expect(await prove(token, { code: '000000' })).toEqual([401, []])
  expect(await ask(token)).toEqual([401, undefined])
  expect(await prove(token, { code })).toBe(204)
  expect(await ask(token)).toBe(204)
  expect(await adminOfToken(lost)).toBeNull()
  renewed.delete(token)
  await letPass(database.sql, 6)
  expect(await prove(token, { code })).toEqual([401, []])
})

test('guesses of the password are bounded, and end nothing', async () => {
  const token = await attempt()
  await letPass(database.sql, 11)
  for (let tries = 0; tries < 5; tries++) await prove(token, { password: 'wrong' })
  expect(await prove(token, { password: PASSWORD })).toEqual([429, []])
  expect(await ask(token)).toEqual([403, ['password']])
})

test('a passkey proves its own account, in the browser that was asked', async () => {
  const token = await attempt({ browser })
  const device = await passkeyOf(token)
  await createAdmin('second', 'another horse battery')
  const second = await attempt({ username: 'second', password: 'another horse battery' })
  const other = await passkeyOf(second)
  await letPass(database.sql, 11)
  expect(await ask(token)).toEqual([403, ['passkey', 'password']])
  const asked = await challenge(token)
  expect(asked.allowCredentials).toHaveLength(1)
  expect(await prove(token, { passkey: other.get(asked) })).toEqual([400, ['passkey']])
  expect(await ask(token)).toEqual([403, ['passkey', 'password']])
  expect(await prove(token, { passkey: device.get(asked) })).toEqual([400, ['passkey']])
  expect(await prove(token, { passkey: device.get(await challenge(token)) })).toBe(204)
  expect(await ask(token)).toBe(204)
})

test('a trusted phone stays one, and its session the same in the list', async () => {
  const token = await attempt({ trusted: true })
  const [before] = await rows('SELECT public_id, created_at, expires_at FROM sessions')
  await prove(token, { password: PASSWORD })
  expect(await adminOfToken(renewed.get(token) ?? '')).toMatchObject({ trusted: true })
  expect(await rows('SELECT public_id, created_at, expires_at FROM sessions')).toEqual([before])
})

test('a session that has ended is not proven', async () => {
  const token = await attempt()
  await database.sql.query('DELETE FROM sessions')
  expect(await prove(token, { password: PASSWORD })).toEqual([401, []])
})

test('a service’s words are changed without one, its rates are not', async () => {
  await database.sql.query(
    `INSERT INTO studios (name) VALUES ('A');
     INSERT INTO services (name, description, icon, hourly_rate) VALUES ('Podcast', 'd', 'i', '99.00')`,
  )
  const token = await attempt()
  await letPass(database.sql, 11)
  const change = async (body: object) =>
    (
      await callRoute(serviceRoute, '/api/services/1', {
        method: 'PATCH',
        body,
        params: { id: '1' },
        headers: cookie(token),
      })
    ).status
  expect(await change({ description: 'Two microphones', hourlyRate: 99, halfDayRate: null })).toBe(
    200,
  )
  expect(await change({ hourlyRate: '98.00' })).toBe(403)
  expect(await change({ halfDayRate: '90.00' })).toBe(403)
  expect(await prove(token, { password: PASSWORD })).toBe(204)
  expect(await change({ hourlyRate: '98.00' })).toBe(200)
})
