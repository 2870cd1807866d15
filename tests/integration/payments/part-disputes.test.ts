// Disputes of a part of a payment: the bank holds, takes or gives back that part alone, in whatever
// order Stripe tells of it.
import { recordGivenBack } from '@/lib/admin/attention/give-back'
import { markHandled } from '@/lib/admin/attention/handle'
import { expectAskedAsByRule } from '@/tests/support/asked'
import { attentionPayments } from '@/lib/admin/attention/queries'
import { bookingDetail } from '@/lib/admin/bookings/queries'
import { cameIn } from '@/lib/admin/money/queries'
import { leftSen } from '@/lib/admin/money/rules'
import { paymentsToDecide } from '@/lib/admin/today/todo'
import { cancelBooking } from '@/lib/bookings/cancel'
import { db } from '@/lib/db'
import { sweepPayments } from '@/lib/jobs/jobs'
import { awardDueRewards } from '@/lib/memberships/referrals'
import { moneyWentBack } from '@/lib/payments/queries'
import { syncPayment } from '@/lib/payments/sync'
import { MONEY_COLUMNS, moneyOf, owedOf, refundableOf } from '@/lib/sales/money'
import { settlements } from '@/lib/settlements'
import { studioDate } from '@/lib/time'
import { letActsStand } from '@/tests/support/acts'
import { completedSession, inDays, join } from '@/tests/support/members'
import { openShop, orderCheckout } from '@/tests/support/shop'
import { tellAll } from '@/tests/support/told'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'

const shop = openShop()
afterEach(expectAskedAsByRule)
const owner = { actor: 'owner', now: new Date() }
const dispute = (
  intent: string,
  about: { amount?: number; outcome?: 'answered' | 'won' | 'lost' } = {},
) => shop.payments.control('dispute', { payment_intent: intent, ...about })
const refund = (intent: string, amount: number) =>
  shop.payments.control('refund', { payment_intent: intent, amount })
const payment = async () =>
  (
    await shop.rows(
      `SELECT outcome, dispute_status AS status, disputed_amount::text AS disputed, lost_amount::text AS lost FROM payments ORDER BY id`,
    )
  )[0]
const money = async () => {
  const all = moneyOf(await db().payment.findMany({ select: MONEY_COLUMNS }))
  const { settledSen, stuckSen, lostSen, backSen } = all
  return { settledSen, stuckSen, lostSen, backSen, owedSen: owedOf(107_17, all) }
}
/** What the customer is told about disputes now. */
const toldOfDisputes = async () =>
  (await tellAll()).flatMap(({ letter }) =>
    letter?.kind === 'booking_notice' && letter.payload.news.dispute
      ? [letter.payload.news.dispute]
      : [],
  )
const KEPT = { settledSen: 107_17, stuckSen: 0, lostSen: 0, backSen: 0, owedSen: 0 }
/** What the money page says of today, by the sums that the database keeps. */
const leftToday = async () => leftSen((await cameIn(new Date())).today)

describe('a part of a payment', () => {
  test('is held while its dispute is open, and the rest counts', async () => {
    const { intent, booking } = await shop.sold()
    await dispute(intent, { amount: 30_00 })
    await shop.payments.release()
    expect(await payment()).toEqual({
      ...{ outcome: 'confirmed', status: 'chargeback', disputed: '30.00', lost: '0.00' },
    })
    expect(await money()).toEqual({ ...KEPT, settledSen: 77_17, stuckSen: 30_00 })
    expect(await leftToday()).toBe(107_17)
    expect(await moneyWentBack(db(), booking)).toBe(false)
    const detail = await bookingDetail(booking, 'en')
    expect(detail?.payments).toMatchObject([{ refundable: 77_17, disputed: 30_00, lost: 0 }])
    const { disputed } = await attentionPayments()
    expect(disputed).toMatchObject([{ left: 30_00 }])
    expect((await paymentsToDecide()).rows).toMatchObject([{ kind: 'disputed', amountSen: 30_00 }])
  })

  test.each(['created', 'reverse'] as const)(
    'that is lost is owed again alone, told %s',
    async (order) => {
      const { intent, booking } = await shop.sold()
      await dispute(intent, { amount: 30_00 })
      await dispute(intent, { outcome: 'lost' })
      await shop.payments.release(order)
      expect(await payment()).toMatchObject({ status: 'lost', disputed: '0.00', lost: '30.00' })
      expect(await money()).toEqual({ ...KEPT, settledSen: 77_17, lostSen: 30_00, owedSen: 30_00 })
      expect(await leftToday()).toBe(77_17)
      expect(await moneyWentBack(db(), booking)).toBe(false)
      expect(await shop.rows(`SELECT kind FROM receipts`)).toEqual([{ kind: 'receipt' }])
    },
  )

  test('that is lost is not to be answered any more: list and to do say that the bank has it', async () => {
    const { intent } = await shop.sold()
    await dispute(intent, { amount: 30_00 })
    await dispute(intent, { outcome: 'lost' })
    await shop.payments.release()
    expect(await attentionPayments()).toMatchObject({
      ...{ disputed: [], dispute_lost: [{ left: 30_00, dispute: 'lost' }] },
    })
    expect((await paymentsToDecide()).rows).toMatchObject([
      { kind: 'dispute_lost', amountSen: 30_00 },
    ])
    for (const words of [en, ms, zh]) {
      const { verbs } = words.admin.today
      expect(verbs.dispute_lost).not.toBe(verbs.disputed)
    }
    await markHandled({ id: 1, note: 'She pays again', ...owner })
    expect((await attentionPayments()).dispute_lost).toEqual([])
  })

  test('that was answered is not to be answered again, until another one is opened', async () => {
    const { intent } = await shop.sold()
    await dispute(intent, { amount: 30_00 })
    await dispute(intent, { outcome: 'answered' })
    await shop.payments.release()
    expect(await payment()).toMatchObject({ status: 'chargeback', disputed: '30.00' })
    expect(await attentionPayments()).toMatchObject({
      ...{ disputed: [], dispute_answered: [{ left: 30_00, dispute: 'answered' }] },
    })
    expect((await paymentsToDecide()).rows).toMatchObject([
      { kind: 'dispute_answered', amountSen: 30_00 },
    ])
    for (const words of [en, ms, zh]) {
      const { verbs } = words.admin.today
      expect(verbs.dispute_answered).not.toBe(verbs.disputed)
    }
    await dispute(intent, { amount: 20_00 })
    await shop.payments.release()
    expect(await attentionPayments()).toMatchObject({
      ...{ disputed: [{ left: 50_00, dispute: 'open' }], dispute_answered: [] },
    })
  })

  test('that is looked after stays so when it is answered', async () => {
    const { intent } = await shop.sold()
    await dispute(intent, { amount: 30_00 })
    await shop.payments.release()
    await markHandled({ id: 1, note: 'The evidence is there', ...owner })
    await dispute(intent, { outcome: 'answered' })
    await shop.payments.release()
    const { disputed, dispute_answered: answered } = await attentionPayments()
    expect([disputed, answered]).toEqual([[], []])
    await dispute(intent, { outcome: 'lost' })
    await shop.payments.release()
    expect((await attentionPayments()).dispute_lost).toMatchObject([{ left: 30_00 }])
  })

  test('that is won is as if nothing had been', async () => {
    const { intent } = await shop.sold()
    await dispute(intent, { amount: 30_00 })
    await shop.payments.release()
    await dispute(intent, { outcome: 'won' })
    await shop.payments.release('reverse')
    expect(await payment()).toMatchObject({ status: 'over', disputed: '0.00', lost: '0.00' })
    expect([await money(), await leftToday()]).toEqual([KEPT, 107_17])
  })

  test('beside a part that was refunded before, also when its webhooks never come', async () => {
    const { intent } = await shop.sold()
    await refund(intent, 20_00)
    await shop.payments.release()
    await shop.payments.control('webhooks', { mode: 'drop' })
    await dispute(intent, { amount: 30_00 })
    await dispute(intent, { outcome: 'lost' })
    await sweepPayments()
    await shop.payments.control('webhooks', { mode: 'hold' })
    expect(await money()).toEqual({
      ...{ settledSen: 57_17, stuckSen: 0, lostSen: 30_00, backSen: 20_00, owedSen: 30_00 },
    })
    expect(await leftToday()).toBe(57_17)
  })

  test('and another, later: one lost, one open, then won', async () => {
    const { intent } = await shop.sold()
    await dispute(intent, { amount: 30_00 })
    await dispute(intent, { outcome: 'lost' })
    await shop.payments.release()
    expect(await toldOfDisputes()).toEqual(['lost'])
    await dispute(intent, { amount: 50_00 })
    await shop.payments.release()
    expect(await payment()).toMatchObject({
      status: 'chargeback',
      disputed: '50.00',
      lost: '30.00',
    })
    expect(await money()).toMatchObject({ settledSen: 27_17, stuckSen: 50_00, lostSen: 30_00 })
    expect(await toldOfDisputes()).toEqual(['opened'])
    await dispute(intent, { outcome: 'won' })
    await shop.payments.release()
    expect(await payment()).toMatchObject({ status: 'lost', disputed: '0.00', lost: '30.00' })
    expect(await toldOfDisputes()).toEqual(['over'])
  })
})

test('of a dispute over all, after a refund, is lost what the bank keeps', async () => {
  const { intent } = await shop.sold()
  await refund(intent, 20_00)
  await dispute(intent)
  await shop.payments.release()
  expect(await money()).toMatchObject({ settledSen: 0, stuckSen: 87_17, backSen: 20_00 })
  await dispute(intent, { outcome: 'lost', amount: 50_00 })
  await shop.payments.release()
  expect(await payment()).toMatchObject({ status: 'lost', lost: '50.00' })
  expect(await money()).toMatchObject({ settledSen: 37_17, stuckSen: 0, lostSen: 50_00 })
})

test('the rest of a lost part goes back by hand: Stripe is not asked for it', async () => {
  const { intent, booking } = await shop.sold()
  await dispute(intent, { amount: 30_00 })
  await shop.payments.release()
  const record = () =>
    recordGivenBack({
      ...{
        id: 1,
        amountSen: undefined,
        method: 'transfer' as const,
        reference: null,
        reason: null,
      },
      ...{ date: studioDate(new Date()), ...owner },
    })
  await dispute(intent, { outcome: 'lost' })
  await shop.payments.release()
  await cancelBooking({ id: booking, refund: 'full', ...owner })
  await letActsStand()
  expect((await shop.payments.ledger()).refunds).toEqual([])
  const { open } = await attentionPayments()
  expect(open).toMatchObject([
    { id: 1, left: 77_17, byHandSen: 77_17, bar: 'refused', byHand: true },
  ])
  await record()
  await syncPayment(settlements, intent)
  expect(await payment()).toMatchObject({ outcome: 'refunded', lost: '30.00' })
  const [{ count } = {}] = await shop.rows(
    `SELECT total_amount::text AS count FROM receipts WHERE kind = 'credit_note'`,
  )
  expect(count).toBe('77.17')
})

test('nothing is given back by hand while a bank decides', async () => {
  const { intent, booking } = await shop.sold()
  await dispute(intent, { amount: 30_00 })
  await shop.payments.release()
  await cancelBooking({ id: booking, refund: 'full', ...owner }).catch(() => null)
  await letActsStand()
  const given = { method: 'transfer' as const, reference: null, reason: null, ...owner }
  await expect(
    recordGivenBack({ id: 1, amountSen: 10_00, date: studioDate(new Date()), ...given }),
  ).rejects.toMatchObject({ code: 'not_changeable' })
})

test('a member keeps a session of which a part is disputed, and has spent the rest', async () => {
  await join()
  const { intent } = await completedSession(shop, {})
  const card = async () =>
    (
      await shop.rows(
        `SELECT sessions_completed AS done, total_spent::text AS spent FROM memberships WHERE id = 1`,
      )
    )[0]
  await dispute(intent, { amount: 30_00 })
  await shop.payments.release()
  expect(await card()).toEqual({ done: 1, spent: '77.17' })
  await dispute(intent, { amount: 77_17 })
  await shop.payments.release()
  expect(await card()).toEqual({ done: 0, spent: '0.00' })
  // The oldest is decided first.
  await dispute(intent, { outcome: 'lost' })
  await dispute(intent, { outcome: 'won' })
  await shop.payments.release()
  expect(await card()).toEqual({ done: 1, spent: '77.17' })
})

test('a friend’s session earns its reward while only a part of it is disputed', async () => {
  const { referralCode } = await join()
  await join('lim@example.com', { referredBy: referralCode })
  const { intent } = await completedSession(shop, { who: 'lim' })
  await dispute(intent, { amount: 30_00 })
  await shop.payments.release()
  expect(await awardDueRewards(inDays(300))).toBe(1)
  await dispute(intent, { outcome: 'lost' })
  await shop.payments.release()
  expect(await shop.rows(`SELECT status FROM referral_rewards`)).toEqual([{ status: 'awarded' }])
})

test('an order of which a part is lost stands', async () => {
  const { intent } = await orderCheckout()
  await shop.payments.pay(intent)
  await dispute(intent, { amount: 30_00 })
  await dispute(intent, { outcome: 'lost' })
  await shop.payments.release('reverse')
  const rows = await db().payment.findMany({ select: MONEY_COLUMNS })
  const all = moneyOf(rows)
  expect([all.lostSen, refundableOf(all)]).toEqual([30_00, all.settledSen])
  expect(await shop.rows(`SELECT status FROM video_editing_orders`)).toEqual([{ status: 'paid' }])
})
