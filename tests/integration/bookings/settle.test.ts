import { settlements } from '@/lib/settlements'
import { stripe } from '@/lib/payments/client'
import { syncPayment } from '@/lib/payments/sync'
import { checkout, openShop, refusal, workingDay } from '@/tests/support/shop'
import { tellAll, toldCustomers } from '@/tests/support/told'

const shop = openShop()
const booking = async () =>
  (
    await shop.rows(
      `SELECT status, cancel_reason, confirmed_at IS NOT NULL AS confirmed, hold_expires_at, holder_hash FROM bookings ORDER BY id`,
    )
  )[0]
const payments = () =>
  shop.rows(
    `SELECT status, outcome, reason, refunded_amount::text AS refunded FROM payments ORDER BY id`,
  )
const events = async (type?: string) =>
  shop.rows(`SELECT id, type FROM stripe_events WHERE $1::text IS NULL OR type = $1`, [
    type ?? null,
  ])
const CONFIRMED = {
  status: 'confirmed',
  cancel_reason: null,
  confirmed: true,
  hold_expires_at: null,
  holder_hash: null,
}

describe('a payment in time confirms the booking once', () => {
  test('the webhook alone confirms it, and queues one mail in the visitor’s language', async () => {
    const { intent, booking: id } = await checkout({ locale: 'zh' })
    await shop.payments.pay(intent)
    expect(await booking()).toMatchObject({ status: 'pending' })
    expect(new Set(await shop.payments.release())).toEqual(new Set([200]))
    expect(await booking()).toEqual(CONFIRMED)
    expect(await payments()).toEqual([
      { status: 'succeeded', outcome: 'confirmed', reason: null, refunded: '0.00' },
    ])
    expect(await tellAll()).toMatchObject([
      { says: 'confirmed', recipient: 'aina@example.com', locale: 'zh', bookingId: id },
      { kind: 'studio_booking', says: 'confirmed', locale: 'en', bookingId: id },
    ])
    expect(
      await shop.rows(
        `SELECT card_fingerprint IS NOT NULL AS card, succeeded_at IS NOT NULL AS dated FROM payments`,
      ),
    ).toEqual([{ card: true, dated: true }])
  })

  test('webhook, success page and reconciler are one function for twenty callers at once', async () => {
    const { intent } = await checkout()
    await shop.payments.pay(intent)
    const event = { id: 'evt_same', type: 'payment_intent.succeeded', objectId: intent }
    const calls = Array.from({ length: 20 }, (_, i) =>
      syncPayment(
        settlements,
        intent,
        i % 4 === 0 ? undefined : i % 4 === 1 ? event : { ...event, id: `evt_${i}` },
      ),
    )
    await Promise.all(calls)
    expect(await booking()).toEqual(CONFIRMED)
    expect(await payments()).toHaveLength(1)
    expect(await toldCustomers()).toEqual(['confirmed'])
    expect((await events()).map(({ id }) => id).sort()).toEqual(
      [
        'evt_same',
        ...Array.from({ length: 20 }, (_, i) => i)
          .filter((i) => i % 4 > 1)
          .map((i) => `evt_${i}`),
      ].sort(),
    )
  })

  test('each event confirms it once, delivered ten times at once in reversed order', async () => {
    const { intent } = await checkout()
    await shop.payments.pay(intent)
    await shop.payments.control('webhooks', { mode: 'hold', duplicates: 9 })
    const answers = await shop.payments.release('reverse')
    expect(answers.length).toBeGreaterThanOrEqual(20)
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await booking()).toEqual(CONFIRMED)
    expect(await toldCustomers()).toEqual(['confirmed'])
    expect(await events('payment_intent.succeeded')).toHaveLength(1)
  })

  test('a week is confirmed with all its five days', async () => {
    const monday = [0, 1, 2, 3, 4, 5]
      .map(workingDay)
      .find((date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 1)
    const { intent } = await checkout({ duration: 'weekly', serviceId: 2, date: monday })
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await booking()).toEqual(CONFIRMED)
    expect(await shop.rows('SELECT id FROM slot_reservations')).toHaveLength(5)
  })

  test('unless it is heard of only after the session: then the money goes back as late', async () => {
    const { intent } = await checkout()
    await shop.payments.pay(intent)
    // Yesterday at noon: the session is over by the time its payment is heard of.
    const began = `((now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date - 1 + time '12:00') AT TIME ZONE 'Asia/Kuala_Lumpur'`
    await shop.rows(`
      UPDATE bookings SET hold_expires_at = now() - interval '1 hour', time = '12:00',
        date = to_char((now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date - 1, 'YYYY-MM-DD'),
        starts_at = ${began}, ends_at = ${began} + interval '1 hour'`)
    await shop.rows(
      `UPDATE slot_reservations SET starts_at = ${began}, ends_at = ${began} + interval '1 hour'`,
    )
    await syncPayment(settlements, intent)
    expect(await booking()).toMatchObject({ status: 'pending', confirmed: false })
    expect(await shop.rows(`SELECT outcome, reason FROM payments`)).toEqual([
      { outcome: 'refunded', reason: 'late' },
    ])
  })
})

describe('what is not a success changes nothing', () => {
  test('a decline: the booking waits, the next card confirms it', async () => {
    const { intent } = await checkout()
    expect(await refusal(shop.payments.pay(intent, 'pm_card_chargeDeclined'))).toMatchObject({
      type: 'StripeCardError',
    })
    await shop.payments.release()
    expect(await booking()).toMatchObject({ status: 'pending' })
    expect(await payments()).toEqual([
      { status: 'requires_payment_method', outcome: null, reason: null, refunded: '0.00' },
    ])
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await booking()).toEqual(CONFIRMED)
  })

  test('payment_failed that arrives after succeeded', async () => {
    const { intent } = await checkout()
    await refusal(shop.payments.pay(intent, 'pm_card_chargeDeclined'))
    await shop.payments.pay(intent)
    const answers = await shop.payments.release('reverse')
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await booking()).toEqual(CONFIRMED)
    expect(await events('payment_intent.payment_failed')).toHaveLength(1)
    expect(await toldCustomers()).toEqual(['confirmed'])
  })

  test('an event that claims a success which Stripe does not have', async () => {
    const { intent } = await checkout()
    await shop.payments.control('emit', {
      kind: 'payment_intent',
      id: intent,
      type: 'payment_intent.succeeded',
      patch: { status: 'succeeded', amount_received: 107_17 },
    })
    await shop.payments.release()
    expect(await booking()).toMatchObject({ status: 'pending' })
    expect(await payments()).toMatchObject([{ outcome: null }])
  })

  test('an event whose metadata name another booking', async () => {
    const mine = await checkout()
    const other = await checkout({ who: 'other', time: '10:00' })
    await stripe().paymentIntents.update(other.intent, {
      metadata: { booking_id: String(mine.booking) },
    })
    await shop.payments.pay(other.intent)
    await shop.payments.release()
    expect(await shop.rows(`SELECT id, status FROM bookings ORDER BY id`)).toEqual([
      { id: mine.booking, status: 'pending' },
      { id: other.booking, status: 'confirmed' },
    ])
  })

  test('while Stripe is away a webhook is answered with 503, nothing is stored, and the next delivery confirms', async () => {
    const { intent } = await checkout()
    await shop.payments.pay(intent)
    await shop.payments.faults({ match: 'GET /v1/payment_intents/*', status: 500 })
    const answers = await shop.payments.release()
    expect(answers.filter((status) => status === 503).length).toBeGreaterThan(0)
    expect(await events('payment_intent.succeeded')).toEqual([])
    await shop.payments.faults()
    const [event] = (await stripe().events.list({ type: 'payment_intent.succeeded', limit: 1 }))
      .data
    await shop.payments.control('resend', { event: event?.id })
    expect(await booking()).toEqual(CONFIRMED)
  })
})

describe('money that does not fit', () => {
  test.each([
    [107_16, 'less'],
    [200_00, 'more'],
  ])('%p sen, %s than due: the owner looks, nothing is confirmed or refunded', async (amount) => {
    const { intent } = await checkout()
    await stripe().paymentIntents.update(intent, { amount })
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await booking()).toMatchObject({ status: 'pending' })
    expect(await payments()).toEqual([
      {
        status: 'succeeded',
        outcome: 'needs_attention',
        reason: 'amount_mismatch',
        refunded: '0.00',
      },
    ])
    expect((await shop.payments.ledger()).refunds).toEqual([])
    expect(await toldCustomers()).toEqual([])
  })

  test('a payment that this site did not request is stored once and shown', async () => {
    const intent = await stripe().paymentIntents.create({
      amount: 50_00,
      currency: 'myr',
      allowed_payment_method_types: ['card'],
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    await shop.payments.control('webhooks', { mode: 'hold', duplicates: 4 })
    expect(new Set(await shop.payments.release())).toEqual(new Set([200]))
    await syncPayment(settlements, intent.id)
    expect(
      await shop.rows(
        `SELECT purpose, outcome, reason, amount::text, booking_id, stripe_payment_intent_id AS intent FROM payments`,
      ),
    ).toEqual([
      {
        purpose: 'unmatched',
        outcome: 'needs_attention',
        reason: 'unmatched',
        amount: '50.00',
        booking_id: null,
        intent: intent.id,
      },
    ])
  })

  test('an unpaid intent that this site did not request is ignored', async () => {
    const intent = await stripe().paymentIntents.create({
      amount: 50_00,
      currency: 'myr',
      allowed_payment_method_types: ['card'],
    })
    await shop.payments.release()
    await syncPayment(settlements, intent.id)
    expect(await payments()).toEqual([])
  })

  test('a dispute is flagged and not answered by a refund', async () => {
    const { intent } = await checkout()
    await shop.payments.pay(intent, 'pm_card_createDispute')
    await shop.payments.release()
    expect(await shop.rows(`SELECT outcome, disputed FROM payments`)).toEqual([
      { outcome: 'confirmed', disputed: true },
    ])
  })
})
