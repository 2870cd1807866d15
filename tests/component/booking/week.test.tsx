import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import en from '@/messages/en.json'
import { availability, calls, fillIn, held, openBooking, proceed, serve } from './support'

const words = en.booking.proof
const CODE_WRONG = en.errors.fields.code_wrong
let proven = false
let codes: { status?: number; body: object }[] = []

beforeEach(() => {
  sessionStorage.clear()
  AbortSignal.timeout ??= () => new AbortController().signal
  proven = false
  codes = []
  // As the studio's link has it: the page offers no button for a week.
  window.history.replaceState(null, '', '/booking?service=1&duration=weekly')
  serve({
    'GET /api/availability': availability(),
    'GET /api/payment-config': () => ({
      body: { mode: 'stripe', publishableKey: 'pk_test_component', scriptUrl: null },
    }),
    'POST /api/create-payment-intent': () => ({
      body: {
        clientSecret: 'pi_1_secret_2',
        holdExpiresAt: new Date(Date.now() + 900_000).toISOString(),
      },
    }),
    'POST /api/bookings': (call) =>
      proven
        ? held(300)(call)
        : {
            status: 403,
            body: {
              code: 'email_unproven',
              message: en.errors.email_unproven,
              fields: { email: en.errors.fields.unproven },
            },
          },
    'POST /api/auth/member-code': ({ body }) => ({ body: body ?? {} }),
    'POST /api/auth/member-sign-in': ({ body }) => {
      const answer = codes.shift()
      if (answer) return answer
      proven = true
      return { body: { email: body?.email } }
    },
  })
})

const sent = (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body)

test('a week for an unproven email: the form asks for the code in place, loses nothing and goes on', async () => {
  openBooking()
  expect(await screen.findByRole('radio', { name: en.booking.duration.weekly })).toBeChecked()
  expect(window.location.search).toBe('')
  await fillIn()
  await proceed()

  expect((await screen.findAllByText(en.errors.email_unproven)).length).toBeGreaterThan(0)
  expect(screen.queryByRole('dialog')).toBeNull()
  const email = screen.getByLabelText('Email')
  expect(email).toHaveAccessibleDescription(en.errors.fields.unproven)
  const address = (email as HTMLInputElement).value
  await userEvent.click(
    await screen.findByRole('button', { name: words.send.replace('{email}', address) }),
  )
  expect(sent('/api/auth/member-code')).toEqual([{ email: address }])

  codes = [
    { status: 401, body: { code: 'unauthorized', message: 'x', fields: { code: CODE_WRONG } } },
  ]
  const code = await screen.findByLabelText(words.code)
  await userEvent.type(code, '000000{Enter}')
  await waitFor(() => expect(code).toHaveAccessibleDescription(CODE_WRONG))
  expect(screen.getByLabelText('First Name')).toHaveValue('Aina')

  await userEvent.clear(code)
  await userEvent.type(code, '123456')
  await userEvent.click(screen.getByRole('button', { name: words.check }))
  expect(await screen.findByRole('dialog', { name: 'Complete Your Booking' })).toBeInTheDocument()
  expect(sent('/api/auth/member-sign-in').at(-1)).toEqual({ email: address, code: '123456' })
  expect(sent('/api/bookings').at(-1)).toMatchObject({ duration: 'weekly', firstName: 'Aina' })
})
