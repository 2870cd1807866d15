import { setTimeout as sleep } from 'node:timers/promises'
import { expireHold } from '@/lib/bookings/expire'
import { clientSecretFor } from '@/lib/bookings/client-secret'
import { stripe } from '@/lib/payments/client'
import { age, checkout, hold, minutesAgo, openShop, refusal, visitor } from '@/tests/support/shop'

const shop = openShop()
const ask = (bookingId: number, about: { who?: string; amount?: number | null; now?: Date } = {}) =>
  clientSecretFor({
    bookingId,
    visitorHash: visitor(about.who),
    amountSen: about.amount === undefined ? 107_17 : about.amount,
  }).then(({ clientSecret }) => clientSecret)
const intents = async () => (await shop.payments.ledger()).payment_intents
const paymentRows = () =>
  shop.rows(`SELECT status, stripe_payment_intent_id AS intent FROM payments ORDER BY id`)

test('a booking has one intent: ringgit in sen, every payment method, the booking’s id, stored in both tables', async () => {
  const id = await hold()
  const secret = await ask(id)
  const [intent] = await intents()
  expect(intent).toMatchObject({
    client_secret: secret,
    amount: 107_17,
    currency: 'myr',
    payment_method_types: ['card', 'fpx', 'grabpay'],
    metadata: { booking_id: String(id) },
  })
  expect(
    await shop.rows(
      `SELECT b.stripe_payment_intent_id AS booked, p.stripe_payment_intent_id AS paid, p.purpose, p.amount::text, p.currency FROM bookings b JOIN payments p ON p.booking_id = b.id`,
    ),
  ).toEqual([
    { booked: intent?.id, paid: intent?.id, purpose: 'booking', amount: '107.17', currency: 'myr' },
  ])
})

test('the intent is the same each time, and for many clicks at once', async () => {
  const id = await hold()
  const first = await ask(id)
  expect(
    new Set([first, ...(await Promise.all(Array.from({ length: 10 }, () => ask(id))))]).size,
  ).toBe(1)
  const other = await hold({ who: 'other', time: '10:00' })
  expect(
    new Set(await Promise.all(Array.from({ length: 10 }, () => ask(other, { who: 'other' })))).size,
  ).toBe(1)
  expect(await intents()).toHaveLength(2)
})

describe('refused', () => {
  test('to a stranger exactly as for a booking that is not there', async () => {
    const id = await hold()
    for (const [booking, hash] of [
      [id, visitor('stranger')],
      [id, null],
      [id + 1, visitor()],
      [2_147_483_647, visitor()],
    ] as const)
      expect(
        await refusal(
          clientSecretFor({
            bookingId: booking,
            visitorHash: hash,
            amountSen: 107_17,
          }),
        ),
      ).toMatchObject({ code: 'not_found', status: 404 })
    // Not the amount first: a stranger must not learn the price of somebody's booking.
    expect(await refusal(ask(id, { who: 'stranger', amount: 1 }))).toMatchObject({
      code: 'not_found',
    })
  })

  test('after the hold has run out, before the amount is looked at', async () => {
    const id = await hold({ now: minutesAgo(16) })
    expect(await refusal(ask(id, { amount: 1 }))).toMatchObject({
      code: 'not_payable',
      status: 409,
    })
    await expireHold({ bookingId: id })
    expect(await refusal(ask(id))).toMatchObject({ code: 'not_payable' })
  })

  test.each([107_16, 107_18, 0, 9_999_999_999])(
    'a payment of %p sen is refused with the right sum',
    async (amount) => {
      expect(await refusal(ask(await hold(), { amount }))).toMatchObject({
        code: 'price_changed',
        details: { data: { totalAmount: '107.17' } },
      })
    },
  )

  test('once it is paid, whether or not the webhook has come', async () => {
    const { booking, intent } = await checkout()
    await shop.payments.pay(intent)
    const paid = {
      code: 'not_payable',
      details: { sentence: 'already_paid', data: { paymentIntentId: intent } },
    }
    expect(await refusal(ask(booking))).toMatchObject(paid)
    expect(await shop.rows(`SELECT status FROM bookings`)).toEqual([{ status: 'confirmed' }])
    expect(await refusal(ask(booking))).toMatchObject(paid)
  })

  afterEach(async () => {
    expect((await intents()).filter(({ status }) => status !== 'succeeded')).toEqual([])
  })
})

test('an intent that Stripe has cancelled is replaced by one new one', async () => {
  const { booking, intent } = await checkout()
  await stripe().paymentIntents.cancel(intent)
  const secrets = await Promise.all(Array.from({ length: 5 }, () => ask(booking)))
  expect(new Set(secrets).size).toBe(1)
  expect((await intents()).map(({ status }) => status)).toEqual([
    'canceled',
    'requires_payment_method',
  ])
  expect((await paymentRows()).map(({ status }) => status)).toEqual([
    'canceled',
    'requires_payment_method',
  ])
})

describe('Stripe in trouble', () => {
  const CREATE = 'POST /v1/payment_intents'

  test('answering 500: the hold stays, the answer is 503, the next attempt works', async () => {
    const id = await hold()
    await shop.payments.faults({ match: CREATE, status: 500 })
    expect(await refusal(ask(id))).toMatchObject({ code: 'unavailable', status: 503 })
    expect(await shop.rows(`SELECT status FROM bookings`)).toEqual([{ status: 'pending' }])
    await shop.payments.faults()
    expect(await ask(id)).toContain('_secret_')
    expect(await intents()).toHaveLength(1)
  })

  test('the answer lost after the work: the same intent is found again', async () => {
    const id = await hold()
    await shop.payments.faults({ match: CREATE, status: 'reset', after: true, times: 4 })
    expect(await refusal(ask(id))).toMatchObject({ code: 'unavailable' })
    expect(await paymentRows()).toEqual([{ status: 'requires_payment_method', intent: null }])
    await shop.payments.faults()
    await ask(id)
    expect(await intents()).toHaveLength(1)
  })

  test('no answer within ten seconds: the next try of the same request finds the intent', async () => {
    const id = await hold()
    await shop.payments.faults({ match: CREATE, status: 'hang', after: true, times: 1 })
    expect(await ask(id)).toContain('_secret_')
    expect(await intents()).toHaveLength(1)
  })

  test('the hold ended while Stripe was making the intent: it is closed and never handed out', async () => {
    const id = await hold()
    await shop.payments.whileStripeWaits(async () => {
      await age(id, 16)
      await expireHold({ bookingId: id })
    })
    expect(await refusal(ask(id))).toMatchObject({ code: 'not_payable' })
    expect((await intents()).map(({ status }) => status)).toEqual(['canceled'])
  })

  test('the first click still being answered: the second is told to try again, and nothing is made twice', async () => {
    const id = await hold()
    await shop.payments.whileStripeWaits(() => sleep(4_000))
    const first = ask(id)
    await sleep(200)
    expect(await refusal(ask(id))).toMatchObject({ code: 'unavailable', status: 503 })
    const secret = await first
    expect(await ask(id)).toBe(secret)
    expect(await intents()).toHaveLength(1)
  })
})

test('without an amount the payment is of what the booking costs', async () => {
  const id = await hold()
  await ask(id, { amount: null })
  const [payment] = await shop.rows('SELECT amount::text FROM payments WHERE booking_id = $1', [id])
  expect(payment).toEqual({ amount: '107.17' })
})
