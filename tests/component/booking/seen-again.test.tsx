import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BookingIsland } from '@/components/booking/booking-island'
import { ConfirmationIsland } from '@/components/checkout/confirmation-island'
import { forgetTab, remember } from '@/components/browser/session-store'
import { toast } from '@/components/ui/toast'
import {
  calls,
  fillIn,
  kept,
  loadStripe,
  OPTIONS,
  pass,
  proceed,
  serve,
  show,
  takesPayments,
} from './support'

const intent = (status: string) => ({ paymentIntent: { id: 'pi_1', status } })
const away = { error: { type: 'api_connection_error', message: 'ECONNRESET' } }

beforeEach(() => {
  forgetTab()
  window.history.replaceState(null, '', '/booking')
  Element.prototype.scrollIntoView = () => undefined
  HTMLCanvasElement.prototype.getContext = () => null
})

// They outlive a test's page.
afterEach(() => act(async () => void toast.dismiss()))

/** Opens the booking page up to the payment dialog. */
async function openDialog() {
  serve(takesPayments())
  const { page, ...router } = kept(<BookingIsland {...OPTIONS} />)
  const { push } = show(page)
  await fillIn()
  await proceed()
  await screen.findByRole('dialog', { name: 'Complete Your Booking' })
  return { push, ...router }
}
const pay = () =>
  screen.findByRole('button', { name: 'Complete Secure Payment' }).then((button) =>
    // The form has said that it is ready.
    act(async () => {
      await new Promise((done) => setTimeout(done, 20))
      button.click()
    }),
  )
const dialog = () => screen.queryByRole('dialog')
const failure = () => screen.queryByText(/Payment Failed|not been charged/)
const attempts = () =>
  calls
    .filter(({ method, path }) => method === 'POST' && path === '/api/bookings')
    .map(({ headers }) => headers['idempotency-key'])

// Seen in shops and booking systems built on single-page routers, which keep pages with their state.
describe('real life: the booking page that the router has kept', () => {
  test('left with its dialog open, it comes back without it, and with what was typed', async () => {
    loadStripe({})
    const { leave, comeBack } = await openDialog()
    await leave()
    await comeBack()
    expect(dialog()).toBeNull()
    expect(screen.getByLabelText('Email')).toHaveValue('aina@example.com')
    await proceed()
    await screen.findByRole('dialog', { name: 'Complete Your Booking' })
    const [first, second] = attempts()
    expect(second).toBe(first)
  })

  test('left after paying, it comes back empty, and the next booking is another one', async () => {
    loadStripe({ confirm: () => Promise.resolve(intent('succeeded')) })
    const { push, leave, comeBack } = await openDialog()
    await pay()
    await waitFor(() => expect(push).toHaveBeenCalledTimes(1))
    await leave()
    await comeBack()
    expect(dialog()).toBeNull()
    expect(screen.queryByRole('timer')).toBeNull()
    expect(screen.getByLabelText('Email')).toHaveValue('')
    expect(screen.queryByRole('radio', { name: '10:00', checked: true })).toBeNull()
    await fillIn()
    await proceed()
    await screen.findByRole('dialog', { name: 'Complete Your Booking' })
    const [first, second] = attempts()
    expect(second).not.toBe(first)
  })

  test('left while the hold runs out, it never says so over another page', async () => {
    loadStripe({ retrieve: () => Promise.resolve(intent('requires_payment_method')) })
    const { leave, comeBack } = await openDialog()
    await leave()
    await pass(901)
    await comeBack()
    expect(dialog()).toBeNull()
  })

  test('its dialog can be closed at any time except while a payment is in flight', async () => {
    let answer = (_result: unknown) => {}
    loadStripe({ confirm: () => new Promise((resolve) => (answer = resolve)) })
    const { push } = await openDialog()
    expect(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }),
    ).toBeInTheDocument()
    await pay()
    expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Close' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    expect(dialog()).not.toBeNull()
    // Paid: the next page may be long in coming, or never come.
    await act(async () => answer(intent('succeeded')))
    expect(push).toHaveBeenCalledTimes(1)
    await userEvent.click(
      await within(screen.getByRole('dialog')).findByRole('button', { name: 'Close' }),
    )
    await waitFor(() => expect(dialog()).toBeNull())
  })

  test('left after a free session was booked, it can be used again, and offers what is left', async () => {
    localStorage.setItem('member', '1')
    AbortSignal.timeout ??= () => new AbortController().signal
    let freeSessions = 1
    let email: string | null = 'aina@example.com'
    const service = { id: 1, name: 'Audio Basic', hourlyRate: '99.00' }
    serve({
      ...takesPayments(),
      'GET /api/memberships/me': () => ({
        body: {
          email,
          begun: null,
          membership: email && { status: 'active', freeSessions, package: service },
        },
      }),
    })
    const { page, leave, comeBack } = kept(<BookingIsland {...OPTIONS} />)
    const { push } = show(page)
    await fillIn()
    await userEvent.click(await screen.findByRole('checkbox', { name: /free session/i }))
    const book = () => screen.getAllByRole('button', { name: 'Confirm Booking' })[0] as HTMLElement
    await userEvent.click(book())
    await waitFor(() => expect(push).toHaveBeenCalledWith('/booking-success?booking=7'))
    freeSessions = 0
    await leave()
    await comeBack()
    await waitFor(() =>
      expect(screen.queryByRole('checkbox', { name: /free session/i })).toBeNull(),
    )
    await fillIn()
    await proceed()
    await screen.findByRole('dialog', { name: 'Complete Your Booking' })

    freeSessions = 2
    await leave()
    await comeBack()
    await screen.findByRole('checkbox', { name: /free session/i })
    // Signed out on another page of this tab.
    email = null
    localStorage.removeItem('member')
    await leave()
    await comeBack()
    await waitFor(() =>
      expect(screen.queryByRole('checkbox', { name: /free session/i })).toBeNull(),
    )
  })

  test('where the browser stores nothing, what was typed survives new prices', async () => {
    const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    const read = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    serve(takesPayments())
    const { page, leave, comeBack } = kept(<BookingIsland {...OPTIONS} />)
    show(page)
    await fillIn()
    await leave()
    await comeBack()
    expect(screen.getByLabelText('Email')).toHaveValue('aina@example.com')
    refuse.mockRestore()
    read.mockRestore()
  })
})

// Seen in shops whose connection to the payment provider breaks while the card is charged.
describe('real life: the answer to a payment is lost', () => {
  test('and the provider says that it was paid: the confirmation follows', async () => {
    loadStripe({
      confirm: () => Promise.resolve(away),
      retrieve: () => Promise.resolve(intent('succeeded')),
    })
    const { push } = await openDialog()
    await pay()
    await waitFor(() =>
      expect(push).toHaveBeenCalledWith(
        '/booking-success?payment_intent=pi_1&redirect_status=succeeded',
      ),
    )
    expect(failure()).toBeNull()
  })

  test('and comes late: the provider is asked twice before anything is said', async () => {
    let asked = 0
    loadStripe({
      confirm: () => Promise.reject(new Error('Load failed')),
      retrieve: () =>
        Promise.resolve(intent(++asked === 1 ? 'requires_payment_method' : 'succeeded')),
    })
    const { push } = await openDialog()
    await pay()
    await waitFor(() => expect(push).toHaveBeenCalledTimes(1), { timeout: 9_000 })
    expect(screen.queryByText(/Payment Error|Load failed/)).toBeNull()
  })

  test('and the provider says that nothing was paid: the failure, as before', async () => {
    loadStripe({
      confirm: () => Promise.resolve(away),
      retrieve: () => Promise.resolve(intent('requires_payment_method')),
    })
    await openDialog()
    await pay()
    expect(await screen.findByText('Payment Failed', undefined, { timeout: 4_000 })).toBeVisible()
  })

  test('and the provider cannot be asked: it is being confirmed, with reference and chat', async () => {
    loadStripe({
      confirm: () => Promise.resolve(away),
      retrieve: () => Promise.resolve(away),
    })
    await openDialog()
    await pay()
    expect(await screen.findByText('We are confirming your payment')).toBeInTheDocument()
    expect(screen.getByText(/you will get a confirmation email.*pi_1/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /WhatsApp Support/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/wa\.me.*pi_1/),
    )
    expect(failure()).toBeNull()
    expect(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }),
    ).toBeInTheDocument()
  })

  test('and the time runs out before anybody knows: nobody is told that nothing was charged', async () => {
    loadStripe({
      confirm: () => Promise.resolve(away),
      retrieve: () => Promise.resolve(away),
    })
    await openDialog()
    await pay()
    await screen.findByText('We are confirming your payment')
    await pass(901)
    expect(failure()).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Complete Your Booking' })).toBeInTheDocument()
  })

  test('the time runs out in a dialog whose booking another tab has paid: the confirmation follows', async () => {
    loadStripe({ retrieve: () => Promise.resolve(intent('succeeded')) })
    const { push } = await openDialog()
    await pass(901)
    await waitFor(() => expect(push).toHaveBeenCalledTimes(1))
    expect(failure()).toBeNull()
  })

  test('the booking was paid earlier: its confirmation is shown instead of an error', async () => {
    loadStripe({})
    serve({
      ...takesPayments(),
      'POST /api/create-payment-intent': () => ({
        status: 409,
        body: { code: 'not_payable', message: 'Already paid.', paymentIntentId: 'pi_1' },
      }),
    })
    const { push } = show(<BookingIsland {...OPTIONS} />)
    await fillIn()
    await proceed()
    await waitFor(() =>
      expect(push).toHaveBeenCalledWith(
        '/booking-success?payment_intent=pi_1&redirect_status=succeeded',
      ),
    )
    expect(dialog()).toBeNull()
    expect(screen.queryByText('Already paid.')).toBeNull()
  })
})

describe('real life: the confirmation that the router has kept', () => {
  const booking = (id: number) => ({
    id,
    addOns: [],
    service: { id: 1, name: 'Audio Basic' },
    firstName: 'Aina',
    lastName: null,
    email: 'aina@example.com',
    phone: null,
    date: '2026-12-01',
    time: '09:00',
    duration: 'hourly',
    hours: 1,
    requirements: null,
    subtotal: '99.00',
    taxAmount: '8.17',
    totalAmount: '107.17',
    status: 'confirmed',
    cancelReason: null,
    holdExpiresAt: null,
    paymentStatus: 'paid',
    money: [],
    manageToken: 'Zr3vX0kq9cM_2bL7tQ1wAg',
    receipt: null,
    ramadan: null,
  })
  const at = (id: number) =>
    window.history.replaceState(
      null,
      '',
      `/booking-success?payment_intent=pi_${id}&redirect_status=succeeded`,
    )

  test('of one booking shows nothing of it to the next one', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    serve({
      'GET /api/bookings/payment/pi_1': () => ({ body: booking(1) }),
      'GET /api/bookings/payment/pi_2': () => ({ body: booking(2) }),
    })
    at(1)
    const { page, leave, comeBack } = kept(
      <ConfirmationIsland services={{}} visit={null} nextLinks={null} />,
    )
    show(page)
    await screen.findByText('#1')
    await leave()
    at(2)
    const fetchNow = globalThis.fetch
    globalThis.fetch = (async (path: string, init: RequestInit) => {
      await answered
      return fetchNow(path, init)
    }) as typeof fetch
    await comeBack()
    expect(screen.queryByText('#1')).toBeNull()
    await act(async () => answer())
    expect(await screen.findByText('#2')).toBeInTheDocument()
  })

  test('is read again when its tab is looked at again', async () => {
    let refunded = false
    serve({
      'GET /api/bookings/payment/pi_1': () => ({
        body: {
          ...booking(1),
          ...(refunded && {
            status: 'cancelled',
            cancelReason: 'admin',
            paymentStatus: 'refunded',
            money: [{ place: 'back', sen: 107_17 }],
          }),
        },
      }),
    })
    at(1)
    show(<ConfirmationIsland services={{}} visit={null} nextLinks={null} />)
    await screen.findByText('#1')
    refunded = true
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    expect(
      await screen.findByRole('heading', { name: 'Your payment has been refunded' }),
    ).toBeInTheDocument()
  })

  test('forgets what a bank’s page led past, once, and not what was typed since', async () => {
    serve({ 'GET /api/bookings/payment/pi_1': () => ({ body: booking(1) }) })
    window.history.replaceState(
      null,
      '',
      '/booking-success?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded',
    )
    remember('booking-draft', { firstName: 'Aina' })
    const { page, leave, comeBack } = kept(
      <ConfirmationIsland services={{}} visit={null} nextLinks={null} />,
    )
    show(page)
    await screen.findByText('#1')
    expect(sessionStorage.getItem('booking-draft')).toBeNull()
    await leave()
    remember('booking-draft', { firstName: 'Bala' })
    await comeBack()
    await screen.findByText('#1')
    expect(sessionStorage.getItem('booking-draft')).toContain('Bala')
  })
})
