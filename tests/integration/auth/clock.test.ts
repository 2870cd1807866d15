// An instance whose clock is an hour ahead, or behind: codes count by the database's.
import { POST as askRoute } from '@/app/api/auth/member-code/route'
import { POST as memberRoute } from '@/app/api/auth/member-sign-in/route'
import { PATCH as passwordRoute } from '@/app/api/auth/password/route'
import { POST as proofRoute } from '@/app/api/auth/proof/route'
import { POST as signInRoute } from '@/app/api/auth/sign-in/route'
import { POST as beginRoute, PUT as confirmRoute } from '@/app/api/auth/two-step/route'
import { totpCode, totpStep } from '@/lib/auth/totp'
import { callRoute } from '@/tests/support/call'
import { clockAhead } from '@/tests/support/wrong-clock'
import { attempt, browserToken, ownersDatabase, PASSWORD } from './owner'

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

describe.each([60, -60])('%d minutes', (minutes) => {
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
    const now = totpStep(new Date())
    const [first, second, third] = [-1, 0, 1].map((step) => totpCode(secret, now + step))
    await aheadBy(minutes, async () => {
      const confirmed = await callRoute(confirmRoute, '/api/auth/two-step', {
        ...{ method: 'PUT', body: { code: first }, headers: { cookie: cookieOf(begun) } },
      })
      expect(confirmed.status).toBe(200)
      const proven = await callRoute(proofRoute, '/api/auth/proof', {
        ...{ body: { code: second }, headers: { cookie: cookieOf(confirmed) } },
      })
      expect(proven.status).toBe(204)
      const newPassword = 'tripod and two lamps'
      const changed = await callRoute(passwordRoute, '/api/auth/password', {
        ...{ method: 'PATCH', headers: { cookie: cookieOf(proven) } },
        body: { password: PASSWORD, newPassword, code: third },
      })
      expect(changed.status).toBe(204)
    })
    await database.sql.query('UPDATE users SET totp_last_step = NULL')
    const code = totpCode(secret, totpStep(new Date()))
    const body = { username: 'owner', password: 'tripod and two lamps', code }
    const answer = await aheadBy(minutes, () =>
      callRoute(signInRoute, '/api/auth/sign-in', { body }),
    )
    expect(answer.status).toBe(200)
  })
})
