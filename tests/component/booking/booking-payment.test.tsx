import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  availability,
  calls,
  fillIn,
  held,
  openBooking,
  pass,
  proceed,
  serve,
  summary,
} from './support'

const config = () => ({
  body: { mode: 'stripe', publishableKey: 'pk_test_component', scriptUrl: null },
})
const intent = (seconds = 900) => ({
  body: {
    clientSecret: 'pi_1_secret_2',
    holdExpiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
  },
})
const server = {
  'GET /api/availability': availability(),
  'GET /api/payment-config': config,
  'POST /api/create-payment-intent': () => intent(),
}
const posts = () =>
  calls.filter(({ method, path }) => method === 'POST' && path === '/api/bookings')

beforeEach(() => sessionStorage.clear())

test('a slot that somebody else took is explained; the times and the days are asked again and nothing typed is lost', async () => {
  let taken: string[] = []
  serve({
    ...server,
    'GET /api/availability': (call) => availability(taken)(call),
    'POST /api/bookings': () => {
      taken = ['10:00']
      return { status: 409, body: { code: 'slot_taken', message: 'Somebody was quicker.' } }
    },
  })
  openBooking()
  await fillIn()
  const asked = () => calls.filter(({ path }) => path.startsWith('/api/availability/days')).length
  const before = asked()
  await proceed()

  await waitFor(() => expect(asked()).toBeGreaterThan(before))
  expect((await screen.findAllByText('Somebody was quicker.')).length).toBeGreaterThan(0)
  await waitFor(() => expect(screen.getByRole('radio', { name: '10:00' })).toBeDisabled())
  expect(screen.getByRole('radio', { name: '10:00' })).not.toBeChecked()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByLabelText('First Name')).toHaveValue('Aina')
})

test('the dialog shows policy, price and the time left; the order carries what was chosen', async () => {
  serve({ ...server, 'POST /api/bookings': held(900) })
  openBooking()
  await fillIn()
  await proceed()

  expect(await screen.findByRole('dialog', { name: 'Complete Your Booking' })).toBeInTheDocument()
  for (const point of [
    'No refunds after payment confirmation',
    'Downgrades not permitted once paid',
    'Check details before paying',
  ])
    expect(screen.getByText(point)).toBeInTheDocument()
  expect(screen.getByRole('timer')).toHaveTextContent(/^1[45]:\d\d$/)
  expect(posts()[0]?.body).toMatchObject({
    serviceId: 1,
    duration: 'hourly',
    time: '10:00',
    firstName: 'Aina',
    totalAmount: '107.17',
    status: 'pending',
  })
  expect(posts()[0]?.headers['idempotency-key']?.length).toBeGreaterThanOrEqual(16)
})

test('the payment is asked for by the booking’s number and its amount, both numbers', async () => {
  serve({ ...server, 'POST /api/bookings': held(900) })
  openBooking()
  await fillIn()
  await proceed()
  await screen.findByRole('dialog', { name: 'Complete Your Booking' })
  const asked = calls.find(({ path }) => path === '/api/create-payment-intent')
  expect(asked?.body).toEqual({ amount: 107.17, bookingId: 7 })
})

test('add-ons are part of the price, the summary and the order', async () => {
  serve({ ...server, 'POST /api/bookings': held(900) })
  openBooking()
  await fillIn()
  await userEvent.click(screen.getByRole('checkbox', { name: /Co-host Support/ }))
  expect(summary().getByText('Co-host Support')).toBeInTheDocument()
  expect(summary().getByText('RM193.77')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('radio', { name: /Half Day/ }))
  expect(summary().getByText('RM731.77')).toBeInTheDocument() // (4 × 89 + 4 × 80) + 8.25 %
  await userEvent.click(screen.getByRole('radio', { name: /Hourly/ }))
  await userEvent.click(screen.getByRole('radio', { name: '10:00' }))
  await proceed()
  await screen.findByRole('dialog', { name: 'Complete Your Booking' })
  expect(posts()[0]?.body).toMatchObject({ addOns: [3], totalAmount: '193.77' })
})

test('an add-on that is no longer offered is said beside it, and can be taken off', async () => {
  const sentence = 'This is no longer offered.'
  serve({
    ...server,
    'POST /api/bookings': () => ({
      status: 400,
      body: { code: 'invalid_request', message: 'Look again.', fields: { addOns: sentence } },
    }),
  })
  openBooking()
  await fillIn()
  const addOn = screen.getByRole('checkbox', { name: /Co-host Support/ })
  await userEvent.click(addOn)
  await proceed()
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(screen.getByRole('group', { name: 'Add-ons' })).toHaveAccessibleDescription(
    expect.stringContaining(sentence),
  )
  await waitFor(() => expect(addOn).toHaveFocus())
  expect(screen.getByLabelText('First Name')).toHaveValue('Aina')
  await userEvent.click(addOn)
  expect(screen.queryByText(sentence)).toBeNull()
})

test('closing keeps the hold: the same order again is the same request', async () => {
  serve({ ...server, 'POST /api/bookings': held(900) })
  openBooking()
  await fillIn()
  await proceed()
  await screen.findByRole('dialog', { name: 'Complete Your Booking' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(summary().getByRole('timer')).toBeInTheDocument()
  await proceed()
  await screen.findByRole('dialog', { name: 'Complete Your Booking' })

  const [first, second] = posts()
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
})

test('when the hold runs out the dialog says so, and the next order is a new one', async () => {
  serve({
    ...server,
    'POST /api/bookings': held(300),
    'POST /api/create-payment-intent': () => intent(200),
  })
  openBooking()
  await fillIn()
  await proceed()
  await screen.findByRole('dialog', { name: 'Complete Your Booking' })
  await pass(201)
  expect(await screen.findByRole('dialog', { name: 'Your hold has expired' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Choose a time again' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  serve({ ...server, 'POST /api/bookings': held(900) })
  const before = JSON.parse(sessionStorage.getItem('booking-attempt') ?? 'null') as unknown
  expect(before).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: '10:00' }))
  await proceed()
  expect(await screen.findByRole('dialog', { name: 'Complete Your Booking' })).toBeInTheDocument()
})

test('a new price is shown and has to be confirmed', async () => {
  let first = true
  serve({
    ...server,
    'POST /api/bookings': (call) => {
      if (!first) return held(900)(call)
      first = false
      return {
        status: 409,
        body: {
          code: 'price_changed',
          message: 'The price has changed.',
          subtotal: '200.00',
          taxAmount: '16.50',
          totalAmount: '216.50',
        },
      }
    },
  })
  openBooking()
  await fillIn()
  await proceed()
  expect(await summary().findByText(/The price has changed to RM216\.50/)).toBeInTheDocument()
  expect(summary().getByText('RM200.00')).toBeInTheDocument()
  await proceed()
  await screen.findByRole('dialog', { name: 'Complete Your Booking' })
  expect(posts()[1]?.body?.totalAmount).toBe('216.50')
})

test('without a payment system nothing is held', async () => {
  serve({
    ...server,
    'GET /api/payment-config': () => ({
      body: { mode: 'off', publishableKey: null, scriptUrl: null },
    }),
  })
  openBooking()
  await fillIn()
  await proceed()
  expect(
    await screen.findByText('Payment system is not ready. Please try again.'),
  ).toBeInTheDocument()
  expect(screen.getByRole('dialog', { name: 'Booking Error' })).toBeInTheDocument()
  expect(posts()).toEqual([])
})

test('a failed payment session can be tried again without booking twice', async () => {
  let times = 0
  serve({
    ...server,
    'POST /api/bookings': held(900),
    'POST /api/create-payment-intent': () =>
      ++times === 1
        ? { status: 503, body: { code: 'unavailable', message: 'Stripe is away.' } }
        : intent(),
  })
  openBooking()
  await fillIn()
  await proceed()
  expect(
    await screen.findByText('Failed to create payment session. Please try again.'),
  ).toBeInTheDocument()
  expect(await screen.findByText('Stripe is away.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('dialog', { name: 'Complete Your Booking' })
  const keys = posts().map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(1)
})
