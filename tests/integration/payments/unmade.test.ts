// A payment whose intent was never made, because Stripe was away, ends with what it was for.
import { clientSecretFor } from '@/lib/bookings/client-secret'
import { cancelBooking } from '@/lib/bookings/cancel'
import { releaseHold } from '@/lib/bookings/expire'
import { changeOrder } from '@/lib/orders/change'
import { orderSecret } from '@/lib/orders/client-secret'
import { closeOrder } from '@/lib/orders/close'
import { placeOrder } from '@/lib/orders/place'
import { hold, openShop, orderWish, refusal, visitor } from '@/tests/support/shop'

const shop = openShop()
const payments = () => shop.rows(`SELECT status, stripe_payment_intent_id AS intent FROM payments`)
const OPEN = [{ status: 'requires_payment_method', intent: null }]
const ENDED = [{ status: 'canceled', intent: null }]
const away = () => shop.payments.faults({ match: 'POST /v1/payment_intents', status: 500 })

async function order(): Promise<number> {
  const { order: row } = await placeOrder(orderWish())
  await away()
  const question = { orderId: row.id, visitorHash: visitor(), now: new Date() }
  expect(await refusal(orderSecret(question))).toMatchObject({ code: 'unavailable' })
  expect(await payments()).toEqual(OPEN)
  return row.id
}

async function booking(): Promise<number> {
  const bookingId = await hold()
  await away()
  const question = { bookingId, visitorHash: visitor(), amountSen: null }
  expect(await refusal(clientSecretFor(question))).toMatchObject({ code: 'unavailable' })
  expect(await payments()).toEqual(OPEN)
  return bookingId
}

test('an order that was not paid in time', async () => {
  expect(await closeOrder(await order(), 'expired')).toBe(true)
  expect(await payments()).toEqual(ENDED)
})

test('an order that the owner cancels', async () => {
  await changeOrder({ id: await order(), to: 'cancelled', link: null, actor: 'owner' })
  expect(await payments()).toEqual(ENDED)
})

test('a booking that the owner cancels', async () => {
  await cancelBooking({ id: await booking(), refund: 'none', actor: 'owner', now: new Date() })
  expect(await payments()).toEqual(ENDED)
})

test('a hold that nobody wants any more', async () => {
  expect(await releaseHold({ bookingId: await booking() })).toBe('ended')
  expect(await payments()).toEqual(ENDED)
  expect(await shop.rows(`SELECT status, cancel_reason AS why FROM bookings`)).toEqual([
    { status: 'cancelled', why: 'released' },
  ])
})
