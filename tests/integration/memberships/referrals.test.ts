import { syncPayment } from '@/lib/payments/sync'
import { setStatus } from '@/lib/bookings/set-status'
import { awardDueRewards, decideReward } from '@/lib/memberships/referrals'
import { memberCard } from '@/lib/memberships/queries'
import { settlements } from '@/lib/settlements'
import { completedSession, expectCountersAreRecounted, inDays, join } from '@/tests/support/members'
import { openShop, refusal } from '@/tests/support/shop'

const shop = openShop()
afterEach(() => expectCountersAreRecounted(shop))

const DONE = 200 // completedSession's clock
const rewards = () =>
  shop.rows(
    `SELECT status, reward_amount::text AS amount, reverses_id AS reverses FROM referral_rewards ORDER BY id`,
  )
const earned = async () =>
  (await shop.rows(`SELECT referral_earnings::text AS earned FROM memberships WHERE id = 1`))[0]
    ?.earned
const state = async () =>
  (await memberCard('aina@example.com', 'en'))?.friends.map((friend) => friend.state)
const refund = async (intent: string) => {
  await shop.payments.control('refund', { payment_intent: intent })
  await syncPayment(settlements, intent)
}
const AWARDED = { status: 'awarded', amount: '100.00', reverses: null }

beforeEach(async () => {
  const { referralCode } = await join()
  await join('lim@example.com', { customerName: 'Lim Wei', referredBy: referralCode })
})

test('is pending until the friend’s first session is seven days old, and then awarded once', async () => {
  expect(await awardDueRewards(inDays(400))).toBe(0)
  await completedSession(shop, { who: 'lim' })
  expect(await awardDueRewards(inDays(DONE + 6.99))).toBe(0)
  expect([await state(), await earned()]).toEqual([['pending'], '0.00'])
  const changed = await Promise.all(
    Array.from({ length: 10 }, () => awardDueRewards(inDays(DONE + 7.01))),
  )
  expect(changed.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect([await rewards(), await state(), await earned()]).toEqual([
    [AWARDED],
    ['awarded'],
    '100.00',
  ])
  await completedSession(shop, { who: 'lim', time: '10:00' })
  await awardDueRewards(inDays(DONE + 30))
  expect(await earned()).toBe('100.00')
})

test('is reversed when the owner cancels the completed session', async () => {
  const { booking } = await completedSession(shop, { who: 'lim' })
  await awardDueRewards(inDays(DONE + 8))
  const change = { id: booking, status: 'cancelled', actor: 'owner', now: new Date() } as const
  await setStatus(change)
  expect(await rewards()).toEqual([AWARDED, { status: 'awarded', amount: '-100.00', reverses: 1 }])
  expect([await state(), await earned()]).toEqual([['reversed'], '0.00'])
})

test('waits again when the owner says that the session was not completed, and is awarded once it is', async () => {
  const { booking } = await completedSession(shop, { who: 'lim' })
  await awardDueRewards(inDays(DONE + 8))
  const setTo = (status: 'confirmed' | 'completed', now: Date) =>
    setStatus({ id: booking, status, actor: 'owner', now })
  await setTo('confirmed', inDays(DONE + 9))
  expect([await rewards(), await state(), await earned()]).toEqual([
    [{ ...AWARDED, status: 'pending' }],
    ['pending'],
    '0.00',
  ])
  await setTo('completed', inDays(DONE + 10))
  await awardDueRewards(inDays(DONE + 18))
  expect([await rewards(), await earned()]).toEqual([[AWARDED], '100.00'])
})

test('that was paid out is taken back when the session was not completed after all', async () => {
  const { booking } = await completedSession(shop, { who: 'lim' })
  await awardDueRewards(inDays(DONE + 8))
  const [{ id }] = (await shop.rows(`SELECT id FROM referral_rewards`)) as [{ id: number }]
  await decideReward({ id, to: 'paid', actor: 'owner', now: new Date() })
  await setStatus({ id: booking, status: 'confirmed', actor: 'owner', now: new Date() })
  expect(await rewards()).toEqual([
    { ...AWARDED, status: 'paid' },
    { status: 'awarded', amount: '-100.00', reverses: 1 },
  ])
  expect(await earned()).toBe('0.00')
})

// Seen in loyalty systems that take a reward back for good when a status is set by mistake.
test('real life: that was paid out counts again, once, when the session is completed again', async () => {
  const { booking, intent } = await completedSession(shop, { who: 'lim' })
  await awardDueRewards(inDays(DONE + 8))
  await decideReward({ id: 1, to: 'paid', actor: 'owner', now: new Date() })
  const setTo = (status: 'confirmed' | 'completed') =>
    setStatus({ id: booking, status, actor: 'owner', now: new Date() })
  const PAID = { ...AWARDED, status: 'paid' }
  const BACK = { status: 'awarded', amount: '-100.00', reverses: 1 }
  await setTo('confirmed')
  expect([await state(), await earned()]).toEqual([['reversed'], '0.00'])
  await setTo('completed')
  expect([await rewards(), await state(), await earned()]).toEqual([
    [PAID, BACK, PAID],
    ['paid'],
    '100.00',
  ])
  expect(await awardDueRewards(inDays(DONE + 30))).toBe(0)
  await setTo('confirmed')
  await refund(intent)
  await setTo('completed')
  expect([(await rewards()).length, await state(), await earned()]).toEqual([
    4,
    ['reversed'],
    '0.00',
  ])
})

test('is reversed by one counter entry when that session is refunded, and never awarded again', async () => {
  const { intent } = await completedSession(shop, { who: 'lim' })
  await awardDueRewards(inDays(DONE + 8))
  await shop.payments.control('refund', { payment_intent: intent })
  await Promise.all(Array.from({ length: 5 }, () => syncPayment(settlements, intent)))
  await shop.payments.release()
  expect(await rewards()).toEqual([AWARDED, { status: 'awarded', amount: '-100.00', reverses: 1 }])
  expect([await state(), await earned()]).toEqual([['reversed'], '0.00'])
  await completedSession(shop, { who: 'lim', time: '10:00' })
  expect(await awardDueRewards(inDays(DONE + 30))).toBe(0)
  expect(await earned()).toBe('0.00')
})

test('refunded before it was due, the friend’s next session earns it', async () => {
  const { intent } = await completedSession(shop, { who: 'lim' })
  await refund(intent)
  expect(await awardDueRewards(inDays(DONE + 8))).toBe(0)
  await completedSession(shop, { who: 'lim', time: '10:00' })
  expect(await awardDueRewards(inDays(DONE + 8))).toBe(1)
  expect(await earned()).toBe('100.00')
})

test('award and refund at the same moment end with nothing earned', async () => {
  const { intent } = await completedSession(shop, { who: 'lim' })
  await shop.payments.control('refund', { payment_intent: intent })
  await Promise.all([
    awardDueRewards(inDays(DONE + 8)),
    syncPayment(settlements, intent),
    awardDueRewards(inDays(DONE + 8)),
    syncPayment(settlements, intent),
  ])
  expect(await earned()).toBe('0.00')
})

test('paid with the referrer’s own card it is held, and the owner decides', async () => {
  await completedSession(shop, { time: '12:00' })
  await completedSession(shop, { who: 'lim' })
  await awardDueRewards(inDays(DONE + 8))
  expect([await state(), await earned()]).toEqual([['held'], '0.00'])
  expect(
    await refusal(decideReward({ id: 1, to: 'paid', actor: 'owner', now: new Date() })),
  ).toMatchObject({ code: 'not_changeable' })
  await decideReward({ id: 1, to: 'awarded', actor: 'owner', now: new Date() })
  expect(await earned()).toBe('100.00')
  await decideReward({ id: 1, to: 'paid', actor: 'owner', now: new Date() })
  expect([await state(), await earned()]).toEqual([['paid'], '100.00'])
  expect(
    await refusal(decideReward({ id: 1, to: 'paid', actor: 'owner', now: new Date() })),
  ).toMatchObject({ code: 'not_changeable' })
  expect(
    await refusal(decideReward({ id: 99, to: 'paid', actor: 'owner', now: new Date() })),
  ).toMatchObject({ code: 'not_found' })
  expect(await shop.rows(`SELECT actor, action FROM audit_log ORDER BY id`)).toEqual([
    { actor: 'owner', action: 'reward_awarded' },
    { actor: 'owner', action: 'reward_paid' },
  ])
})

test('with another card it is not', async () => {
  await completedSession(shop, { time: '12:00' }, 'pm_card_mastercard')
  await completedSession(shop, { who: 'lim' })
  await awardDueRewards(inDays(DONE + 8))
  expect(await state()).toEqual(['awarded'])
})

test.each([
  ['of one inbox, with a card each', 'lim+two@example.com', 'pm_card_mastercard'],
  ['of two inboxes, with one card', 'mei@example.com', undefined],
])(
  'for two friends %s it is awarded once, and the owner decides about the other',
  async (_who, email, card) => {
    const [{ code }] = (await shop.rows(
      `SELECT referral_code AS code FROM memberships WHERE id = 1`,
    )) as [{ code: string }]
    await join(email, { customerName: 'Another', referredBy: code })
    await completedSession(shop, { who: 'lim' })
    await completedSession(shop, { who: 'other', email, time: '13:00' }, card)
    await Promise.all([1, 2, 3].map(() => awardDueRewards(inDays(DONE + 8))))
    expect((await rewards()).map(({ status }) => status).sort()).toEqual(['awarded', 'held'])
    expect(await earned()).toBe('100.00')
    const [held] = await shop.rows(`SELECT id FROM referral_rewards WHERE status = 'held'`)
    await decideReward({ id: Number(held?.id), to: 'awarded', actor: 'owner', now: new Date() })
    expect(await earned()).toBe('200.00')
  },
)

test('for two friends who share neither inbox nor card both are awarded', async () => {
  const [{ code }] = (await shop.rows(
    `SELECT referral_code AS code FROM memberships WHERE id = 1`,
  )) as [{ code: string }]
  await join('mei@example.com', { customerName: 'Mei', referredBy: code })
  await completedSession(shop, { who: 'lim' })
  await completedSession(shop, { who: 'mei', time: '13:00' }, 'pm_card_mastercard')
  await awardDueRewards(inDays(DONE + 8))
  expect(await earned()).toBe('200.00')
})

test('held and then refunded, it is refused', async () => {
  await completedSession(shop, { time: '12:00' })
  const { intent } = await completedSession(shop, { who: 'lim' })
  await awardDueRewards(inDays(DONE + 8))
  await refund(intent)
  expect([await state(), await earned()]).toEqual([['refused'], '0.00'])
})

test('waits while its referrer is not an active member, or the friend’s payment is disputed', async () => {
  await completedSession(shop, { who: 'lim' })
  await shop.rows(`UPDATE memberships SET status = 'paused' WHERE id = 1`)
  expect(await awardDueRewards(inDays(DONE + 8))).toBe(0)
  await shop.rows(`UPDATE memberships SET status = 'active'`)
  await shop.rows(`UPDATE payments SET disputed = true, disputed_amount = received_amount`)
  expect(await awardDueRewards(inDays(DONE + 8))).toBe(0)
  await shop.rows(`UPDATE payments SET disputed = false, disputed_amount = 0`)
  expect(await awardDueRewards(inDays(DONE + 8))).toBe(1)
})

test('the card names friends by their first name', async () => {
  expect((await memberCard('aina@example.com', 'en'))?.friends).toEqual([
    { id: 1, name: 'Lim', joinedAt: expect.any(String), state: 'pending', amount: '100.00' },
  ])
})
