// The limits as they are in production: this file's environment scales nothing.
process.env.RATE_LIMIT_SCALE = '1'
import { adminAccount, memberAccount } from '@/lib/auth/browser'
import { sendMemberCode, signInMember } from '@/lib/auth/member-codes'
import { keptRecoveryCode, keptSecret } from '@/lib/auth/second-step'
import { memberSignInShape } from '@/lib/auth/schema'
import { newTotpSecret, readSecondStep, totpCode, totpStep } from '@/lib/auth/totp'
import { sha256 } from '@/lib/http/request'
import { provePendingMembership } from '@/lib/memberships/proof'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { studioDate } from '@/lib/time'
import { seedMinimal } from '@/tests/support/seed-minimal'
import { attempt, browserToken, count, NOWHERE, ownersDatabase } from './owner'

const database = ownersDatabase()
const refused = {
  code: 'too_many_requests',
  status: 429,
  details: { sentence: 'second_proof', data: { codeRequired: true } },
}
const address = (i: number) => `198.${51 + Math.floor(i / 250)}.${i % 250}.7`
/** A guess from an address, network and browser that nobody has seen before. */
const guess = (i: number, changes: Parameters<typeof attempt>[0] = {}) =>
  attempt({ password: 'wrong', address: address(i), ...changes }).catch((error: unknown) => error)
/** Fifty guesses of a day, and the ten of this quarter of an hour. */
const spendAll = async (username = 'owner') => {
  for (const name of ['sign-in-account', 'sign-in-account-day'])
    await database.sql.query(
      `INSERT INTO rate_limits VALUES ($1, 50, now() + interval '10 minutes')`,
      [`${name}:${adminAccount(username)}`],
    )
}
const codes = async () =>
  (
    await database.sql.query(
      `SELECT recipient, payload->>'code' AS code FROM mails WHERE kind = 'sign_in_code' ORDER BY id`,
    )
  ).rows as { recipient: string; code: string }[]

// Seen in shop systems whose accounts lock after so many wrong passwords: a competitor guesses each
// morning, and the owner cannot work.
describe('real life: strangers guess until the account is full', () => {
  beforeEach(() => spendAll())

  test('the owner’s password in a new browser causes a code to the studio, and both together sign in', async () => {
    const browser = browserToken('the new laptop')
    await expect(attempt({ browser })).rejects.toMatchObject(refused)
    const [mail] = await codes()
    expect(mail).toEqual({ recipient: DEFAULT_SITE.email, code: expect.stringMatching(/^\d{6}$/) })
    await attempt({ browser, code: mail?.code ?? '' })
    // From now on the browser is known.
    await attempt({ browser })
    expect(await count(database.sql, 'sessions')).toBe(2)
  })

  test('strangers neither cause that mail nor learn from the answer which password is right', async () => {
    for (let i = 0; i < 30; i++) {
      expect(await guess(i)).toMatchObject(refused)
    }
    expect(await codes()).toEqual([])
    const answers = [
      await guess(40),
      await guess(41, { password: 'correct horse battery' }),
      await guess(42, { code: '123456' }),
      await guess(43, { password: 'correct horse battery', code: '123456' }),
    ]
    for (const answer of answers) {
      const { message, status, details } = answer as Error & { status: number; details: object }
      expect({ message, status, details: { ...details, retryAfter: 0 } }).toEqual({
        message: (answers[0] as Error).message,
        status: 429,
        details: { ...refused.details, retryAfter: 0 },
      })
    }
  }, 30_000)

  test('the time of the answer is the same for the right and the wrong password', async () => {
    const took = async (password: string, i: number) => {
      const begun = performance.now()
      await guess(i, { password })
      return performance.now() - begun
    }
    expect(await took('wrong', 50)).toBeGreaterThanOrEqual(290)
    expect(await took('correct horse battery', 51)).toBeGreaterThanOrEqual(290)
  })

  test('a mailed code counts once, in its own browser, beside the right password only, for five tries', async () => {
    const browser = browserToken('the new laptop')
    await expect(attempt({ browser })).rejects.toMatchObject(refused)
    const code = (await codes())[0]?.code ?? ''
    await expect(
      attempt({ browser: browserToken('another'), code, address: '203.0.113.2' }),
    ).rejects.toMatchObject(refused)
    await expect(
      attempt({ browser, code, password: 'wrong', address: '203.0.113.3' }),
    ).rejects.toMatchObject(refused)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++)
      await expect(
        attempt({ browser, code: wrong, address: address(60 + i) }),
      ).rejects.toMatchObject(refused)
    await expect(attempt({ browser, code, address: address(70) })).rejects.toMatchObject(refused)
    expect(await count(database.sql, 'sessions')).toBe(0)
  })

  test('three such mails in a quarter of an hour, however often the right password is sent', async () => {
    for (let i = 0; i < 6; i++) await guess(80 + i, { password: 'correct horse battery' })
    expect(await codes()).toHaveLength(3)
  })
})

describe('real life: strangers guess an account with a second step', () => {
  const secret = newTotpSecret()
  const recovery = 'ABCDE-FGHJK-MNPQR'
  beforeEach(async () => {
    const { rows } = await database.sql.query('SELECT id FROM users')
    const id = rows[0].id as number
    await database.sql.query(
      `UPDATE users SET totp_secret = $1, totp_confirmed_at = now() WHERE id = $2`,
      [keptSecret(secret, id), id],
    )
    await database.sql.query(`INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)`, [
      id,
      keptRecoveryCode(readSecondStep(recovery).code),
    ])
    await spendAll()
  })
  const current = () => totpCode(secret, totpStep(new Date()))

  test('password and app together sign in from a new browser; no mail takes the app’s place', async () => {
    await expect(attempt()).rejects.toMatchObject(refused)
    expect(await codes()).toEqual([])
    await attempt({ code: current(), address: '203.0.113.2' })
  })

  test('password and recovery code do too, though strangers send codes all day', async () => {
    for (let i = 0; i < 40; i++)
      expect(await guess(i, { code: String(100_000 + i) })).toMatchObject(refused)
    await attempt({ code: current() })
    await attempt({ code: recovery, address: '203.0.113.9' })
  }, 60_000)

  test('whoever has the password gets ten guesses of the app’s code in a quarter of an hour', async () => {
    for (let i = 0; i < 12; i++)
      await guess(i, { password: 'correct horse battery', code: String(100_000 + i) })
    // The eleventh is refused even when it is right, with the same answer.
    expect(await guess(20, { password: 'correct horse battery', code: current() })).toMatchObject(
      refused,
    )
  }, 60_000)
})

describe('real life: a stranger asks for the codes of a member’s inbox', () => {
  const EMAIL = 'aina@example.com'
  const ask = (email = EMAIL) =>
    sendMemberCode({ email, browser: browserToken(), locale: 'en', now: new Date() })
  const LIMIT = {
    code: 'too_many_requests',
    details: { sentence: 'code_limit', data: { codeRequired: true } },
  }
  const prove = (code: string, browser = browserToken(), email = EMAIL) => {
    const typed = memberSignInShape.parse({ email, code })
    return signInMember(
      { ...typed, browser, origin: NOWHERE, now: new Date() },
      provePendingMembership,
    )
  }
  const known = () =>
    database.sql.query(`INSERT INTO known_browsers VALUES ($1, $2)`, [
      sha256(browserToken('at home')),
      memberAccount(EMAIL),
    ])

  test('the last of the seven to a member is a long code that signs in from any new browser, three times', async () => {
    await known()
    for (let i = 0; i < 7; i++) await ask()
    await expect(ask()).rejects.toMatchObject(LIMIT)
    const sent = await codes()
    expect(sent).toHaveLength(7)
    const mail = sent.at(-1)
    expect(mail).toEqual({
      recipient: EMAIL,
      code: expect.stringMatching(/^[A-Z\d]{4}(-[A-Z\d]{4}){3}$/),
    })
    const code = mail?.code ?? ''
    await expect(prove(code, browserToken(), 'lim@example.com')).rejects.toMatchObject({
      status: 401,
    })
    const first = browserToken()
    await prove(code.toLowerCase(), first)
    // Sent again because no answer came, it is the same use.
    for (let times = 0; times < 3; times++) await prove(code, first)
    await prove(code)
    await prove(code)
    await expect(prove(code)).rejects.toMatchObject({ status: 401 })
    // The mail says so: the day on which it ends, and how often it works.
    const { rows } = await database.sql.query(
      `SELECT payload FROM mails WHERE kind = 'sign_in_code' ORDER BY id`,
    )
    expect(rows.at(-1).payload).toMatchObject({
      uses: 3,
      untilDate: studioDate(new Date(Date.now() + 86_400_000)),
    })
    expect(rows[0].payload).not.toHaveProperty('uses')
  })

  test('when the seven went to other spellings, the first refusal sends it, and only one a day', async () => {
    await known()
    for (let i = 0; i < 7; i++) await ask(`aina+${i}@example.com`)
    for (let i = 0; i < 6; i++) await expect(ask()).rejects.toMatchObject(LIMIT)
    const sent = await codes()
    expect(sent).toHaveLength(8)
    await prove(sent.at(-1)?.code ?? '')
  })

  test('other spellings of a member’s mailbox get none: its inbox gets no more mails than the seven', async () => {
    await seedMinimal()
    await database.sql.query(
      `INSERT INTO memberships (customer_name, customer_email, service_id, referral_code, email_proven_at)
        VALUES ('Aina', 'ainarahman@gmail.com', 1, 'AINACODE', now())`,
    )
    for (let i = 0; i < 7; i++) await ask(`aina.rahman+${i}@gmail.com`)
    for (let i = 0; i < 5; i++)
      await expect(ask(`ainarahman+${i}@gmail.com`)).rejects.toMatchObject(LIMIT)
    expect(await codes()).toHaveLength(7)
  })

  test('wrong long codes use up nothing, and a day later it is void', async () => {
    await known()
    for (let i = 0; i < 7; i++) await ask()
    const code = (await codes()).at(-1)?.code ?? ''
    for (let i = 0; i < 8; i++)
      await expect(prove('AAAA-AAAA-AAAA-AAAA')).rejects.toMatchObject({ status: 401 })
    await prove(code)
    await database.sql.query(`UPDATE sign_in_codes SET expires_at = expires_at - interval '1 day'`)
    await expect(prove(code)).rejects.toMatchObject({ status: 401 })
  })

  test('a stranger’s inbox gets no long code, and the answer is the same', async () => {
    for (let i = 0; i < 7; i++) await ask('stranger@example.com')
    await expect(ask('stranger@example.com')).rejects.toMatchObject(LIMIT)
    const sent = await codes()
    expect(sent).toHaveLength(7)
    for (const { code } of sent) expect(code).toMatch(/^\d{6}$/)
  })
})
