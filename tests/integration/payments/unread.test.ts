// Money that has moved while Stripe cannot be read and its webhook is late: until Stripe has said so,
// nobody is told that a payment failed.
import { randomBytes } from 'node:crypto'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { secretOfUnpaid } from '@/lib/bookings/client-secret'
import { adminBookingBody } from '@/lib/bookings/schema'
import { routeAt } from '@/tests/integration/http/refused'
import { callRoute } from '@/tests/support/call'
import { checkout, openShop, orderCheckout, workingDay } from '@/tests/support/shop'

const shop = openShop()
const who = randomBytes(16).toString('base64url')

async function read(address: string, params: Record<string, string>) {
  const response = await callRoute(routeAt(address).GET as never, `/api/${address}`, {
    params,
    headers: { cookie: `visitor=${who}` },
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}
const unreadable = (intent: string) =>
  shop.payments.faults({ match: `GET /v1/payment_intents/${intent}`, status: 500 })

const BOUGHT = {
  booking: {
    buy: () => checkout({ who }),
    address: 'bookings/payment/[paymentIntentId]',
    end: 'confirmed',
  },
  order: {
    buy: () => orderCheckout({ who }),
    address: 'video-editing-orders/payment/[paymentIntentId]',
    end: 'paid',
  },
}

// Seen in shops whose confirmation page believes its own copy of a payment.
describe('real life: a payment that Stripe cannot be asked about', () => {
  test.each(Object.entries(BOUGHT))(
    'the confirmation of a paid %s never says failed, and says paid once Stripe answers',
    async (_what, { buy, address, end }) => {
      const { intent } = await buy()
      const state = () => read(address, { paymentIntentId: intent })
      // Nothing is paid yet, by Stripe's own word.
      expect(await state()).toMatchObject({ paymentStatus: 'failed', status: 'pending' })
      await unreadable(intent)
      await shop.payments.pay(intent)
      await shop.payments.release()
      expect(await state()).toMatchObject({ paymentStatus: 'processing', status: 'pending' })
      await shop.payments.faults()
      expect(await state()).toMatchObject({ paymentStatus: 'paid', status: end })
    },
  )

  test('the customer’s own page, after paying by its link, does not say failed either', async () => {
    const { id: bookingId } = await createAdminBooking(
      adminBookingBody.parse({
        serviceId: 1,
        firstName: 'Aina',
        email: 'aina@example.com',
        date: workingDay(),
        time: '09:00',
        paid: 'link',
      }),
      { actor: 'owner', now: new Date() },
    )
    const token = await shop.tokenOf(bookingId)
    const secret = await secretOfUnpaid({ bookingId, amountSen: null })
    const intent = secret.split('_secret_')[0] ?? ''
    const state = () => read('manage/[token]', { token })
    expect(await state()).toMatchObject({ payment: 'failed', status: 'pending' })
    await unreadable(intent)
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await state()).toMatchObject({ payment: 'processing', status: 'pending' })
    await shop.payments.faults()
    expect(await state()).toMatchObject({ payment: 'paid', status: 'confirmed' })
  })
})
