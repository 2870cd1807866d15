import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  calls,
  fillIn,
  loadStripe,
  openBooking,
  proceed,
  serve,
  takesPayments,
} from '../booking/support'

beforeEach(() => sessionStorage.clear())

async function openDialog() {
  serve(takesPayments())
  openBooking()
  await fillIn()
  await proceed()
  return within(await screen.findByRole('dialog', { name: 'Complete Your Booking' }))
}
const payButton = { name: 'Complete Secure Payment' }
/** The form has said that it is ready. */
const ready = () => act(() => new Promise((done) => setTimeout(done, 20)))

/** What Stripe's script adds to the page: no top layer, a frame above all else. */
function bankFrame(): HTMLIFrameElement {
  const [place, frame] = [document.createElement('div'), document.createElement('iframe')]
  place.setAttribute('role', 'dialog')
  place.append(frame)
  document.body.append(place)
  return frame
}

// react-stripe-js 303 and 318, polar 13203, gitpod 17751: in a dialog that keeps the focus, nobody
// can type the bank's code.
test('the bank’s frame outside the dialog keeps the focus while a payment is in progress', async () => {
  let answer: (result: object) => void = () => undefined
  loadStripe({ confirm: () => new Promise((resolve) => (answer = resolve)) })
  const dialog = await openDialog()
  await ready()
  await userEvent.click(dialog.getByRole('button', payButton))
  const frame = bankFrame()
  act(() => frame.focus())
  expect(frame).toHaveFocus()

  await act(async () => answer({ error: { type: 'card_error', message: 'Declined.' } }))
  await dialog.findByText('Declined.')
  act(() => frame.blur())
  act(() => frame.focus())
  expect(frame).not.toHaveFocus()
  frame.parentElement?.remove()
})

test('while a payment is in progress the page behind the dialog cannot take the focus', async () => {
  loadStripe({ confirm: () => new Promise(() => undefined) })
  const dialog = await openDialog()
  await ready()
  await userEvent.click(dialog.getByRole('button', payButton))
  act(() => screen.getByLabelText('First Name').focus())
  expect(screen.getByLabelText('First Name')).not.toHaveFocus()
})

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

// sentry 106107: a blocker lets the script through and stops its frames.
test('a form that never gets ready is said to have failed', async () => {
  loadStripe({ form: 'silent' })
  const wait = window.setTimeout
  const limits: (() => void)[] = []
  window.setTimeout = ((run: () => void, ms?: number) => {
    if (ms === 30_000) limits.push(run)
    return wait(run, ms)
  }) as typeof window.setTimeout
  const dialog = await openDialog()
  window.setTimeout = wait
  expect(dialog.queryByRole('alert')).toBeNull()
  await act(async () => limits.forEach((run) => run()))
  expect(dialog.getByRole('alert')).toHaveTextContent('Failed to load payment form.')
})

test('a form that fails for a closed intent is tried again with the booking’s present one', async () => {
  const created = jest.fn()
  loadStripe({ form: 'fails' })
  const dialog = await openDialog()
  const alert = await dialog.findByRole('alert')
  loadStripe({ created })
  await userEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(created).toHaveBeenCalled())
  expect(calls.filter(({ path }) => path === '/api/create-payment-intent')).toHaveLength(2)
  expect(screen.getByRole('dialog', { name: 'Complete Your Booking' })).toBeInTheDocument()
})
