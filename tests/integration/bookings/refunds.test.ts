import { settlements } from '@/lib/settlements'
import { reconcilePayments } from '@/lib/jobs/jobs'
import { cancelBooking } from '@/lib/bookings/cancel'
import { syncPayment } from '@/lib/payments/sync'
import { letActsStand } from '@/tests/support/acts'
import { checkout, hold, openShop } from '@/tests/support/shop'
import { toldCustomers } from '@/tests/support/told'

const shop = openShop()
const payment = async () =>
  (
    await shop.rows(
      `SELECT outcome, reason, refund_status, refunded_amount::text AS refunded FROM payments WHERE status = 'succeeded'`,
    )
  )[0]
const refunds = async () => (await shop.payments.ledger()).refunds
const status = async () => (await shop.rows(`SELECT status FROM bookings ORDER BY id`))[0]?.status

const paid = async (card?: string) => (await shop.sold({}, card)).intent

/** Money for a slot that another visitor has by now: it must be refunded. */
async function owed(card: string) {
  const { intent } = await shop.lapsed()
  await hold({ who: 'next' })
  await shop.payments.pay(intent, card)
  return intent
}

const dashboard = (intent: string, amount?: number) =>
  shop.payments.control('refund', { payment_intent: intent, amount })
/** Longer than the sandbox's banks take over an asynchronous refund (2 s). */
const theBank = () => shop.payments.letBanksAnswer()

test('a refund that Stripe refuses needs the owner; the time is free all the same, and the money is shown', async () => {
  const intent = await paid()
  await shop.payments.control('dispute', { payment_intent: intent })
  const [booking] = await shop.rows(`SELECT id FROM bookings`)
  await cancelBooking({
    id: Number(booking?.id),
    refund: 'full',
    actor: 'owner',
    now: new Date(),
  })
  await letActsStand()
  expect([await status(), await shop.rows(`SELECT id FROM slot_reservations`)]).toEqual([
    'cancelled',
    [],
  ])
  expect(await payment()).toMatchObject({ outcome: 'needs_attention', reason: 'refund_failed' })
})

describe('a refund that is not instant', () => {
  test('is pending, then succeeded: by webhook', async () => {
    await syncPayment(settlements, await owed('pm_card_pendingRefund'))
    expect(await payment()).toEqual({
      outcome: 'refunded',
      reason: 'late',
      refund_status: 'pending',
      refunded: '107.17',
    })
    expect(await toldCustomers()).toEqual(['late'])
    await theBank()
    await shop.payments.release()
    expect(await payment()).toEqual({
      outcome: 'refunded',
      reason: 'late',
      refund_status: 'succeeded',
      refunded: '107.17',
    })
    expect(await toldCustomers()).toEqual([])
  })

  test('is pending, then succeeded: by the reconciler, every webhook lost', async () => {
    await syncPayment(settlements, await owed('pm_card_pendingRefund'))
    await theBank()
    await reconcilePayments()
    expect(await payment()).toMatchObject({ outcome: 'refunded', refund_status: 'succeeded' })
    expect(await refunds()).toHaveLength(1)
  })

  test('that fails in the end needs the owner, and is not tried again and again', async () => {
    await syncPayment(settlements, await owed('pm_card_refundFail'))
    expect(await payment()).toMatchObject({ outcome: 'refunded', refund_status: 'succeeded' })
    await theBank()
    await shop.payments.release()
    expect(await payment()).toEqual({
      outcome: 'needs_attention',
      reason: 'refund_failed',
      refund_status: 'failed',
      refunded: '0.00',
    })
    await reconcilePayments()
    await reconcilePayments()
    expect(await refunds()).toHaveLength(1)
  })

  test('and failed before its first news arrived: the reversed order ends the same', async () => {
    await syncPayment(settlements, await owed('pm_card_refundFail'))
    await theBank()
    await shop.payments.release('reverse')
    expect(await payment()).toMatchObject({ outcome: 'needs_attention', reason: 'refund_failed' })
  })
})

describe('from Stripe’s dashboard', () => {
  test('a part: the booking and its payment stay confirmed, the sum is shown', async () => {
    const intent = await paid()
    await dashboard(intent, 20_00)
    await shop.payments.release()
    expect(await payment()).toEqual({
      outcome: 'confirmed',
      reason: null,
      refund_status: 'succeeded',
      refunded: '20.00',
    })
    await dashboard(intent, 7_17)
    await shop.payments.release('reverse')
    expect(await payment()).toMatchObject({ outcome: 'confirmed', refunded: '27.17' })
    expect(await status()).toBe('confirmed')
  })

  test('the rest of it makes the payment refunded', async () => {
    const intent = await paid()
    await dashboard(intent, 20_00)
    await dashboard(intent)
    await shop.payments.control('webhooks', { mode: 'hold', duplicates: 4 })
    expect(new Set(await shop.payments.release())).toEqual(new Set([200]))
    expect(await payment()).toEqual({
      outcome: 'refunded',
      reason: null,
      refund_status: 'succeeded',
      refunded: '107.17',
    })
    expect(await status()).toBe('confirmed') // The owner decides about the session.
  })

  test('all of it, which the bank then refuses: the owner is told', async () => {
    const intent = await paid('pm_card_refundFail')
    await dashboard(intent)
    await syncPayment(settlements, intent)
    expect(await payment()).toMatchObject({ outcome: 'refunded' })
    await theBank()
    await shop.payments.release()
    expect(await payment()).toEqual({
      outcome: 'needs_attention',
      reason: 'refund_failed',
      refund_status: 'failed',
      refunded: '0.00',
    })
  })

  test('a refunded sum that did not fit no longer needs attention', async () => {
    const { intent } = await checkout()
    await shop.rows(`UPDATE payments SET amount = 107.18`)
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await payment()).toMatchObject({ outcome: 'needs_attention', reason: 'amount_mismatch' })
    await shop.rows(`UPDATE payments SET amount = 107.17`)
    await dashboard(intent)
    await shop.payments.release()
    expect(await payment()).toMatchObject({ outcome: 'refunded', refunded: '107.17' })
    await shop.rows(
      `UPDATE bookings SET status = 'cancelled', cancel_reason = 'admin', cancelled_at = now()`,
    )
    await shop.rows(`DELETE FROM slot_reservations`)
  })

  test('while Stripe is away the event is answered with 503, and the next delivery tells', async () => {
    const intent = await paid()
    await dashboard(intent)
    await shop.payments.faults({ match: 'GET /v1/refunds', status: 500 })
    expect(await shop.payments.release()).toContain(503)
    expect(await payment()).toMatchObject({ outcome: 'confirmed' })
    await shop.payments.faults()
    await syncPayment(settlements, intent)
    expect(await payment()).toMatchObject({ outcome: 'refunded' })
  })
})
