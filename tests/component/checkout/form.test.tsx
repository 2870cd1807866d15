import { act, screen, within } from '@testing-library/react'
import { BookingIsland } from '@/components/booking/booking-island'
import {
  availability,
  fillIn,
  held,
  loadStripe,
  OPTIONS,
  proceed,
  serve,
  show,
} from '../booking/support'

// The script is loaded once for each key: a new one for each test.
let keys = 0
const holdExpiresAt = new Date(Date.now() + 900_000).toISOString()

beforeEach(() => {
  sessionStorage.clear()
  Element.prototype.scrollIntoView = () => undefined
  HTMLCanvasElement.prototype.getContext = () => null
})

/** Opens the dialog of a booking; its intents are `pi_1`, `pi_2` and so on. */
async function openDialog() {
  let intents = 0
  serve({
    'GET /api/availability': availability(),
    'GET /api/payment-config': () => ({
      body: { mode: 'stripe', publishableKey: `pk_test_form_${keys++}`, scriptUrl: null },
    }),
    'POST /api/bookings': held(900),
    'POST /api/create-payment-intent': () => ({
      body: { clientSecret: `pi_${++intents}_secret_2`, holdExpiresAt },
    }),
  })
  show(<BookingIsland {...OPTIONS} />)
  await fillIn()
  await proceed()
  return within(await screen.findByRole('dialog', { name: 'Complete Your Booking' }))
}
/** The form has said that it is ready. */
const ready = () => act(() => new Promise((done) => setTimeout(done, 20)))

// woocommerce-payments 10973, woocommerce-gateway-stripe 2880.
test('the card form offers no wallet, Link neither', async () => {
  const created = jest.fn()
  loadStripe({ created })
  await openDialog()
  await ready()
  expect(created).toHaveBeenCalledWith(
    'payment',
    expect.objectContaining({
      wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
    }),
  )
})
