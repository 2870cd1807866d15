import { sendMemberCode } from '@/lib/auth/member-codes'
import { mailContent, type Letter } from '@/lib/mail/schema'
import { renderMail } from '@/lib/mail/templates'
import { joinMembership } from '@/lib/memberships/join'
import { sha256 } from '@/lib/http/request'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { browserToken } from '@/tests/integration/auth/owner'
import { callRoute } from '@/tests/support/call'
import { openShop, refusal } from '@/tests/support/shop'
import { join, joinUnproven, signedIn } from '@/tests/support/members'
import { expectRefusal, routeAt } from '../http/refused'

const shop = openShop()
const EMAIL = 'aina@example.com'
const GOOD = {
  customerName: 'Aina Rahman',
  customerEmail: 'Aina@Example.com',
  customerPhone: '012-345 6789',
  serviceId: 1,
}
const post = (body: unknown, headers: Record<string, string> = {}) =>
  callRoute(routeAt('memberships').POST!, '/api/memberships', { body, headers })
const codeOf = async (id: number) =>
  (await shop.rows(`SELECT referral_code FROM memberships WHERE id = $1`, [id]))[0]
    ?.referral_code as string
const mails = () => shop.rows(`SELECT kind, recipient, locale, payload FROM mails ORDER BY id`)
const FORGED = {
  id: 7,
  status: 'cancelled',
  referralCode: 'MINE',
  freeSessionsEarned: 9,
  sessionsCompleted: 100,
  referralEarnings: '900.00',
  totalSpent: '1.00',
  joinedAt: '2020-01-01',
  emailProvenAt: '2020-01-01',
  counts: true,
}
const BEGINNING = {
  customerName: 'Aina Rahman',
  customerEmail: EMAIL,
  customerPhone: '012-345 6789',
  serviceId: 1,
  status: 'active',
  sessionsCompleted: 0,
  sessionsRemaining: 10,
  freeSessionsEarned: 0,
  freeSessionsUsed: 0,
  referredBy: null,
  referralEarnings: '0.00',
  totalSpent: '0.00',
  expiresAt: null,
  lastSessionAt: null,
}

test('a visitor signed in with the email gets 201 with the membership, proven, and one welcome mail with the code', async () => {
  const cookie = await signedIn(EMAIL)
  const response = await post({ ...GOOD, ...FORGED }, { 'x-language': 'zh', cookie })
  expect(response.status).toBe(201)
  const member = (await response.json()) as { referralCode: string }
  expect(member).toEqual({
    id: 1,
    ...BEGINNING,
    referralCode: expect.stringMatching(/^[ACDEFGHJKMNPQRTUVWXY34679]{8}$/),
    joinedAt: expect.stringMatching(/Z$/),
  })
  expect(
    await shop.rows(`SELECT status, counts, earlier_counted AS earlier FROM memberships`),
  ).toEqual([{ status: 'active', counts: true, earlier: null }])
  expect(await mails()).toEqual([
    {
      kind: 'membership_welcome',
      recipient: EMAIL,
      locale: 'zh',
      payload: { referralCode: member.referralCode, proven: true },
    },
  ])
})

describe('not signed in', () => {
  /** What was answered, byte by byte, without what differs between any two answers. */
  const said = async (response: Response) => {
    const {
      'x-request-id': _id,
      'content-length': _length, // the answer repeats the email and the phone number
      'set-cookie': cookie,
      'x-middleware-set-cookie': _copy, // Next's own copy of the line above
      ...headers
    } = Object.fromEntries(response.headers)
    return {
      status: response.status,
      headers,
      cookie: cookie?.replace(/browser=[\w-]{43}/, 'browser').replace(/Expires=[^;]+/, 'Expires'),
      body: await response.text(),
    }
  }

  test('the answer is the same for a stranger’s email, a waiting one, a member’s, and a paused member’s', async () => {
    const first = await said(await post({ ...GOOD, ...FORGED }))
    expect(first.status).toBe(201)
    expect(JSON.parse(first.body)).toEqual(BEGINNING)
    expect(first.cookie).toMatch(/^browser;/)
    expect(
      await shop.rows(`SELECT status, email_proven_at AS proof, counts FROM memberships`),
    ).toEqual([{ status: 'active', proof: null, counts: false }])
    expect(await said(await post({ ...GOOD, ...FORGED }))).toEqual(first)
    await shop.rows(`UPDATE memberships SET email_proven_at = now()`)
    expect(await said(await post({ ...GOOD, ...FORGED }))).toEqual(first)
    await shop.rows(`UPDATE memberships SET status = 'paused'`)
    const other = await signedIn('lim@example.com')
    expect(await said(await post({ ...GOOD, ...FORGED }, { cookie: other }))).toEqual(first)
    expect(await shop.rows(`SELECT id FROM memberships`)).toEqual([{ id: 1 }])
  })

  test('a member is notified by mail, once a day; nothing of theirs changes', async () => {
    await join()
    const before = await shop.rows(`SELECT * FROM memberships`)
    for (let i = 0; i < 3; i++)
      expect((await post({ ...GOOD, customerName: 'Mallory' })).status).toBe(201)
    expect(await shop.rows(`SELECT * FROM memberships`)).toEqual(before)
    expect((await mails()).slice(1)).toEqual([
      { kind: 'membership_already', recipient: EMAIL, locale: 'en', payload: {} },
    ])
  })

  test('no mail contains anything that was typed', async () => {
    const typed = {
      customerName: 'Www Casino Example',
      customerEmail: 'victim@example.com',
      customerPhone: '019-999 8877',
      company: 'Casino Sdn Bhd',
    }
    await post({ ...GOOD, ...typed })
    const browser = browserToken()
    await sendMemberCode({ email: typed.customerEmail, browser, locale: 'en', now: new Date() })
    await shop.rows(`UPDATE memberships SET email_proven_at = now()`)
    await post({ ...GOOD, ...typed })
    const queued = await mails()
    expect(queued.map(({ kind }) => kind)).toEqual([
      'membership_welcome',
      'sign_in_code',
      'membership_already',
    ])
    for (const mail of queued) {
      const letter = await renderMail(mailContent.parse(mail) as Letter, 'en', DEFAULT_SITE)
      for (const words of Object.values(typed))
        expect(JSON.stringify([letter, mail.payload]).toLowerCase()).not.toContain(
          words.toLowerCase(),
        )
    }
  })

  test('whoever joins next with an email that waits is believed no less: the first details go', async () => {
    await join('lim@example.com')
    await join('devi@example.com')
    await joinUnproven(EMAIL, { customerName: 'Mallory', referredBy: await codeOf(1) }, 'mallory')
    const code = await codeOf(3)
    await joinUnproven(EMAIL, { customerName: 'Aina', referredBy: await codeOf(2) }, 'aina')
    expect(
      await shop.rows(
        `SELECT customer_name AS name, referral_code = $1 AS same, joined_browser_hash AS browser FROM memberships WHERE id = 3`,
        [code],
      ),
    ).toEqual([{ name: 'Aina', same: true, browser: sha256('aina') }])
    expect(
      await shop.rows(`SELECT referrer_membership_id AS by, status FROM referral_rewards`),
    ).toEqual([{ by: 2, status: 'pending' }])
  })

  test.each([
    ['aina@example.com', null, 'aina+2@example.com', null],
    ['aina@example.com', '012-345 6789', 'lim@example.com', '+60 12 345 6789'],
  ])(
    'a code does not tell whose it is: that of %s (%s) is taken from %s (%s), and brings nothing',
    async (email, phone, other, otherPhone) => {
      const { referralCode } = await join(email, { customerPhone: phone })
      const answers = await Promise.all(
        [
          { customerEmail: other, customerPhone: otherPhone },
          { customerEmail: 'stranger@example.com', customerPhone: null },
        ].map(async (who) => {
          const { body, ...rest } = await said(
            await post({ ...GOOD, ...who, referredBy: referralCode }),
          )
          return { ...rest, body: { ...JSON.parse(body), customerEmail: '', customerPhone: '' } }
        }),
      )
      expect(answers[0]).toEqual(answers[1])
      expect(
        await shop.rows(
          `SELECT m.customer_email AS email, m.referred_by AS code FROM referral_rewards r JOIN memberships m ON m.id = r.referred_membership_id`,
        ),
      ).toEqual([{ email: 'stranger@example.com', code: referralCode }])
      expect(
        await shop.rows(`SELECT referred_by FROM memberships WHERE customer_email = $1`, [other]),
      ).toEqual([{ referred_by: null }])
    },
  )
})

test.each<[field: string, value: unknown]>([
  ['customerName', undefined],
  ['customerName', ' '],
  ['customerName', 'x'.repeat(101)],
  ['customerName', 'A\r\nBcc: x@y.zz'],
  ['customerEmail', undefined],
  ['customerEmail', 'aina'],
  ['customerEmail', 7],
  ['customerPhone', 'call me'],
  ['serviceId', undefined],
  ['serviceId', 0],
  ['serviceId', -1],
  ['serviceId', '1'],
  ['serviceId', 1.5],
  ['serviceId', 3],
  ['serviceId', 99],
  ['serviceId', 2 ** 40],
  ['referredBy', 'NOBODY22'],
  ['referredBy', 'x'.repeat(41)],
  ['referredBy', 5],
  ['referredBy', "' OR 1=1 --"],
])('%s %j is answered with 400 beside the field, and nothing is stored', async (field, value) => {
  await expectRefusal('memberships', '/api/memberships', { body: { ...GOOD, [field]: value } }, [
    400,
    'invalid_request',
    field,
  ])
  expect(await shop.rows(`SELECT 1 FROM memberships UNION ALL SELECT 1 FROM mails`)).toEqual([])
})

test('fifty joins with one email at once, signed in: one 201, 49 times 409', async () => {
  const cookie = await signedIn(EMAIL)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      post({ ...GOOD, customerEmail: i % 2 ? EMAIL : ' AINA@example.com ' }, { cookie }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect([
    statuses.filter((status) => status === 201).length,
    statuses.filter((status) => status === 409).length,
  ]).toEqual([1, 49])
  expect(
    await shop.rows(
      `SELECT count(*)::int AS members, (SELECT count(*)::int FROM mails) AS mails FROM memberships`,
    ),
  ).toEqual([{ members: 1, mails: 1 }])
  const again = { body: GOOD, headers: { cookie } }
  await expectRefusal('memberships', '/api/memberships', again, [
    409,
    'already_member',
    'customerEmail',
  ])
})

test('fifty requests at once, not signed in, make one membership, one mail and fifty times the same 201', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(GOOD)))
  expect(answers.every(({ status }) => status === 201)).toBe(true)
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
  expect(
    await shop.rows(
      `SELECT count(*)::int AS members, (SELECT count(*)::int FROM mails) AS mails FROM memberships`,
    ),
  ).toEqual([{ members: 1, mails: 1 }])
})

test('the same click twice is one membership and one answer', async () => {
  const key = { 'idempotency-key': 'one-double-click-of-a-joiner' }
  const answers = await Promise.all([1, 2, 3].map(() => post(GOOD, key)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  const browsers = answers.map((answer) => answer.headers.get('set-cookie')?.split(';', 1)[0])
  expect(new Set(browsers).size).toBe(1)
  expect(await shop.rows(`SELECT id FROM memberships`)).toHaveLength(1)
})

test('a code that is taken is drawn again', async () => {
  const draws = ['AAAAAAAA', 'AAAAAAAA', 'CCCCCCCC']
  const details = { customerName: 'A', customerPhone: null, serviceId: 1, referredBy: null }
  for (const customerEmail of ['a@example.com', 'b@example.com']) {
    const input = { ...details, customerEmail }
    await joinMembership(
      { input, provenEmail: null, browser: 'any', locale: 'en' },
      () => draws.shift() ?? '',
    )
  }
  expect(await shop.rows(`SELECT referral_code AS code FROM memberships ORDER BY id`)).toEqual([
    { code: 'AAAAAAAA' },
    { code: 'CCCCCCCC' },
  ])
})

describe('a friend’s code', () => {
  test('makes one pending reward, however it is typed', async () => {
    const { referralCode } = await join()
    const typed = ` ${referralCode.slice(0, 4).toLowerCase()}-${referralCode.slice(4)} `
    const response = await post({ ...GOOD, customerEmail: 'lim@example.com', referredBy: typed })
    expect([
      response.status,
      ((await response.json()) as { referredBy: string }).referredBy,
    ]).toEqual([201, referralCode])
    expect(
      await shop.rows(
        `SELECT referrer_membership_id AS by, referred_membership_id AS friend, reward_amount::text AS amount, status FROM referral_rewards`,
      ),
    ).toEqual([{ by: 1, friend: 2, amount: '100.00', status: 'pending' }])
  })

  test.each([
    ['aina.rahman@gmail.com', null, 'ainarahman@gmail.com', null],
    ['ainarahman@gmail.com', null, 'Aina.Rahman+studio@googlemail.com', null],
    ['aina@example.com', null, 'aina+2@example.com', null],
    ['aina@example.com', '012-345 6789', 'lim@example.com', '+60 12 345 6789'],
    ['aina@example.com', '+60123456789', 'lim@example.com', '(012) 3456789'],
  ])(
    'of %s (%s) is refused to %s (%s): the same person',
    async (email, phone, other, otherPhone) => {
      const { referralCode } = await join(email, { customerPhone: phone })
      const who = { customerEmail: other, customerPhone: otherPhone }
      await expectRefusal(
        'memberships',
        '/api/memberships',
        {
          body: { ...GOOD, ...who, referredBy: referralCode },
          headers: { cookie: await signedIn(other.toLowerCase()) },
        },
        [400, 'invalid_request', 'referredBy'],
      )
      expect(await shop.rows(`SELECT 1 FROM referral_rewards`)).toEqual([])
    },
  )

  test('earns nothing in a circle: neither does one’s own code through a friend', async () => {
    await join('aina@example.com')
    await join('lim@example.com', { referredBy: await codeOf(1) })
    await join('devi@example.com', { referredBy: await codeOf(2) })
    expect(
      await refusal(join('aina+again@example.com', { referredBy: await codeOf(3) })),
    ).toMatchObject({ details: { fields: { referredBy: 'referral_own' } } })
    expect(await shop.rows(`SELECT 1 FROM referral_rewards`)).toHaveLength(2)
  })
})
