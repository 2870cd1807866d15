// Payments are switched off while some are open or settled: what is done is not answered as failed, and
// what Stripe has to do waits until there are keys again.
import { GET } from '@/app/api/bookings/payment/[paymentIntentId]/route'
import { refundPart } from '@/lib/admin/attention/handle'
import { holdSlot } from '@/lib/bookings/book'
import { cancelBooking } from '@/lib/bookings/cancel'
import { expireElapsedHolds, reconcilePayments } from '@/lib/jobs/jobs'
import { callRoute } from '@/tests/support/call'
import { letActsStand } from '@/tests/support/acts'
import { age, checkout, hold, openShop, refusal, wish } from '@/tests/support/shop'

const shop = openShop()
let isOff = false
jest.mock('@/lib/env', () => {
  const real = jest.requireActual<typeof import('@/lib/env')>('@/lib/env')
  const OFF = { payments: 'off', STRIPE_SECRET_KEY: undefined, STRIPE_PUBLISHABLE_KEY: undefined }
  return { ...real, env: () => (isOff ? { ...real.env(), ...OFF } : real.env()) }
})

/** As in a process that was started without keys. */
async function withoutKeys<T>(work: () => Promise<T>): Promise<T> {
  isOff = true
  try {
    return await work()
  } finally {
    isOff = false
  }
}
const parts = () => shop.rows(`SELECT amount::text, status FROM part_refunds`)
const refunds = async () =>
  (await shop.payments.ledger()).refunds.map(({ amount, status }) => `${amount} ${status}`)
const MINE = 'mineminemineminemineme'
const owner = () => ({ actor: 'owner', now: new Date() })

test('a part refund while payments are off is accepted once, and Stripe is asked when they are on', async () => {
  await shop.sold()
  await withoutKeys(async () => {
    await refundPart({ id: 1, amountSen: 3000, reason: null, ...owner() })
  })
  expect(await parts()).toEqual([{ amount: '30.00', status: 'due' }])
  await reconcilePayments()
  expect(await refunds()).toEqual(['3000 succeeded'])
})

test('a booking that is cancelled twice with its money while payments are off is cancelled, and refunded later', async () => {
  const { booking } = await shop.sold()
  await withoutKeys(async () => {
    const twice = { id: booking, refund: 'full' as const, ...owner() }
    await cancelBooking(twice)
    await letActsStand()
    expect((await cancelBooking(twice)).status).toBe('cancelled')
  })
  await reconcilePayments()
  expect(await refunds()).toEqual(['10717 succeeded'])
})

test('an hour whose hold ran out with an open intent is free again five minutes later while payments are off', async () => {
  const gone = await checkout({ who: 'gone' })
  await age(gone.booking, 16)
  await withoutKeys(async () => {
    // As while Stripe is away: for some minutes the time is taken, and not an error.
    expect(await refusal(holdSlot(wish()))).toMatchObject({ code: 'slot_taken' })
    await age(gone.booking, 5)
    await expireElapsedHolds()
  })
  await hold()
  expect(await shop.rows(`SELECT status FROM bookings ORDER BY id`)).toEqual([
    { status: 'cancelled' },
    { status: 'pending' },
  ])
})

test('a paid booking is shown from its rows while payments are off', async () => {
  const { intent } = await checkout({ who: MINE })
  const answer = await withoutKeys(async () => {
    return callRoute(GET as never, `/api/bookings/payment/${intent}`, {
      params: { paymentIntentId: intent },
      headers: { cookie: `visitor=${MINE}` },
    })
  })
  expect([answer.status, ((await answer.json()) as { status: string }).status]).toEqual([
    200,
    'pending',
  ])
})
