import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { toast } from 'sonner'
import { ContactForm } from '@/components/contact/contact-form'
import { ToastSlot } from '@/components/ui/toast-slot'
import en from '@/messages/en.json'

const words = en.contact.form
const faults = en.errors.fields
type Sent = { path: string; headers: Record<string, string>; body: Record<string, unknown> }
const sent: Sent[] = []

// The network is the boundary of this component: its answers are given here.
const answer = (status: number, body: unknown, wait: Promise<unknown> = Promise.resolve()) => {
  globalThis.fetch = (async (path: string, init: RequestInit) => {
    sent.push({
      path,
      headers: init.headers as Record<string, string>,
      body: JSON.parse(String(init.body)) as Record<string, unknown>,
    })
    await wait
    return {
      ok: status < 400,
      status,
      statusText: 'x',
      headers: { get: () => null },
      text: async () => (typeof body === 'string' ? body : JSON.stringify(body)),
    } as unknown as Response
  }) as typeof fetch
}

beforeEach(() => {
  sent.length = 0
  toast.dismiss() // What the previous test left.
  HTMLCanvasElement.prototype.getContext = () => null
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <ContactForm action={async () => 'sent'} />
      <ToastSlot label="Notices" closeLabel="Close" />
    </NextIntlClientProvider>,
  )
})

const field = (name: keyof typeof words.labels) => screen.getByLabelText(words.labels[name])
const button = () => screen.getByRole('button', { name: words.send })
const fill = async (changes: Partial<Record<keyof typeof words.labels, string>> = {}) => {
  for (const [name, value] of Object.entries({
    name: 'Aina',
    email: 'aina@example.com',
    message: 'Hello',
    ...changes,
  }))
    if (value) await userEvent.type(field(name as 'name'), value)
  await userEvent.selectOptions(field('subject'), 'sponsorship')
}
const notice = async (title: string, text: string) => {
  expect(await screen.findByText(title)).toBeInTheDocument()
  expect(screen.getByText(text)).toBeInTheDocument()
}

test('has every field, its required ones marked, and every choice', () => {
  for (const name of Object.keys(words.labels)) expect(field(name as 'name')).toBeInTheDocument()
  for (const name of ['name', 'email', 'subject', 'message'] as const)
    expect(field(name)).toHaveAttribute('aria-required', 'true')
  for (const name of ['phone', 'company', 'topics'] as const)
    expect(field(name)).not.toHaveAttribute('aria-required')
  const values = (name: 'subject' | 'industry' | 'experience' | 'companySize') =>
    [...(field(name) as HTMLSelectElement).options].map((option) => option.value)
  expect(values('subject')).toEqual([
    '',
    'booking',
    'custom-package',
    'sponsorship',
    'technical',
    'partnership',
    'other',
  ])
  expect(values('experience')).toEqual(['', '0-2', '3-5', '6-10', '11-15', '16+'])
  expect(values('companySize')).toEqual(['', '1', '2-10', '11-50', '51-200', '201-1000', '1000+'])
  expect(values('industry')).toHaveLength(11)
})

test('nothing filled in: the notice, a message at each field, the focus on the first, nothing sent', async () => {
  answer(201, {})
  await userEvent.type(field('company'), 'Kopi')
  await userEvent.click(button())
  await notice('Missing Fields', 'Please fill in all required fields')
  for (const name of ['name', 'email', 'subject', 'message'] as const)
    expect(field(name)).toHaveAccessibleDescription(faults.required)
  expect(field('company')).not.toHaveAccessibleDescription(/./)
  expect(field('name')).toHaveFocus()
  expect(field('company')).toHaveValue('Kopi')
  expect(sent).toEqual([])
})

test('a wrong address: said beside it, without the notice, everything kept', async () => {
  answer(201, {})
  await fill({ email: 'aina@example', phone: '+60 12-345 6789' })
  await userEvent.click(button())
  await waitFor(() => expect(field('email')).toHaveAccessibleDescription(faults.email))
  expect(field('email')).toHaveFocus()
  expect(screen.queryByText('Missing Fields')).toBeNull()
  expect([sent, (field('phone') as HTMLInputElement).value]).toEqual([[], '+60 12-345 6789'])
})

test('sending: the button says so and cannot be pressed; then the notice and an empty form', async () => {
  let arrive = () => {}
  answer(201, { id: 1 }, new Promise<void>((done) => (arrive = done)))
  await fill({ topics: 'Coffee' })
  await userEvent.dblClick(button())
  expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDisabled()
  arrive()
  await notice('Message Sent!', "We'll get back to you within 24 hours.")
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    path: '/api/contacts',
    body: {
      name: 'Aina',
      email: 'aina@example.com',
      subject: 'sponsorship',
      message: 'Hello',
      topics: 'Coffee',
      phone: null,
      industry: null,
    },
  })
  expect(sent[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  for (const name of ['name', 'email', 'subject', 'message', 'topics'] as const)
    expect(field(name)).toHaveValue('')
  expect(button()).toBeEnabled()
})

test('the second click of a double click, after a quick answer, does not call the emptied form incomplete', async () => {
  answer(201, { id: 1 })
  await fill()
  fireEvent.click(button(), { detail: 1 })
  await screen.findByText('Message Sent!')
  await waitFor(() => expect(button()).toBeEnabled())
  fireEvent.click(button(), { detail: 2 })
  await expect(screen.findByText('Missing Fields', undefined, { timeout: 300 })).rejects.toThrow()
  expect(field('name')).not.toHaveAccessibleDescription(/./)
  fireEvent.click(button(), { detail: 1 })
  await notice('Missing Fields', 'Please fill in all required fields')
  expect(sent).toHaveLength(1)
})

test('a press counts although it follows a refused one at once', async () => {
  answer(201, { id: 1 })
  fireEvent.click(button(), { detail: 1 })
  await screen.findByText('Missing Fields')
  await fill()
  fireEvent.click(button(), { detail: 2 })
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('what the server refuses stands beside its field, and nothing is lost', async () => {
  answer(400, {
    message: 'Please check the marked fields.',
    code: 'invalid_request',
    fields: { message: 'This is too long.', phone: 'No.' },
  })
  await fill({ phone: '+60 12-345 6789' })
  await userEvent.click(button())
  await notice('Error', 'Please check the marked fields.')
  expect(field('message')).toHaveAccessibleDescription('This is too long.')
  expect(field('phone')).toHaveAccessibleDescription('No.')
  expect(field('message')).toHaveValue('Hello')
  expect(field('subject')).toHaveValue('sponsorship')
})

test.each([
  [
    'the limit',
    429,
    {
      message: 'Too many attempts. Please wait a moment and try again.',
      code: 'too_many_requests',
    },
    'Too many attempts. Please wait a moment and try again.',
  ],
  ['a proxy’s page', 502, '<html>Bad gateway</html>', 'Failed to send message'],
])(
  '%s: said, kept, and the same words go under the same key',
  async (_what, status, body, text) => {
    answer(status, body)
    await fill()
    await userEvent.click(button())
    await notice('Error', text)
    expect(button()).toHaveFocus()
    expect(field('message')).toHaveValue('Hello')
    answer(201, { id: 1 })
    await userEvent.click(button())
    await screen.findByText('Message Sent!')
    expect(sent).toHaveLength(2)
    expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key'])
  },
)

test('a visitor without a connection is told', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  await fill()
  await userEvent.click(button())
  await notice('Error', 'Failed to send message')
  expect(field('name')).toHaveValue('Aina')
})
