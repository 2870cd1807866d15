import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { toast } from 'sonner'
import { JoinForm } from '@/components/membership/join-form'
import { DEFAULT_TAX, type TaxSetting } from '@/lib/settings/tax'
import { ToastSlot } from '@/components/ui/toast-slot'
import en from '@/messages/en.json'

const words = en.membership.join
const faults = en.errors.fields
const SERVICE = {
  description: 'd',
  icon: 'i',
  formerHourlyRate: null,
  halfDayRate: null,
  fullDayRate: null,
  weeklyRate: null,
  translations: {},
}
const SERVICES = [
  { ...SERVICE, id: 1, name: 'Audio Basic', hourlyRate: '99.00', isAddOn: false },
  { ...SERVICE, id: 2, name: 'Video Premium', hourlyRate: '248.00', isAddOn: false },
  { ...SERVICE, id: 3, name: 'Co-host Support', hourlyRate: '80.00', isAddOn: true },
]
type Sent = { headers: Record<string, string>; body: Record<string, unknown> }
const sent: Sent[] = []
const close = jest.fn()
const joined = jest.fn()

// The network is the boundary of this component: its answers are given here.
const reply = (status: number, body: unknown) =>
  ({
    ok: status < 400,
    status,
    statusText: 'x',
    headers: { get: () => null },
    text: async () => (typeof body === 'string' ? body : JSON.stringify(body)),
  }) as unknown as Response
let services: () => Promise<Response>
function answer(status: number, body: unknown, wait: Promise<unknown> = Promise.resolve()) {
  globalThis.fetch = (async (path: string, init: RequestInit) => {
    if (path === '/api/services') return services()
    sent.push({
      headers: init.headers as Record<string, string>,
      body: JSON.parse(String(init.body)) as Record<string, unknown>,
    })
    await wait
    return reply(status, body)
  }) as typeof fetch
}

beforeEach(() => {
  sent.length = 0
  joined.mockClear()
  toast.dismiss()
  HTMLCanvasElement.prototype.getContext = () => null
  AbortSignal.timeout ??= () => new AbortController().signal
  services = async () => reply(200, SERVICES)
  answer(201, { status: 'active' })
})

function show(code = '', tax: TaxSetting = DEFAULT_TAX) {
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <JoinForm code={code} tax={tax} focus onClose={close} onJoined={joined} />
      <ToastSlot label="Notices" closeLabel="Close" />
    </NextIntlClientProvider>,
  )
}
const field = (name: keyof typeof words.labels) => screen.getByLabelText(words.labels[name])
const create = () => screen.getByRole('button', { name: 'Create Membership' })
async function fill() {
  await userEvent.type(field('customerName'), 'Aina Rahman')
  await userEvent.type(field('customerEmail'), 'aina@example.com')
  await userEvent.selectOptions(field('serviceId'), '2')
}
const notice = async (title: string, text: string) => {
  expect(await screen.findByText(title)).toBeInTheDocument()
  expect(screen.getByText(text)).toBeInTheDocument()
}

test('the documented fields; packages load, each with its hourly rate and what it costs with tax, without the add-ons', async () => {
  let arrive = () => {}
  services = () => new Promise((done) => (arrive = () => done(reply(200, SERVICES))))
  show()
  for (const label of [
    'Full Name',
    'Email Address',
    'Phone Number',
    'Preferred Studio Package',
    'Referral Code (Optional)',
  ])
    expect(screen.getByLabelText(label)).toBeInTheDocument()
  const options = () =>
    [...(field('serviceId') as HTMLSelectElement).options].map(({ text }) =>
      text.replace(/\u00a0/g, ' '),
    )
  expect(options()).toEqual(['Loading packages...'])
  expect(field('customerName')).toHaveFocus()
  arrive()
  await waitFor(() =>
    expect(options()).toEqual([
      'Choose a package',
      'Audio Basic – RM99 per hour (RM107.17 with tax)',
      'Video Premium – RM248 per hour (RM268.46 with tax)',
    ]),
  )
})

test.each([
  ['none', 0, 'Audio Basic – RM99 per hour'],
  ['service-charge', 1000, 'Audio Basic – RM99 per hour (RM108.90 with service charge)'],
] as const)('with %s the packages say no tax', async (kind, basisPoints, text) => {
  show('', { ...DEFAULT_TAX, kind, basisPoints })
  expect(await screen.findByRole('option', { name: text })).toBeInTheDocument()
})

test('packages that do not load can be asked for again', async () => {
  services = async () => reply(503, { message: 'x' })
  show()
  await screen.findByText(words.noPackages)
  services = async () => reply(200, SERVICES)
  await userEvent.click(screen.getByRole('button', { name: words.again }))
  expect(await screen.findByRole('option', { name: /Video Premium/ })).toBeInTheDocument()
})

test('an empty form has a message at each required field, the focus on the first, and sends nothing', async () => {
  show()
  await screen.findByRole('option', { name: /Audio Basic/ })
  await userEvent.click(create())
  await waitFor(() => expect(field('customerName')).toHaveAccessibleDescription(faults.required))
  expect(field('customerEmail')).toHaveAccessibleDescription(faults.required)
  expect(field('serviceId')).toHaveAccessibleDescription(expect.stringContaining(faults.choice))
  expect(field('customerName')).toHaveFocus()
  expect(sent).toEqual([])
})

test('creating: the button says so and cannot be pressed twice; then the notice, and the form closes', async () => {
  let arrive = () => {}
  answer(201, { status: 'active' }, new Promise<void>((done) => (arrive = done)))
  show('ACDEFGHJ')
  await screen.findByRole('option', { name: /Video Premium/ })
  await fill()
  await userEvent.dblClick(create())
  expect(await screen.findByRole('button', { name: 'Creating...' })).toBeDisabled()
  arrive()
  await notice('Membership Created!', words.done.text)
  expect(joined.mock.calls).toEqual([[{ proof: { email: 'aina@example.com', sent: true } }]])
  expect(sent).toHaveLength(2)
  expect(sent[1]?.body).toEqual({ email: 'aina@example.com' })
  expect(sent[0]?.body).toEqual({
    customerName: 'Aina Rahman',
    customerEmail: 'aina@example.com',
    customerPhone: null,
    serviceId: 2,
    referredBy: 'ACDEFGHJ',
    status: 'active',
  })
  expect(sent[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
})

test('whoever is signed in with the email is asked for no code', async () => {
  answer(201, { id: 1, referralCode: 'ACDEFGHJ' })
  show()
  await screen.findByRole('option', { name: /Video Premium/ })
  await fill()
  await userEvent.click(create())
  await notice('Membership Created!', words.done.text)
  expect(joined.mock.calls).toEqual([[{ proof: null }]])
  expect(sent).toHaveLength(1)
})

test('what the server refuses stands beside its field and in a notice, and nothing is lost', async () => {
  answer(409, {
    message: 'This email already belongs to a member.',
    code: 'already_member',
    fields: { customerEmail: faults.already_member },
  })
  show()
  await screen.findByRole('option', { name: /Video Premium/ })
  await fill()
  await userEvent.click(create())
  await notice('Error', 'This email already belongs to a member.')
  expect(field('customerEmail')).toHaveAccessibleDescription(faults.already_member)
  expect(field('customerEmail')).toHaveFocus()
  expect(field('customerName')).toHaveValue('Aina Rahman')
  expect(field('serviceId')).toHaveValue('2')
  expect(joined).not.toHaveBeenCalled()
})

test('no answer: an error is shown, the input is kept, and a retry has the same key', async () => {
  answer(502, '<html>Bad gateway</html>')
  show()
  await screen.findByRole('option', { name: /Video Premium/ })
  await fill()
  await userEvent.click(create())
  await notice('Error', words.failed.text)
  await userEvent.click(create())
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key'])
})

test('Cancel hides it', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(close).toHaveBeenCalled()
})
