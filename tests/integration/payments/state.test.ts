// What a payment has come to, for a browser that may not see what it was for.
import { cancelBooking } from '@/lib/bookings/cancel'
import { reconcilePayments } from '@/lib/jobs/jobs'
import { letActsStand } from '@/tests/support/acts'
import { callRoute } from '@/tests/support/call'
import { checkout, openShop, orderCheckout } from '@/tests/support/shop'
import { routeAt } from '../http/refused'

const shop = openShop()
const stateOf = async (kind: 'bookings' | 'video-editing-orders', intent: string) => {
  const answer = await callRoute(
    routeAt(`${kind}/payment/[paymentIntentId]/state`).GET as never,
    `/api/${kind}/payment/${intent}/state`,
    { params: { paymentIntentId: intent } },
  )
  return [answer.status, await answer.json()]
}
const said = (state: string) => [200, { state }]

test('a booking is confirmed, then cancelled and refunded, on a device without its cookie', async () => {
  const { booking, intent } = await checkout()
  expect(await stateOf('bookings', intent)).toEqual(said('not_paid'))
  await shop.payments.pay(intent)
  expect(await stateOf('bookings', intent)).toEqual(said('confirmed'))
  await cancelBooking({ id: booking, refund: 'full', actor: 'owner', now: new Date() })
  expect(await stateOf('bookings', intent)).toEqual(said('refunded'))
  await letActsStand()
  await reconcilePayments()
  expect(await stateOf('bookings', intent)).toEqual(said('refunded'))
})

test('a booking that is cancelled without its money is cancelled on a device without its cookie', async () => {
  const { booking, intent } = await shop.sold()
  await cancelBooking({ id: booking, refund: 'none', actor: 'owner', now: new Date() })
  expect(await stateOf('bookings', intent)).toEqual(said('cancelled'))
})

test('a booking that stands although its money was refunded in the dashboard is told as refunded', async () => {
  const { intent } = await shop.sold()
  await shop.payments.control('refund', { payment_intent: intent })
  await shop.payments.release()
  expect(await stateOf('bookings', intent)).toEqual(said('refunded'))
})

test('a payment whose bank still decides is being confirmed', async () => {
  const { intent } = await checkout()
  await shop.payments.pay(intent, 'pm_card_authenticationRequired')
  expect(await stateOf('bookings', intent)).toEqual(said('confirming'))
})

test('an order is told in the same way, and an unknown payment is not found', async () => {
  const { intent } = await orderCheckout()
  await shop.payments.pay(intent)
  expect(await stateOf('video-editing-orders', intent)).toEqual(said('confirmed'))
  await shop.payments.control('refund', { payment_intent: intent })
  await shop.payments.release()
  expect(await stateOf('video-editing-orders', intent)).toEqual(said('refunded'))
  expect((await stateOf('bookings', intent))[0]).toBe(404)
  expect((await stateOf('bookings', 'pi_unknown'))[0]).toBe(404)
})
