import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { SignIn } from '@/components/membership/sign-in'
import en from '@/messages/en.json'

const words = en.membership.member.code
const faults = en.errors.fields
const done = jest.fn()
const sent: [path: string, body: unknown][] = []
const answers: [status: number, body: object][] = []

beforeEach(() => {
  sent.length = 0
  answers.length = 0
  AbortSignal.timeout ??= () => new AbortController().signal
  globalThis.fetch = (async (path: string, init: RequestInit) => {
    sent.push([path, JSON.parse(String(init.body))])
    const [status, body] = answers.shift() ?? [200, { email: 'aina@example.com' }]
    return {
      ok: status < 400,
      status,
      statusText: 'x',
      headers: { get: () => null },
      text: async () => JSON.stringify(body),
    } as unknown as Response
  }) as typeof fetch
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <SignIn onDone={done} />
    </NextIntlClientProvider>,
  )
})
const code = () => screen.findByLabelText(words.code)
async function ask() {
  await userEvent.type(screen.getByLabelText(words.email), ' AINA@example.com ')
  await userEvent.click(screen.getByRole('button', { name: words.send }))
  return code()
}

test('an email first, checked before anything is sent', async () => {
  expect(screen.getByLabelText(words.email)).toHaveFocus()
  await userEvent.type(screen.getByLabelText(words.email), 'aina')
  await userEvent.click(screen.getByRole('button', { name: words.send }))
  expect(screen.getByLabelText(words.email)).toHaveAccessibleDescription(faults.email)
  expect(sent).toEqual([])
})

test('then the digits: the focus is there, the phone may fill them in, six of them go by themselves', async () => {
  const input = await ask()
  expect(sent[0]).toEqual(['/api/auth/member-code', { email: 'aina@example.com' }])
  expect(input).toHaveFocus()
  expect(input).toHaveAttribute('autocomplete', 'one-time-code')
  expect(input).toHaveAttribute('inputmode', 'numeric')
  expect(screen.getByText(words.sent.replace('{email}', 'aina@example.com'))).toBeInTheDocument()
  await userEvent.paste('Your code: 123 456.')
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent.slice(1)).toEqual([
    ['/api/auth/member-sign-in', { email: 'aina@example.com', code: '123456' }],
  ])
})

test('a wrong code is said beside the field, which is ready for the next', async () => {
  const input = await ask()
  answers.push([401, { message: 'x', code: 'unauthorized', fields: { code: faults.code_wrong } }])
  await userEvent.type(input, '111111')
  await waitFor(() => expect(input).toHaveAccessibleDescription(faults.code_wrong))
  expect(input).toHaveFocus()
  expect(done).not.toHaveBeenCalled()
  await userEvent.type(input, '222222', { initialSelectionStart: 0, initialSelectionEnd: 6 })
  await waitFor(() => expect(done).toHaveBeenCalled())
})

test('a new code can be had after half a minute, not before', async () => {
  await ask()
  expect(screen.getByRole('button', { name: /New code in/ })).toBeDisabled()
  const later = Date.now() + 31_000
  jest.spyOn(Date, 'now').mockImplementation(() => later)
  await userEvent.click(
    await screen.findByRole('button', { name: words.resend }, { timeout: 5_000 }),
  )
  await waitFor(() =>
    expect(sent.map(([path]) => path)).toEqual(['/api/auth/member-code', '/api/auth/member-code']),
  )
})

test('another email leads back to the first step, where the typed one still is', async () => {
  await ask()
  await userEvent.click(screen.getByRole('button', { name: words.other }))
  expect(screen.getByLabelText(words.email)).toHaveValue('aina@example.com')
})
