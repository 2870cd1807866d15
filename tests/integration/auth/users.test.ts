// Who works in the console: invited by mail, each with a role; there is always an owner.
import { POST as invitationRoute } from '@/app/api/auth/invitation/route'
import { adminOfToken } from '@/lib/auth/queries'
import {
  acceptInvitation,
  changeUser,
  endSessionsOf,
  invite,
  withdrawInvitation,
} from '@/lib/auth/users/change'
import { isInvited, listUsers } from '@/lib/auth/users/queries'
import { currentMail } from '@/lib/current-mail'
import { db } from '@/lib/db'
import { resendMail } from '@/lib/mail/outbox'
import { mailContent } from '@/lib/mail/schema'
import { renderMail } from '@/lib/mail/templates'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { DAY_MS } from '@/lib/time'
import { callRoute } from '@/tests/support/call'
import { attempt, browserToken, letPass, NOWHERE, ownersDatabase } from './owner'

const database = ownersDatabase()
const OWNER = { id: 1, username: 'owner' }
const NOW = new Date()
const PASSWORD = 'tripod and two lamps'

/** The token that the mail carries. */
async function invited(role: 'crew' | 'manager' | 'owner' = 'crew', email = 'siti@example.com') {
  await invite({ email, role, locale: 'ms', admin: OWNER, now: NOW })
  const { rows } = await database.sql.query<{ payload: { code: string; expiresAt: string } }>(
    `SELECT payload FROM mails WHERE kind = 'invitation' AND recipient = $1 ORDER BY id DESC LIMIT 1`,
    [email],
  )
  return rows[0]!.payload
}
const accept = (token: string, username = 'siti', now = NOW) =>
  acceptInvitation({
    ...{ token, username, password: PASSWORD, now },
    ...{ browser: browserToken(), origin: NOWHERE },
  })

test('an invitation makes one account with its role, and signs it in', async () => {
  const { code } = await invited('crew')
  const session = await accept(code)
  expect(await adminOfToken(session)).toMatchObject({ username: 'siti', role: 'crew' })
  await expect(accept(code, 'another')).rejects.toMatchObject({ code: 'not_found' })
  expect((await listUsers(NOW)).users.map(({ username, role }) => [username, role])).toEqual([
    ['owner', 'owner'],
    ['siti', 'crew'],
  ])
  // What can be read in the database makes no account.
  const { rows } = await database.sql.query(`SELECT payload::text || dedupe_key AS text FROM mails`)
  expect(rows.length).toBe(1)
})

test('an invitation whose answer was lost, sent again with the same name and password, signs in', async () => {
  const { code } = await invited('crew')
  const lost = await accept(code)
  const answer = await callRoute(invitationRoute, '/api/auth/invitation', {
    body: { token: code, username: 'siti', password: PASSWORD },
  })
  expect(answer.status).toBe(201)
  const cookies = answer.headers.getSetCookie().join('; ')
  const again = /session=([\w-]{43})/.exec(cookies)?.[1] ?? ''
  expect(await adminOfToken(again)).toMatchObject({ username: 'siti' })
  expect(await adminOfToken(lost)).toBeNull()
  const refused = { code: 'not_found' }
  await expect(accept(code, 'other')).rejects.toMatchObject(refused)
  await expect(
    acceptInvitation({
      ...{ token: code, username: 'siti', password: `${PASSWORD}!`, now: NOW },
      ...{ browser: browserToken(), origin: NOWHERE },
    }),
  ).rejects.toMatchObject(refused)
  await database.sql.query(`UPDATE sessions SET proved_at = proved_at - interval '6 minutes'`)
  await expect(accept(code)).rejects.toMatchObject(refused)
})

test('of two who accept the same invitation at once one gets the account', async () => {
  const { code } = await invited('manager')
  const results = await Promise.allSettled([accept(code, 'first'), accept(code, 'second')])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await listUsers(NOW)).users).toHaveLength(2)
})

test('two who invite the same address at once make one invitation', async () => {
  await Promise.all(Array.from({ length: 6 }, () => invited()))
  const { rows } = await database.sql.query<{ code: string }>(
    `SELECT payload ->> 'code' AS code FROM mails WHERE kind = 'invitation'`,
  )
  expect(rows).toHaveLength(6)
  expect((await listUsers(NOW)).invitations).toHaveLength(1)
  const open = await Promise.all(rows.map(({ code }) => isInvited(code, NOW)))
  expect(open.filter(Boolean)).toHaveLength(1)
})

test('an invitation ends after seven days, when it is withdrawn and when there is a newer one', async () => {
  const { code: late } = await invited()
  const after = new Date(NOW.getTime() + 7 * DAY_MS + 1)
  await expect(accept(late, 'siti', after)).rejects.toMatchObject({ code: 'not_found' })
  const { code: newer } = await invited()
  await expect(accept(late)).rejects.toMatchObject({ code: 'not_found' })
  const { invitations } = await listUsers(NOW)
  expect(invitations).toMatchObject([{ email: 'siti@example.com', role: 'crew' }])
  await withdrawInvitation(invitations[0]!.id, OWNER)
  await expect(accept(newer)).rejects.toMatchObject({ code: 'not_found' })
})

test.each([{ disabled: true }, { role: 'manager' as const }])(
  'an invitation of an owner who may no longer invite makes no account: %p',
  async (change) => {
    await accept((await invited('owner', 'ben@example.com')).code, 'ben')
    const { users } = await listUsers(NOW)
    const ben = users.find(({ username }) => username === 'ben')!
    await invite({ email: 'eve@example.com', role: 'owner', locale: 'ms', admin: ben, now: NOW })
    const mail = await db().mail.findFirstOrThrow({ orderBy: { id: 'desc' } })
    const content = mailContent.parse({ kind: mail.kind, payload: mail.payload })
    if (content.kind !== 'invitation') throw new Error('Not the invitation')
    const mine = await invited('crew')
    await changeUser({ id: ben.id, ...change, admin: OWNER, now: NOW })
    expect(await currentMail(content, mail, NOW)).toEqual({ untrue: 'invitation_ended' })
    expect((await listUsers(NOW)).invitations).toMatchObject([{ email: 'siti@example.com' }])
    await expect(accept(content.payload.code, 'eve')).rejects.toMatchObject({ code: 'not_found' })
    expect(await adminOfToken(await accept(mine.code))).toMatchObject({ username: 'siti' })
  },
)

test('an invitation that ended before its mail was sent is not sent, and one that was sent is not sent again', async () => {
  const sent = async (now = NOW) => {
    const mail = await db().mail.findFirstOrThrow({ orderBy: { id: 'desc' } })
    const content = mailContent.parse({ kind: mail.kind, payload: mail.payload })
    return { mail, written: await currentMail(content, mail, now) }
  }
  await invited()
  const { mail, written } = await sent()
  expect(written).toMatchObject({ letter: { kind: 'invitation' } })
  const late = new Date(NOW.getTime() + 8 * DAY_MS)
  expect((await sent(late)).written).toEqual({ untrue: 'invitation_ended' })
  await withdrawInvitation((await listUsers(NOW)).invitations[0]!.id, OWNER)
  expect((await sent()).written).toEqual({ untrue: 'invitation_ended' })
  await database.sql.query(`UPDATE mails SET status = 'sent', payload = payload - 'code'`)
  expect(await resendMail(mail.id, 'owner')).toBe(false)
})

test('a name that is taken and an easy password are refused beside their fields, and the invitation stays', async () => {
  const { code } = await invited()
  const refusal = async (values: Record<string, string>) => {
    const answer = await callRoute(invitationRoute, '/api/auth/invitation', {
      body: { token: code, username: 'siti', password: PASSWORD, ...values },
    })
    return [answer.status, Object.keys(((await answer.json()) as { fields?: object }).fields ?? {})]
  }
  expect(await refusal({ username: 'owner' })).toEqual([400, ['username']])
  expect(await refusal({ password: 'password1' })).toEqual([400, ['password']])
  expect(await refusal({ username: 'Siti binti' })).toEqual([400, ['username']])
  expect(await refusal({})).toEqual([201, []])
})

test('a session that ran out without use is none of theirs any more', async () => {
  await accept((await invited()).code)
  const sessions = async () =>
    (await listUsers(new Date())).users.map(({ sessions, lastSeenAt }) => [sessions, lastSeenAt])
  expect(await sessions()).toEqual([
    [0, null],
    [1, expect.any(String)],
  ])
  await letPass(database.sql, 61)
  expect(await sessions()).toEqual([
    [0, null],
    [0, null],
  ])
})

test('whoever accepts an invitation ends the session that the browser had', async () => {
  const before = await attempt()
  const { code } = await invited()
  const answer = await callRoute(invitationRoute, '/api/auth/invitation', {
    body: { token: code, username: 'siti', password: PASSWORD },
    headers: { cookie: `session=${before}` },
  })
  expect(answer.status).toBe(201)
  expect(await adminOfToken(before)).toBeNull()
})

test('another role ends every session of that account, and says so in the log', async () => {
  const { code } = await invited('manager')
  const session = await accept(code)
  const { users } = await listUsers(NOW)
  const { id } = users.find(({ username }) => username === 'siti')!
  await changeUser({ id, role: 'crew', admin: OWNER, now: NOW })
  expect(await adminOfToken(session)).toBeNull()
  const { rows } = await database.sql.query(
    `SELECT actor, action, after FROM audit_log WHERE entity = 'user' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([
    { actor: 'owner', action: 'update', after: { role: 'crew', disabled: false } },
  ])
})

test('an account that was shut signs in nowhere, and one whose sessions were ended is signed out', async () => {
  const session = await accept((await invited()).code)
  const { id } = (await listUsers(NOW)).users.find(({ username }) => username === 'siti')!
  await endSessionsOf(id, OWNER)
  expect(await adminOfToken(session)).toBeNull()
  await changeUser({ id, disabled: true, admin: OWNER, now: NOW })
  const again = attempt({ username: 'siti', password: PASSWORD })
  await expect(again).rejects.toMatchObject({ code: 'unauthorized' })
})

test('two owners who take each other’s role at once leave one', async () => {
  await accept((await invited('owner')).code)
  const { users } = await listUsers(NOW)
  const [first, second] = users.map(({ id, username }) => ({ id, username }))
  const results = await Promise.allSettled([
    changeUser({ id: second!.id, role: 'manager', admin: first!, now: NOW }),
    changeUser({ id: first!.id, role: 'manager', admin: second!, now: NOW }),
  ])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  // Either of them may have been the faster one.
  const left = (await listUsers(NOW)).users.filter(({ role }) => role === 'owner')
  expect(left).toHaveLength(1)
  await expect(
    changeUser({ id: left[0]!.id, disabled: true, admin: OWNER, now: NOW }),
  ).rejects.toMatchObject({ code: 'not_changeable' })
})

test.each(['en', 'ms', 'zh'] as const)(
  'the mail in %s has the link with the token behind #, and its last day',
  async (locale) => {
    const payload = { code: 'T'.repeat(43), expiresAt: '2026-12-03T04:00:00.000Z' }
    const mail = await renderMail({ kind: 'invitation', payload }, locale, DEFAULT_SITE)
    expect(mail.html).toContain(`/admin/login/invitation#${'T'.repeat(43)}`)
    expect(mail.text).toMatch(/2026/)
  },
)
