// The field for a code: folded, read by the server, and never in the way (docs/decisions/042).
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { availability, calls, fillIn, openBooking, serve, summary } from './support'

const CODES = [{ from: null, until: null }]
const with15 = {
  body: {
    ...{ code: 'RAYA2027', name: 'Raya week' },
    price: { subtotal: '84.15', taxAmount: '6.94', totalAmount: '91.09', discount: '14.85' },
  },
}
const free = {
  body: {
    ...{ code: 'FREE', name: 'A present' },
    price: { subtotal: '0.00', taxAmount: '0.00', totalAmount: '0.00', discount: '99.00' },
  },
}
const server = { 'GET /api/availability': availability() }
const typeCode = async (code: string) => {
  await userEvent.click(await screen.findByText('Have a code?', {}, { timeout: 20_000 }))
  await userEvent.type(screen.getByLabelText('Code'), `${code}{Enter}`)
}
const asked = () => calls.filter(({ path }) => path === '/api/bookings/code')

beforeEach(() => sessionStorage.clear())

test('a studio without codes, or outside their days, has no field', async () => {
  serve(server)
  openBooking()
  await fillIn()
  expect(screen.queryByText('Have a code?')).toBeNull()
})

test('the server’s price with a code is shown, and again for another length', async () => {
  serve({ ...server, 'POST /api/bookings/code': () => with15 })
  openBooking({ codes: CODES })
  await fillIn()
  await typeCode('raya 2027')
  expect(await summary().findByText('RM91.09')).toBeVisible()
  expect(summary().getByText('Code RAYA2027')).toBeVisible()
  expect(await screen.findByText('Raya week: RM14.85 off')).toBeInTheDocument()
  expect(asked().at(-1)?.body).toMatchObject({ code: 'raya 2027', serviceId: 1, time: '10:00' })
  const before = asked().length
  await userEvent.click(screen.getByRole('radio', { name: /Video Premium/ }))
  await waitFor(() => expect(asked().length).toBeGreaterThan(before))
  expect(asked().at(-1)?.body).toMatchObject({ serviceId: 2 })
})

test('why a code does not hold is said beside the field, and the price stays', async () => {
  serve({
    ...server,
    'POST /api/bookings/code': () => ({
      status: 400,
      body: { code: 'invalid_request', message: 'x', fields: { code: 'This code has expired.' } },
    }),
  })
  openBooking({ codes: CODES })
  await fillIn()
  await typeCode('OLD2025')
  expect(await screen.findByText('This code has expired.')).toBeVisible()
  expect(screen.getByLabelText('Code')).toBeInvalid()
  expect(summary().getByText('RM107.17')).toBeVisible()
})

test('what a code makes free is confirmed without a payment', async () => {
  serve({
    ...server,
    'POST /api/bookings/code': () => free,
    'POST /api/bookings': () => ({ status: 201, body: { id: 7 } }),
  })
  const router = openBooking({ codes: CODES })
  await fillIn()
  await typeCode('FREE')
  const [confirm] = await screen.findAllByRole('button', { name: 'Confirm Booking' })
  await userEvent.click(confirm as HTMLElement)
  await waitFor(() => expect(router.push).toHaveBeenCalledWith('/booking-success?booking=7'))
  const sent = calls.find(({ path }) => path === '/api/bookings')
  expect(sent?.body).toMatchObject({ code: 'FREE', totalAmount: '0.00', useFreeSession: false })
})
