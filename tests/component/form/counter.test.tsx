import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { ContactForm } from '@/components/contact/contact-form'
import { Counter } from '@/components/form/counter'
import { Checkout } from '@/components/orders/checkout'
import { Tracker } from '@/components/tracker/tracker'
import { ToastSlot } from '@/components/ui/toast-slot'
import { DEFAULT_OFFICE_WEEK } from '@/lib/studio'
import en from '@/messages/en.json'
import { calls, openBooking, proceed, serve, show } from '../booking/support'

const BRIEF = `${'A line of the brief.\n'.repeat(110)}THE END`
const OVER = /317 characters too many\. The limit is 2,000\./

async function paste(label: string, text: string) {
  const field = screen.getByLabelText(label)
  await userEvent.click(field)
  await userEvent.paste(text)
  return field
}

beforeEach(() => {
  sessionStorage.clear()
  serve({
    'GET /api/video-editing-orders/discount': () => ({ body: { email: null, discount: null } }),
    'GET /api/payment-config': () => ({ body: { mode: 'off' } }),
  })
})

// Seen in booking and order forms behind web frameworks: the browser cuts a pasted brief at
// `maxLength`, and the studio works from half of it.
describe('real life: a pasted brief is longer than its field', () => {
  test('in a booking it stays whole, is counted, and is refused when it is sent', async () => {
    openBooking()
    const field = await paste(en.booking.details.requirements, BRIEF)
    expect(field).toHaveValue(BRIEF)
    expect(screen.getAllByText(OVER)[0]).toBeVisible()
    await proceed()
    await waitFor(() => expect(field).toHaveAccessibleDescription(en.errors.fields.too_long))
    expect(field).toHaveValue(BRIEF)
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('an order counts it too', async () => {
    const choice = { tier: 'standard', length: '<60s', rush: false, claimed: 9000 } as const
    show(
      <Checkout
        choice={choice}
        tax={{ basisPoints: 0, label: '' }}
        office={{ ...DEFAULT_OFFICE_WEEK, holidays: [] }}
      />,
    )
    const field = await paste(en.order.details.requirements, BRIEF)
    expect(field).toHaveValue(BRIEF)
    expect(screen.getAllByText(OVER)[0]).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Proceed to Payment' }))
    await waitFor(() => expect(field).toHaveAccessibleDescription(en.errors.fields.too_long))
  })

  test('in a message, where the count is said politely and ends with the form', async () => {
    const { container } = render(
      <NextIntlClientProvider locale="en" messages={en}>
        <ContactForm action={async () => 'sent'} />
        <ToastSlot label="Notices" closeLabel="Close" />
      </NextIntlClientProvider>,
    )
    const field = await paste(en.contact.form.labels.message, 'x'.repeat(5012))
    expect(field).toHaveValue('x'.repeat(5012))
    const said = () =>
      [...container.querySelectorAll('form [aria-live="polite"]')].map((live) => live.textContent)
    expect(said().join('')).toBe('')
    await waitFor(() => expect(said().join('')).toMatch(/^12 characters too many/), {
      timeout: 3000,
    })
    container.querySelector('form')?.reset()
    await waitFor(() => expect(screen.queryByText(/too many/)).toBeNull(), { timeout: 3000 })
  })

  test('a short text is not counted aloud or in sight', async () => {
    openBooking()
    await paste(en.booking.details.requirements, 'Two guests')
    expect(screen.queryByText(/characters? left/)).toBeNull()
    await paste(en.booking.details.requirements, 'x'.repeat(1600))
    expect(screen.getAllByText('390 characters left')[0]).toBeVisible()
  })

  test('of a number that is full nothing is said, of one that is too long something is', async () => {
    show(
      <>
        <input id="hours" aria-label="Hours" />
        <Counter id="hours" limit={2} />
      </>,
    )
    await paste('Hours', '24')
    expect(screen.queryByText(/characters? left/)).toBeNull()
    await paste('Hours', '0')
    expect(screen.getByText(/^1 character too many/)).toBeVisible()
  })

  test('a title of the tracker that is too long is kept, and the session waits for a shorter one', async () => {
    HTMLCanvasElement.prototype.getContext = () => null
    localStorage.clear()
    show(<Tracker />)
    const title = await paste('Session Title', 'x'.repeat(121))
    await paste('Participant 1', 'Aina')
    expect(title).toHaveValue('x'.repeat(121))
    expect(screen.getByRole('button', { name: 'Start Recording' })).toBeDisabled()
    expect(screen.getByText(en.tracker.app.setup.tooLong)).toBeVisible()
  })
})
