import { pool } from '@/lib/pool'
import { runDueJobs, expireElapsedHolds, reconcilePayments } from '@/lib/jobs/jobs'
import { stripe } from '@/lib/payments/client'
import { expireHold } from '@/lib/bookings/expire'
import { age, checkout, hold, minutesAgo, openShop, refusal } from '@/tests/support/shop'
import { toldCustomers } from '@/tests/support/told'

const shop = openShop()
const booking = async (id: number) =>
  (await shop.rows(`SELECT status, cancel_reason FROM bookings WHERE id = $1`, [id]))[0]
const extension = async (id: number) =>
  (
    await shop.rows(
      `SELECT hold_extended AS extended, extract(epoch FROM hold_expires_at - created_at)::float / 60 AS minutes FROM bookings WHERE id = $1`,
      [id],
    )
  )[0]
const intentStatus = async (id: string) =>
  (await shop.payments.ledger()).payment_intents.find((intent) => intent.id === id)?.status
const EXPIRED = { status: 'cancelled', cancel_reason: 'expired' }
const PENDING = { status: 'pending', cancel_reason: null }
const CONFIRMED = { status: 'confirmed', cancel_reason: null }

test('a hold that still runs is left alone', async () => {
  const id = await hold({ now: minutesAgo(4) })
  await expireHold({ bookingId: id })
  expect(await booking(id)).toEqual(PENDING)
})

test('one whose payment has begun runs for fifteen minutes', async () => {
  const { booking: id } = await checkout({ now: minutesAgo(14) })
  await expireHold({ bookingId: id })
  expect(await booking(id)).toEqual(PENDING)
})

test('without a payment it ends after five minutes and the room is free', async () => {
  const id = await hold({ now: minutesAgo(6) })
  expect(await expireHold({ bookingId: id })).toBe('ended')
  expect(await booking(id)).toEqual(EXPIRED)
  expect(await shop.rows('SELECT id FROM slot_reservations')).toEqual([])
})

test('with an open payment the intent is closed first, and can never be paid', async () => {
  const { booking: id, intent } = await checkout({ now: minutesAgo(16) })
  expect(await expireHold({ bookingId: id })).toBe('ended')
  expect([await booking(id), await intentStatus(intent)]).toEqual([EXPIRED, 'canceled'])
  expect(await refusal(shop.payments.pay(intent))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
})

test('a hold with a declined card ends too', async () => {
  const { booking: id, intent } = await checkout({ now: minutesAgo(16) })
  await refusal(shop.payments.pay(intent, 'pm_card_chargeDeclined'))
  await expireElapsedHolds()
  expect([await booking(id), await intentStatus(intent)]).toEqual([EXPIRED, 'canceled'])
})

describe('while the customer is at the bank', () => {
  test('it is lengthened once, to twice its time, then closed', async () => {
    const { booking: id, intent } = await checkout({ now: minutesAgo(16) })
    await shop.payments.pay(intent, 'pm_card_authenticationRequired')
    const ends = await Promise.all([1, 2, 3, 4, 5].map(() => expireHold({ bookingId: id })))
    expect(new Set(ends)).toEqual(new Set(['extended']))
    expect(await extension(id)).toEqual({ extended: true, minutes: 30 })
    expect([await booking(id), await intentStatus(intent)]).toEqual([PENDING, 'requires_action'])

    await age(id, 15)
    await expireHold({ bookingId: id })
    expect([await booking(id), await intentStatus(intent)]).toEqual([EXPIRED, 'canceled'])
  })

  test('a booking that the bank approves within the longer time is confirmed', async () => {
    const { booking: id, intent } = await checkout({ now: minutesAgo(16) })
    await shop.payments.pay(intent, 'pm_card_authenticationRequired')
    await expireElapsedHolds()
    await shop.payments.control('authorize', { payment_intent: intent, outcome: 'succeed' })
    await shop.payments.release()
    expect(await booking(id)).toEqual(CONFIRMED)
  })

  test('and the server was away for an hour: not left standing', async () => {
    const { booking: id, intent } = await checkout({ now: minutesAgo(80) })
    await shop.payments.pay(intent, 'pm_card_authenticationRequired')
    await expireElapsedHolds()
    await expireElapsedHolds()
    expect([await booking(id), await intentStatus(intent)]).toEqual([EXPIRED, 'canceled'])
  })
})

describe('the money was quicker', () => {
  test('a booking paid in time is confirmed instead of ended, its webhook late', async () => {
    const { booking: id, intent } = await checkout({ now: minutesAgo(16) })
    await shop.payments.pay(intent)
    await expireElapsedHolds()
    expect(await booking(id)).toEqual(CONFIRMED)
    expect(await toldCustomers()).toEqual(['confirmed'])
  })

  test('a booking paid between our question and our closing is confirmed', async () => {
    const { booking: id, intent } = await checkout({ now: minutesAgo(16) })
    // The first look finds the intent unpaid; its answer is still on the way when the customer
    // pays.
    const looked = stripe().paymentIntents.retrieve(intent)
    await Promise.all([
      looked,
      expireHold({ bookingId: id }),
      shop.payments.pay(intent).catch(() => null),
    ])
    const ended = await booking(id)
    const state = await intentStatus(intent)
    if (state === 'succeeded') await shop.payments.release()
    expect([state, await booking(id)]).toEqual(
      state === 'succeeded' ? ['succeeded', CONFIRMED] : ['canceled', ended],
    )
  })

  test('expiry and payment at the same moment, twenty times, end as sold or closed, never both', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        checkout({
          who: `v${i}`,
          time: `${String(9 + i).padStart(2, '0')}:00`,
          now: minutesAgo(16),
        }),
      ),
    )
    await Promise.all(
      made.flatMap(({ booking: id, intent }) => [
        expireHold({ bookingId: id }),
        shop.payments.pay(intent).catch(() => null),
        expireHold({ bookingId: id }),
      ]),
    )
    await shop.payments.release()
    for (const { booking: id, intent } of made)
      expect([await intentStatus(intent), await booking(id)]).toEqual(
        (await intentStatus(intent)) === 'succeeded'
          ? ['succeeded', CONFIRMED]
          : ['canceled', EXPIRED],
      )
  })
})

test('a payment that is begun while its hold is ended keeps it, and is closed first', async () => {
  const { booking: id, intent } = await checkout({ now: minutesAgo(16) })
  await shop.rows('UPDATE payments SET stripe_payment_intent_id = NULL')
  const beginning = await pool().connect()
  await beginning.query('BEGIN')
  await beginning.query('SELECT FROM bookings WHERE id = $1 FOR UPDATE', [id])
  await beginning.query('UPDATE payments SET stripe_payment_intent_id = $1', [intent])
  const ending = expireHold({ bookingId: id })
  await waitsForLock()
  await beginning.query('COMMIT')
  beginning.release()
  expect(await ending).toBe('kept')
  expect(await booking(id)).toEqual(PENDING)
  expect(await expireHold({ bookingId: id })).toBe('ended')
  expect([await booking(id), await intentStatus(intent)]).toEqual([EXPIRED, 'canceled'])
})

/** Until a statement of this database waits for a row. */
async function waitsForLock(): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
  for (let tries = 0; tries < 100 && (await shop.rows(waiting)).length === 0; tries++)
    await new Promise((done) => setTimeout(done, 50))
}

describe('Stripe away', () => {
  test('for less than five minutes: the hold stays in force', async () => {
    const { booking: id } = await checkout({ now: minutesAgo(19) })
    await shop.payments.faults({ match: '*', status: 500 })
    expect(await refusal(expireHold({ bookingId: id }))).toMatchObject({ code: 'unavailable' })
    expect(await booking(id)).toEqual(PENDING)
  })

  test('for more: it ends all the same, and the reconciler closes the intent later', async () => {
    const { booking: id, intent } = await checkout({ now: minutesAgo(21) })
    await shop.payments.faults({ match: '*', status: 500 })
    expect(await expireHold({ bookingId: id })).toBe('ended')
    expect([await booking(id), await intentStatus(intent)]).toEqual([
      EXPIRED,
      'requires_payment_method',
    ])
    await shop.payments.faults()
    await shop.rows(`UPDATE payments SET created_at = now() - interval '31 seconds'`)
    await reconcilePayments()
    expect(await intentStatus(intent)).toBe('canceled')
  })

  test('one hold that cannot be closed does not keep the others from ending', async () => {
    const stuck = await checkout({ who: 'stuck', now: minutesAgo(18) })
    const free = await hold({ who: 'free', time: '10:00', now: minutesAgo(17) })
    await shop.payments.faults({ match: `GET /v1/payment_intents/${stuck.intent}`, status: 500 })
    expect(await runDueJobs()).toContain('expire_holds')
    expect([await booking(stuck.booking), await booking(free)]).toEqual([PENDING, EXPIRED])
  })
})
