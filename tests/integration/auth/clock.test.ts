// An instance whose clock is an hour ahead, or behind: sessions, codes and invitations count by the
// database's.
import { POST as askRoute } from '@/app/api/auth/member-code/route'
import { POST as memberRoute } from '@/app/api/auth/member-sign-in/route'
import { PATCH as passwordRoute } from '@/app/api/auth/password/route'
import { POST as proofRoute } from '@/app/api/auth/proof/route'
import { POST as signInRoute } from '@/app/api/auth/sign-in/route'
import { POST as beginRoute, PUT as confirmRoute } from '@/app/api/auth/two-step/route'
import { GET as memberSessions } from '@/app/api/memberships/me/sessions/route'
import AccountPage from '@/app/[locale]/(console)/(signed-in)/admin/account/page'
import PeoplePage from '@/app/[locale]/(console)/(signed-in)/admin/(areas)/people/page'
import SettingsPage from '@/app/[locale]/(console)/(signed-in)/admin/(areas)/settings/page'
import { startSession } from '@/lib/auth/sessions'
import { transaction } from '@/lib/db'
import { totpCode, totpStep } from '@/lib/auth/totp'
import { callRoute } from '@/tests/support/call'
import { isValidElement } from 'react'
import { clockAhead } from '@/tests/support/wrong-clock'
import { attempt, browserToken, letPass, NOWHERE, ownersDatabase, PASSWORD } from './owner'

// Outside Next's server a page has no request: these say who asks, and in which language.
jest.mock('@/lib/auth/page-guards', () => ({
  requireRole: async () => ({ id: 1, username: 'owner', role: 'owner', trusted: false }),
  currentToken: async () => null,
}))
jest.mock('next/root-params', () => ({ locale: async () => 'en' }), { virtual: true })
jest.mock('next-intl/server', () => ({
  getTranslations: async () => (key: string, values?: { count: number }) =>
    `${values?.count ?? ''} ${key}`,
  getMessages: async () => jest.requireActual('@/messages/en.json'),
  getFormatter: async () => ({ list: (texts: string[]) => texts.join() }),
}))

const database = ownersDatabase()

/** `work` on an instance whose clock is so many minutes ahead. */
async function aheadBy<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  clockAhead(minutes)
  try {
    return await work()
  } finally {
    jest.useRealTimers()
  }
}

/** What a page gives to its parts under this name. */
function given(node: unknown, name: string): unknown {
  if (Array.isArray(node)) return node.map((each) => given(each, name)).find(Boolean)
  if (!isValidElement<Record<string, unknown>>(node)) return undefined
  return node.props[name] ?? given(node.props.children, name)
}

/** The words that a page itself has, without those of its parts. */
function words(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(words)
  if (isValidElement<{ children?: unknown }>(node)) return words(node.props.children)
  return typeof node === 'string' ? [node] : []
}

describe.each([60, -60])('%d minutes', (minutes) => {
  test('the sessions that are shown are those that still count', async () => {
    await attempt()
    await letPass(database.sql, 61)
    await attempt()
    const [people, account] = await aheadBy(minutes, async () => [
      given(await PeoplePage(), 'users'),
      given(await AccountPage(), 'sessions'),
    ])
    expect(people).toMatchObject([{ username: 'owner', sessions: 1 }])
    expect(account).toHaveLength(1)
  })

  test('so are the invitations that are counted', async () => {
    await database.sql.query(
      `INSERT INTO user_invitations (token_hash, email, role, locale, invited_by, expires_at)
        SELECT email, email, 'crew', 'en', 1, now() + ends * interval '1 minute'
        FROM (VALUES ('siti@example.com', 30), ('farid@example.com', -30)) AS made (email, ends)`,
    )
    const shown = await aheadBy(minutes, async () => words(await SettingsPage()))
    expect(shown).toContain('1 accounts · 1 invited')
  })

  test('so are a member’s', async () => {
    const begin = () =>
      transaction((tx) => startSession(tx, { email: 'aina@example.com' }, NOWHERE))
    await begin()
    await letPass(database.sql, 60)
    const token = await begin()
    await letPass(database.sql, 30 * 24 * 60 - 30)
    const answer = await aheadBy(minutes, () =>
      callRoute(memberSessions, '/api/memberships/me/sessions', {
        headers: { cookie: `member=${token}` },
      }),
    )
    expect(await answer.json()).toMatchObject([{ current: true }])
  })

  test('a code by mail that another instance sent signs in', async () => {
    const headers = { cookie: `browser=${browserToken('here')}` }
    const email = 'aina@example.com'
    await callRoute(askRoute, '/api/auth/member-code', { body: { email }, headers })
    const { rows } = await database.sql.query(`SELECT payload ->> 'code' AS code FROM mails`)
    const body = { email, code: rows[0]!.code }
    const answer = await aheadBy(minutes, () =>
      callRoute(memberRoute, '/api/auth/member-sign-in', { body, headers }),
    )
    expect(answer.status).toBe(200)
  })

  test('so does the app’s code, which also switches it on, proves and changes the password', async () => {
    const cookieOf = (answer: Response) =>
      /session=[\w-]{43}/.exec(answer.headers.getSetCookie().join())?.[0] ?? ''
    const cookie = `session=${await attempt()}`
    const begun = await callRoute(beginRoute, '/api/auth/two-step', {
      body: { password: PASSWORD },
      headers: { cookie },
    })
    const { secret } = (await begun.json()) as { secret: string }
    // One code for all: should its half minute end meanwhile, it still counts.
    const code = totpCode(secret, totpStep(new Date()))
    const forget = () => database.sql.query('UPDATE users SET totp_last_step = NULL')
    await aheadBy(minutes, async () => {
      const confirmed = await callRoute(confirmRoute, '/api/auth/two-step', {
        ...{ method: 'PUT', body: { code }, headers: { cookie: cookieOf(begun) } },
      })
      expect(confirmed.status).toBe(200)
      await forget()
      const proven = await callRoute(proofRoute, '/api/auth/proof', {
        ...{ body: { code }, headers: { cookie: cookieOf(confirmed) } },
      })
      expect(proven.status).toBe(204)
      await forget()
      const newPassword = 'tripod and two lamps'
      const changed = await callRoute(passwordRoute, '/api/auth/password', {
        ...{ method: 'PATCH', headers: { cookie: cookieOf(proven) } },
        body: { password: PASSWORD, newPassword, code },
      })
      expect(changed.status).toBe(204)
    })
    await forget()
    const body = { username: 'owner', password: 'tripod and two lamps', code }
    const answer = await aheadBy(minutes, () =>
      callRoute(signInRoute, '/api/auth/sign-in', { body }),
    )
    expect(answer.status).toBe(200)
  })
})
