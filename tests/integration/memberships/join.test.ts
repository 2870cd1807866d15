import { joinMembership } from '@/lib/memberships/mutations'
import { callRoute } from '@/tests/support/call'
import { openShop, refusal } from '@/tests/support/shop'
import { join } from '@/tests/support/members'
import { expectRefusal, routeAt } from '../http/refused'

const shop = openShop()
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

test('201 with the membership, and one welcome mail that carries the code', async () => {
  const forged = {
    id: 7,
    status: 'cancelled',
    referralCode: 'MINE',
    freeSessionsEarned: 9,
    sessionsCompleted: 100,
    referralEarnings: '900.00',
    totalSpent: '1.00',
    joinedAt: '2020-01-01',
  }
  const response = await post({ ...GOOD, ...forged }, { 'x-language': 'zh' })
  expect(response.status).toBe(201)
  const member = (await response.json()) as { referralCode: string }
  expect(member).toEqual({
    id: 1,
    customerName: 'Aina Rahman',
    customerEmail: 'aina@example.com',
    customerPhone: '012-345 6789',
    serviceId: 1,
    status: 'active',
    sessionsCompleted: 0,
    sessionsRemaining: 10,
    freeSessionsEarned: 0,
    freeSessionsUsed: 0,
    referralCode: expect.stringMatching(/^[ACDEFGHJKMNPQRTUVWXY34679]{8}$/),
    referredBy: null,
    referralEarnings: '0.00',
    totalSpent: '0.00',
    joinedAt: expect.stringMatching(/Z$/),
    expiresAt: null,
    lastSessionAt: null,
  })
  expect(await shop.rows(`SELECT kind, recipient, locale, payload FROM mails`)).toEqual([
    {
      kind: 'membership_welcome',
      recipient: 'aina@example.com',
      locale: 'zh',
      payload: {
        name: 'Aina Rahman',
        email: 'aina@example.com',
        referralCode: member.referralCode,
      },
    },
  ])
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
])('%s %j: 400 beside the field, nothing stored', async (field, value) => {
  await expectRefusal('memberships', '/api/memberships', { body: { ...GOOD, [field]: value } }, [
    400,
    'invalid_request',
    field,
  ])
  expect(await shop.rows(`SELECT 1 FROM memberships UNION ALL SELECT 1 FROM mails`)).toEqual([])
})

test('fifty joins with one email at once: one 201, 49 times 409', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      post({ ...GOOD, customerEmail: i % 2 ? 'aina@example.com' : ' AINA@example.com ' }),
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
  await expectRefusal('memberships', '/api/memberships', { body: GOOD }, [
    409,
    'already_member',
    'customerEmail',
  ])
})

test('the same click twice is one membership and one answer', async () => {
  const key = { 'idempotency-key': 'one-double-click-of-a-joiner' }
  const answers = await Promise.all([1, 2, 3].map(() => post(GOOD, key)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await shop.rows(`SELECT id FROM memberships`)).toHaveLength(1)
})

test('a code that is taken is drawn again', async () => {
  const draws = ['AAAAAAAA', 'AAAAAAAA', 'CCCCCCCC']
  const input = { customerName: 'A', customerPhone: null, serviceId: 1, referredBy: null }
  for (const customerEmail of ['a@example.com', 'b@example.com'])
    await joinMembership({ ...input, customerEmail }, 'en', () => draws.shift() ?? '')
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
      await expectRefusal(
        'memberships',
        '/api/memberships',
        {
          body: {
            ...GOOD,
            customerEmail: other,
            customerPhone: otherPhone,
            referredBy: referralCode,
          },
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
