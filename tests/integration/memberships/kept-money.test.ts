// What counts for a member is the money that is kept, whichever payment it came by and whatever
// became of that payment.
import { lengthOf } from '@/lib/availability/rules'
import { correctContact } from '@/lib/bookings/contact'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { adminBookingBody } from '@/lib/bookings/schema'
import { setStatus } from '@/lib/bookings/set-status'
import { upgradeSecret } from '@/lib/bookings/upgrade'
import { db, type Prisma } from '@/lib/db'
import { counted } from '@/lib/memberships/counting'
import { awardDueRewards, decideReward } from '@/lib/memberships/referrals'
import { senOf } from '@/lib/money'
import { stripe } from '@/lib/payments/client'
import { recordPayment } from '@/lib/payments/record'
import { syncPayment } from '@/lib/payments/sync'
import { moneyOf, refundableOf } from '@/lib/sales/money'
import { settlements } from '@/lib/settlements'
import { completedSession, expectCountersAreRecounted, inDays, join } from '@/tests/support/members'
import { studioDate } from '@/lib/time'
import { checkout, openShop, workingDay } from '@/tests/support/shop'

const shop = openShop()
afterEach(() => expectCountersAreRecounted(shop))

const card = async (id = 1) =>
  (
    await shop.rows(
      `SELECT sessions_completed AS done, total_spent::text AS spent FROM memberships WHERE id = $1`,
      [id],
    )
  )[0]
const refund = async (intent: string) => {
  await shop.payments.control('refund', { payment_intent: intent })
  await syncPayment(settlements, intent)
}
const setTo = (id: number, status: 'confirmed' | 'completed', now = new Date()) =>
  setStatus({ id, status, actor: 'owner', now })

/** Another sum than was due, for a session that the owner lets happen all the same. */
async function short(about: Parameters<typeof checkout>[0] = {}) {
  const { booking, intent } = await checkout(about)
  await stripe().paymentIntents.update(intent, { amount: 107_00 })
  await shop.payments.pay(intent)
  await shop.payments.release()
  await setTo(booking, 'confirmed')
  return { booking, intent }
}

test('a session counts with what came, although it was less than was due', async () => {
  await join()
  const { booking, intent } = await short()
  await setTo(booking, 'completed')
  expect(await card()).toEqual({ done: 1, spent: '107.00' })
  await refund(intent)
  expect(await card()).toEqual({ done: 0, spent: '0.00' })
})

test('a session counts while its upgrade’s money is kept', async () => {
  await join()
  const { booking, intent } = await shop.sold({ serviceId: 2, time: '10:00' })
  const { clientSecret } = await upgradeSecret({
    bookingId: booking,
    length: lengthOf({ duration: 'half-day' }),
    addOns: [],
    amountSen: 987_24 - 268_46,
    now: new Date(),
  })
  const upgrade = clientSecret.split('_secret_')[0] ?? ''
  await shop.payments.pay(upgrade)
  await shop.payments.release()
  await setTo(booking, 'completed')
  expect(await card()).toEqual({ done: 1, spent: '987.24' })
  await refund(intent)
  expect(await card()).toEqual({ done: 1, spent: '718.78' })
  await refund(upgrade)
  expect(await card()).toEqual({ done: 0, spent: '0.00' })
})

test('a session counts again when its refund failed at the bank', async () => {
  await join()
  const { intent } = await completedSession(shop, {}, 'pm_card_refundFail')
  await refund(intent)
  expect(await card()).toEqual({ done: 0, spent: '0.00' })
  await shop.payments.letBanksAnswer()
  await syncPayment(settlements, intent)
  expect(await card()).toEqual({ done: 1, spent: '107.17' })
})

test('what counted counts again once its dispute is won, also for a member who is paused by then', async () => {
  await join()
  const { intent, booking } = await completedSession(shop, {})
  await shop.payments.control('dispute', { payment_intent: intent })
  await shop.payments.release()
  expect(await card()).toEqual({ done: 0, spent: '0.00' })
  await shop.rows(`UPDATE memberships SET status = 'paused'`)
  await shop.payments.control('dispute', { payment_intent: intent, outcome: 'won' })
  await shop.payments.release()
  expect(await card()).toEqual({ done: 1, spent: '107.17' })
  // What the owner set back, and completes while they are paused, is a session of a paused member.
  await setTo(booking, 'confirmed')
  await setTo(booking, 'completed')
  expect(await card()).toEqual({ done: 0, spent: '0.00' })
})

test('a friend’s session earns its reward, also when the sum was short, and once more when completed again', async () => {
  const { referralCode } = await join()
  await join('lim@example.com', { referredBy: referralCode })
  const { booking } = await short({ who: 'lim' })
  await setTo(booking, 'completed')
  expect(await awardDueRewards(inDays(8))).toBe(1)
  await decideReward({ id: 1, to: 'paid', actor: 'owner', now: new Date() })
  const earned = async () =>
    (await shop.rows(`SELECT referral_earnings::text AS sum FROM memberships WHERE id = 1`))[0]?.sum
  expect(await earned()).toBe('100.00')
  await setTo(booking, 'confirmed')
  expect(await earned()).toBe('0.00')
  await setTo(booking, 'completed')
  expect(await earned()).toBe('100.00')
})

test('a friend’s session of which a part is still to be paid earns its reward with the rest', async () => {
  const { referralCode } = await join()
  await join('lim@example.com', { referredBy: referralCode })
  const wish = adminBookingBody.parse({
    ...{ serviceId: 1, firstName: 'Lim', email: 'lim@example.com' },
    ...{ date: workingDay(), time: '09:00', paid: 'later' },
  })
  const { id } = await createAdminBooking(wish, { actor: 'owner', now: new Date() })
  const pay = (sen: number) =>
    recordPayment(settlements, {
      ...{ about: { bookingId: id, orderId: null }, method: 'cash', sen, reference: null },
      ...{ date: studioDate(new Date()), key: String(sen), actor: 'owner', now: new Date() },
    })
  await pay(10_00)
  await setTo(id, 'completed')
  expect(await awardDueRewards(inDays(8))).toBe(0)
  await pay(97_17)
  expect(await awardDueRewards(inDays(8))).toBe(1)
})

test('real life: a session that turned out to be another person’s is no money of the member', async () => {
  await join()
  const { booking } = await completedSession(shop, {})
  await setTo(booking, 'confirmed')
  await correctContact({
    ...{ id: booking, firstName: 'Lim', lastName: null, email: 'lim@example.com', phone: null },
    ...{ locale: 'en', version: undefined, actor: 'owner' },
  })
  await setTo(booking, 'completed')
  await completedSession(shop, { time: '10:00' })
  expect(await card()).toEqual({ done: 1, spent: '107.17' })
})

test('what counts of a payment in SQL is what the rules say', async () => {
  const each = <T>(name: string, values: T[], rows: Record<string, unknown>[]) =>
    rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value })))
  let rows: Record<string, unknown>[] = [{ amount: '107.17', stripe_payment_intent_id: 'pi' }]
  rows = each('outcome', [null, 'confirmed', 'refund_due', 'refunded', 'needs_attention'], rows)
  rows = each('reason', [null, 'refund_failed', 'offline_refund', 'amount_mismatch'], rows)
  rows = each('received_amount', [null, '107.00', '200.00'], rows)
  rows = each('refunded_amount', ['0.00', '7.00', '107.17'], rows)
  rows = each('part_due', ['0.00', '5.00'], rows).map((row) => ({
    ...row,
    off_price: '0.00',
    part_failed: '0.00',
    returned_amount: '0.00',
  }))
  rows = each('currency', ['myr', 'MYR', 'usd'], rows)
  rows = DISPUTES.flatMap(([dispute_status, lost_amount, disputed_amount]) =>
    rows.map((row) => ({ ...row, dispute_status, lost_amount, disputed_amount })),
  )
  const all = each('handled_at', [null, '2026-11-26T00:00:00Z'], rows)
  const counts = await db().$queryRaw<{ sum: Prisma.Decimal }[]>`
    SELECT ${counted} AS sum FROM jsonb_populate_recordset(NULL::payments, ${JSON.stringify(all)}::jsonb)
      WITH ORDINALITY AS p ORDER BY p.ordinality`
  expect(counts.map(({ sum }) => senOf(sum))).toEqual(
    all.map((row: Record<string, unknown>) =>
      Math.max(0, refundableOf(moneyOf([camel(row) as never])) - disputedSen(row)),
    ),
  )
})

const DISPUTES = [
  ...([null, 'over'] as const).map((status) => [status, '0.00', '0.00'] as const),
  ...(['inquiry', 'chargeback'] as const).flatMap((status) => [
    [status, '0.00', '30.00'] as const,
    [status, '30.00', '77.00'] as const,
  ]),
  ['lost', '30.00', '0.00'] as const,
  ['lost', '107.17', '0.00'] as const,
]

/** What banks want back counts only once it is decided; an inquiry asks for it, too. */
const disputedSen = (row: Record<string, unknown>) => senOf(String(row.disputed_amount))

const camel = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
