import { settlements } from '@/lib/settlements'
import { reconcilePayments } from '@/lib/jobs/jobs'
import { stripe } from '@/lib/payments/client'
import { holdSlot } from '@/lib/bookings/book'
import { clientSecretFor } from '@/lib/bookings/client-secret'
import { syncPayment } from '@/lib/payments/sync'
import { checkout, hold, openShop, visitor, wish, workingDay } from '@/tests/support/shop'
import { tellAll, toldCustomers } from '@/tests/support/told'

const shop = openShop()
const booking = async (id: number) =>
  (await shop.rows(`SELECT status, cancel_reason FROM bookings WHERE id = $1`, [id]))[0]
const payments = () =>
  shop.rows(
    `SELECT outcome, reason, refund_status, refunded_amount::text AS refunded FROM payments WHERE status = 'succeeded' ORDER BY id`,
  )
const refunds = async () => (await shop.payments.ledger()).refunds
const REFUNDED = {
  outcome: 'refunded',
  reason: 'late',
  refund_status: 'succeeded',
  refunded: '107.17',
}

/**
 * A hold that has run out and was expired although its intent is still open (Stripe was away), then
 * paid.
 */
async function paidTooLate(about: Parameters<typeof checkout>[0] = {}, card?: string) {
  const made = await shop.lapsed(about)
  await shop.payments.pay(made.intent, card)
  return made
}

describe('the hold had ended', () => {
  test('and the slot is still free: revived, confirmed, one ordinary mail', async () => {
    const { booking: id, intent } = await paidTooLate()
    expect(await booking(id)).toEqual({ status: 'cancelled', cancel_reason: 'expired' })
    await shop.payments.release()
    expect(await booking(id)).toEqual({ status: 'confirmed', cancel_reason: null })
    expect(await toldCustomers()).toEqual(['confirmed'])
    await Promise.all(Array.from({ length: 10 }, () => syncPayment(settlements, intent)))
    expect(await refunds()).toEqual([])
  })

  test('a week comes back whole or not at all', async () => {
    const monday =
      [0, 1, 2, 3, 4, 5]
        .map(workingDay)
        .find((date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 1) ?? ''
    const week = await paidTooLate({ duration: 'weekly', serviceId: 2, date: monday })
    const friday = new Date(Date.parse(`${monday}T00:00:00Z`) + 4 * 86_400_000)
      .toISOString()
      .slice(0, 10)
    await hold({ who: 'other', date: friday, time: '16:00' })
    await syncPayment(settlements, week.intent)
    expect(await booking(week.booking)).toEqual({ status: 'cancelled', cancel_reason: 'expired' })
    expect(
      await shop.rows(`SELECT id FROM slot_reservations WHERE booking_id = $1`, [week.booking]),
    ).toEqual([])
    expect(await payments()).toMatchObject([{ outcome: 'refunded', reason: 'late' }])
  })

  test('and the slot is taken: refunded in full at Stripe, both sides mailed, three other times offered', async () => {
    const { booking: id } = await paidTooLate({ locale: 'ms' })
    await hold({ who: 'next' })
    await shop.payments.release()
    expect(await booking(id)).toEqual({ status: 'cancelled', cancel_reason: 'expired' })
    expect(await payments()).toEqual([REFUNDED])
    expect(await refunds()).toMatchObject([{ amount: 107_17, status: 'succeeded' }])
    const told = await tellAll()
    expect(told).toMatchObject([
      { kind: 'booking_notice', says: 'late', locale: 'ms', bookingId: id },
      { kind: 'studio_booking', says: 'late', locale: 'en', bookingId: id },
    ])
    for (const { letter } of told)
      expect((letter?.payload as { alternatives: unknown[] }).alternatives).toHaveLength(3)
  })

  test('and the slot is another’s: twenty callers at once refund once', async () => {
    const { intent } = await paidTooLate()
    await hold({ who: 'next' })
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        syncPayment(
          settlements,
          intent,
          i % 2
            ? { id: `evt_${i % 5}`, type: 'payment_intent.succeeded', objectId: intent }
            : undefined,
        ),
      ),
    )
    await Promise.all([1, 2, 3, 4].map(() => syncPayment(settlements, intent)))
    await shop.payments.release()
    expect(await payments()).toEqual([REFUNDED])
    expect(await refunds()).toHaveLength(1)
    expect(await toldCustomers()).toEqual(['late'])
  })

  test('and the session has begun: refunded', async () => {
    const { intent, booking: id } = await paidTooLate()
    await shop.rows(`UPDATE bookings SET starts_at = now() - interval '1 second' WHERE id = $1`, [
      id,
    ])
    await syncPayment(settlements, intent)
    expect(await payments()).toEqual([REFUNDED])
    expect(await booking(id)).toMatchObject({ status: 'cancelled' })
  })

  test('because the visitor chose another slot: the first is revived beside the second', async () => {
    const first = await checkout()
    const { booking: second } = await holdSlot(wish({ time: '10:00' }))
    await shop.payments.pay(first.intent)
    await shop.payments.release()
    expect(await booking(first.booking)).toEqual({ status: 'confirmed', cancel_reason: null })
    expect(await booking(second.id)).toMatchObject({ status: 'pending' })
  })

  test('because the visitor chose a longer session instead: the payment for the first is refunded', async () => {
    const first = await checkout({ time: '10:00' })
    await holdSlot(wish({ serviceId: 2, time: '09:00', duration: 'half-day' }))
    await shop.payments.pay(first.intent)
    await shop.payments.release()
    expect(await payments()).toEqual([REFUNDED])
  })
})

test('a payment after an administrator’s cancellation is refunded, and both are mailed', async () => {
  const { booking: id, intent } = await checkout()
  await shop.rows(
    `UPDATE bookings SET status = 'cancelled', cancel_reason = 'admin', cancelled_at = now() WHERE id = $1`,
    [id],
  )
  await shop.rows(`DELETE FROM slot_reservations`)
  await shop.payments.pay(intent)
  await shop.payments.release()
  expect(await payments()).toEqual([{ ...REFUNDED, reason: 'cancelled' }])
  expect(await booking(id)).toEqual({ status: 'cancelled', cancel_reason: 'admin' })
  expect(await toldCustomers()).toEqual(['late'])
})

test('paid twice: the second payment goes back, the booking stays confirmed', async () => {
  const first = await checkout()
  await stripe().paymentIntents.cancel(first.intent)
  const { clientSecret: secret } = await clientSecretFor({
    bookingId: first.booking,
    visitorHash: visitor(),
    amountSen: 107_17,
  })
  await shop.payments.pay(secret.split('_secret_')[0] ?? '')
  await shop.payments.release()
  // An intent that was also paid, as two tabs of an older deployment could have caused.
  const twin = await stripe().paymentIntents.create({
    amount: 107_17,
    currency: 'myr',
    allowed_payment_method_types: ['card'],
  })
  await shop.rows(
    `INSERT INTO payments (booking_id, sale_id, purpose, amount, idempotency_key, stripe_payment_intent_id) VALUES ($1, (SELECT id FROM sales WHERE booking_id = $1), 'booking', 107.17, 'twin', $2)`,
    [first.booking, twin.id],
  )
  await shop.payments.pay(twin.id)
  await shop.payments.release()
  expect(await payments()).toEqual([
    { outcome: 'confirmed', reason: null, refund_status: null, refunded: '0.00' },
    { ...REFUNDED, reason: 'duplicate' },
  ])
  expect(await booking(first.booking)).toMatchObject({ status: 'confirmed' })
  // One mail says both.
  expect(await toldCustomers()).toEqual(['confirmed'])
})

describe('Stripe away while the refund is due', () => {
  const due = async () => {
    const made = await paidTooLate()
    await hold({ who: 'next' })
    return made
  }

  test('it stays due, nobody is told of a refund, and the reconciler makes it', async () => {
    const { intent } = await due()
    await shop.payments.faults({ match: 'POST /v1/refunds', status: 500 })
    await syncPayment(settlements, intent)
    expect(await payments()).toMatchObject([{ outcome: 'refund_due', reason: 'late' }])
    await shop.payments.faults()
    await reconcilePayments()
    expect(await payments()).toEqual([REFUNDED])
    expect(await toldCustomers()).toEqual(['late'])
  })

  test('the answer lost after the refund was made: found, not made again', async () => {
    const { intent } = await due()
    await shop.payments.faults({
      match: 'POST /v1/refunds',
      status: 'reset',
      after: true,
      times: 4,
    })
    await syncPayment(settlements, intent)
    await shop.payments.faults()
    await Promise.all([reconcilePayments(), reconcilePayments()])
    expect(await refunds()).toHaveLength(1)
    expect(await payments()).toEqual([REFUNDED])
    expect(await toldCustomers()).toEqual(['late'])
  })

  test('the owner gave a part back meanwhile: the rest follows, so that all of it is back', async () => {
    const { intent } = await due()
    await shop.payments.faults({ match: 'POST /v1/refunds', status: 500 })
    await syncPayment(settlements, intent)
    await shop.payments.control('refund', { payment_intent: intent, amount: 20_00 })
    await shop.payments.faults()
    await reconcilePayments()
    await shop.payments.release()
    expect((await refunds()).map(({ amount }) => amount).sort()).toEqual([20_00, 87_17])
    expect(await payments()).toEqual([REFUNDED])
  })
})
