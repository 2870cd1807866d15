import { act, screen, waitFor, within } from '@testing-library/react'
import { notice } from '@/components/browser/notice'
import { studioTime } from '@/lib/time'
import { fillIn, loadStripe, openBooking, proceed, serve, takesPayments } from '../booking/support'

const holdExpiresAt = new Date(Date.now() + 900_000).toISOString()

beforeEach(() => sessionStorage.clear())

async function fillBooking() {
  serve(takesPayments({ holdExpiresAt }))
  openBooking()
  await fillIn()
}

/** Opens the dialog of a booking whose card is refused, and presses the button. */
async function refused(error: object) {
  loadStripe({ confirm: () => Promise.resolve({ error }) })
  await fillBooking()
  await proceed()
  const dialog = within(await screen.findByRole('dialog', { name: 'Complete Your Booking' }))
  // The form has said that it is ready.
  await act(() => new Promise((done) => setTimeout(done, 20)))
  await act(async () => dialog.getByRole('button', { name: 'Complete Secure Payment' }).click())
  return dialog
}
const declined = (payment_method_types: string[]) => ({
  type: 'card_error',
  message: 'Your card was declined.',
  payment_intent: { id: 'pi_1', status: 'requires_payment_method', payment_method_types },
})

test.each([
  [['card', 'fpx', 'grabpay'], 'Try another card, FPX or GrabPay.'],
  [['card', 'fpx'], 'Try another card or FPX.'],
  [['card', 'grabpay'], 'Try another card or GrabPay.'],
  [['card'], 'Try another card.'],
])(
  'of %j, a declined card says once why, what else is offered, and until when',
  async (methods, next) => {
    const dialog = await refused(declined(methods))
    const alert = await dialog.findByRole('alert')
    expect(alert).toHaveTextContent(
      `Your card was declined.${next} Your slot is held until ${studioTime(new Date(holdExpiresAt))}.`,
    )
    expect(dialog.getAllByText('Your card was declined.')).toHaveLength(1)
  },
)

test('what is missing in the card form is said there and in the notice, not again beside the button', async () => {
  const message = 'Your card number is incomplete.'
  const dialog = await refused({ type: 'validation_error', message })
  expect(await screen.findByText(message)).toBeInTheDocument()
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('an older notice is taken away when the dialog opens', async () => {
  loadStripe({})
  await fillBooking()
  const lasting = { duration: Infinity }
  await act(async () => notice.error('Missing Information', 'Please fill in all', lasting))
  await screen.findByText('Missing Information')
  await proceed()
  await screen.findByRole('dialog', { name: 'Complete Your Booking' })
  await waitFor(() => expect(screen.queryByText('Missing Information')).toBeNull())
})
