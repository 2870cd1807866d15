// The inbox: what is typed is never lost, and what is put aside comes back.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { InboxStates, ThreadList } from '@/components/admin/inbox/thread-list'
import { ThreadView } from '@/components/admin/inbox/thread-view'
import { QuickReplies } from '@/components/admin/settings/replies'
import { ReadAgain } from '@/components/browser/seen-again'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { ToastSlot } from '@/components/ui/toast-slot'
import type { InboxRow, Thread } from '@/lib/admin/inbox/schema'
import { DEFAULT_REPLIES } from '@/lib/settings/replies'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'
import { actionFor } from '@/tests/support/actions'

const ALL = { en, ms, zh }
const { inbox, acts } = en.admin
const words = en.admin.settings.replies
const VERSION = '2026-11-26T01:00:00.000Z'
const LATER = '2026-11-26T02:00:00.000Z'
const LONG = 'Tunku Puteri Intan Shafinaz binti Abdul Halim Muadzam'

const sent: [call: string, body: unknown][] = []
const answers: ([status: number, body: object] | 'no network')[] = []
const refresh = jest.fn()
beforeEach(() => {
  sessionStorage.clear()
  refresh.mockClear()
  sent.length = 0
  answers.length = 0
  globalThis.fetch = (async (path: string, { method, body }: RequestInit) => {
    sent.push([`${method} ${path}`, JSON.parse(String(body))])
    const answer = answers.shift() ?? [200, { id: 5, updatedAt: LATER }]
    if (answer === 'no network') throw new TypeError('Failed to fetch')
    const [status, text] = [answer[0], JSON.stringify(answer[1])]
    const headers = new Headers()
    return { ok: status < 400, status, headers, text: async () => text } as unknown as Response
  }) as typeof fetch
})

const contact = (changes: object = {}) => ({
  ...{ id: 5, name: 'Aina Rahman', email: 'aina@example.com', phone: '012-345 6789' },
  ...{ phoneE164: '+60123456789', company: 'Rahman Sdn. Bhd.', subject: 'technical' },
  ...{ message: 'Is there a piano?', industry: null, experience: null, companySize: null },
  ...{ designation: null, topics: null, createdAt: '2026-11-26T00:00:00.000Z', locale: 'ms' },
  ...{ answeredAt: null, archivedAt: null, updatedAt: VERSION },
  ...changes,
})
const next = {
  ...{ id: 9, date: '2026-12-01', time: '10:00', service: 'Audio Recording' },
  ...{ status: 'confirmed' as const, cancelReason: null, holdExpiresAt: null },
}
const thread = (changes: Partial<Thread> = {}): Thread => ({
  head: contact(),
  state: 'new',
  entries: [{ kind: 'message', ...contact() }],
  ...{ left: 0, next, customer: 7, whatsApp: '60123456789' },
  replies: [
    { name: 'Prices', text: 'Salam Aina, harga di sini.' },
    { name: 'Hours', text: 'Salam Aina, waktu di sini.' },
  ],
  ...changes,
})

const framed = (part: ReactNode, locale: keyof typeof ALL = 'en') => (
  <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
    <NextIntlClientProvider
      locale={locale}
      timeZone="Asia/Kuala_Lumpur"
      messages={ALL[locale] as never}
    >
      <SaveFrame>{part}</SaveFrame>
      <ToastSlot label="Notices" closeLabel="Dismiss" />
    </NextIntlClientProvider>
  </AppRouterContext>
)
const view = (shown: Thread = thread()) => (
  <ThreadView
    thread={shown}
    path="/admin/inbox"
    booking={(id) => `/admin/bookings/${id}`}
    customer={(key) => `/admin/customers/${key}`}
  />
)
const show = (shown?: Thread) => render(framed(view(shown)))
const field = () => screen.getByRole('textbox', { name: new RegExp(`^${inbox.answer}`) })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const chat = () => screen.getByRole('link', { name: 'Answer Aina Rahman on WhatsApp' })
const REPLY = 'POST /api/admin/contacts/5/reply'

test('an answer goes with the version that was seen, and leaves an empty field', async () => {
  show()
  await userEvent.type(field(), 'Yes, there is.')
  await press(inbox.send)
  expect(await screen.findByText('Your answer to Aina Rahman is being sent.')).toBeVisible()
  expect(sent).toEqual([[REPLY, { text: 'Yes, there is.', version: VERSION }]])
  expect(field()).toHaveValue('')
  expect(refresh).toHaveBeenCalled()
})

test('an empty answer is not sent', async () => {
  show()
  await press(inbox.send)
  await waitFor(() => expect(field()).toHaveFocus())
  expect(field()).toBeInvalid()
  expect(sent).toEqual([])
})

test('after somebody else’s answer the text stays, and goes with the new version', async () => {
  answers.push([409, { code: 'version_conflict', message: 'Please reload' }])
  const { rerender } = show()
  await userEvent.type(field(), 'Yes, there is.')
  await press(inbox.send)
  await waitFor(() =>
    expect(field()).toHaveAccessibleDescription(expect.stringContaining(inbox.meanwhile)),
  )
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('Yes, there is.')
  expect(refresh).toHaveBeenCalled()
  const other = {
    kind: 'reply',
    id: 1,
    text: 'No.',
    author: 'Mei',
    createdAt: LATER,
    mail: null,
  } as const
  rerender(
    framed(
      view(
        thread({
          head: contact({ updatedAt: LATER, answeredAt: LATER }),
          state: 'answered',
          entries: [{ kind: 'message', ...contact() }, other],
        }),
      ),
    ),
  )
  expect(field()).toHaveValue('Yes, there is.')
  await press(inbox.send)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual([REPLY, { text: 'Yes, there is.', version: LATER }])
})

test.each([
  ['the server fails', [500, { code: 'internal', message: 'It broke' }], 'It broke'],
  ['the network is away', 'no network', en.admin.save.unreachable],
] as const)('when %s, the text stays, and why stands beside it', async (_, answer, why) => {
  answers.push(answer as (typeof answers)[number])
  show()
  await userEvent.type(field(), 'Yes, there is.')
  await press(inbox.send)
  await waitFor(() => expect(field()).toHaveAccessibleDescription(expect.stringContaining(why)))
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('Yes, there is.')
})

test('what was typed is there again after a reload, until it was sent', async () => {
  const first = show()
  await userEvent.type(field(), 'Yes, there')
  first.unmount()
  const second = show()
  expect(field()).toHaveValue('Yes, there')
  expect(chat()).toHaveAttribute('href', 'https://wa.me/60123456789?text=Yes%2C%20there')
  await press(inbox.send)
  await waitFor(() => expect(field()).toHaveValue(''))
  second.unmount()
  show()
  expect(field()).toHaveValue('')
})

test('a quick reply fills the field, another replaces it, and one’s own words stay', async () => {
  show()
  await press('Prices')
  expect(field()).toHaveValue('Salam Aina, harga di sini.')
  expect(field()).toHaveFocus()
  await press('Hours')
  expect(field()).toHaveValue('Salam Aina, waktu di sini.')
  expect(chat()).toHaveAttribute(
    'href',
    `https://wa.me/60123456789?text=${encodeURIComponent('Salam Aina, waktu di sini.')}`,
  )
  await userEvent.type(field(), ' Jumpa!')
  await press('Prices')
  expect(field()).toHaveValue('Salam Aina, waktu di sini. Jumpa!\n\nSalam Aina, harga di sini.')
  await press(inbox.send)
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('messages are archived with one press, and an undo brings them back', async () => {
  answers.push([200, { id: 5, updatedAt: LATER }])
  show()
  await press(inbox.archive)
  expect(await screen.findByText('Aina Rahman’s messages are archived.')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: acts.undo }))
  expect(await screen.findByText(acts.undone)).toBeVisible()
  expect(sent).toEqual([
    ['PATCH /api/contacts/5', { archived: true, earlier: true, version: VERSION }],
    ['PATCH /api/contacts/5', { archived: false, earlier: true, version: LATER }],
  ])
})

test('without a network nothing is read again: the router would leave the page', async () => {
  answers.push('no network')
  show()
  await press(inbox.archive)
  expect(await screen.findByText(en.admin.save.unreachable)).toBeVisible()
  expect(refresh).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: inbox.archive })).toBeEnabled()
})

test('a page that is seen again without a network is read once there is one', async () => {
  const line = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(framed(<ReadAgain />))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(refresh).not.toHaveBeenCalled()
  line.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(refresh).toHaveBeenCalledTimes(1)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(refresh).toHaveBeenCalledTimes(1)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(refresh).toHaveBeenCalledTimes(2)
  line.mockRestore()
})

test('an archived person goes back to the inbox with one press', async () => {
  show(thread({ state: 'archived', head: contact({ archivedAt: LATER }) }))
  await press(inbox.restore)
  expect(await screen.findByText('Aina Rahman’s messages are back in the inbox.')).toBeVisible()
  expect(sent[0]?.[1]).toMatchObject({ archived: false, earlier: true })
})

test('the thread leads to the customer and the next session, and says what became of each answer', () => {
  const reply = (id: number, status: string) => ({
    ...{ kind: 'reply' as const, id, text: `Answer ${id}`, author: 'owner', createdAt: LATER },
    mail: { id: id + 20, status, recipient: 'aina@example.com' },
  })
  show(
    thread({
      entries: [
        { kind: 'message', ...contact() },
        reply(1, 'sent'),
        reply(2, 'queued'),
        reply(3, 'failed'),
      ],
    }),
  )
  expect(screen.getByRole('link', { name: inbox.customer })).toHaveAttribute(
    'href',
    '/admin/customers/7',
  )
  expect(screen.getByRole('link', { name: /Audio Recording/ })).toHaveAttribute(
    'href',
    '/admin/bookings/9',
  )
  const [message, first, second, third] = within(
    screen.getByRole('list', { name: inbox.thread }),
  ).getAllByRole('listitem')
  expect(message).toHaveTextContent('Technical question')
  expect(message).toHaveTextContent('Rahman Sdn. Bhd.')
  expect(first).toHaveTextContent(inbox.mail.sent)
  expect(second).toHaveTextContent(inbox.mail.queued)
  expect(third).toHaveTextContent(inbox.mail.failed)
  expect(
    within(third!).getByRole('button', { name: 'Send again to aina@example.com' }),
  ).toBeEnabled()
  expect(within(first!).queryByRole('button')).toBeNull()
})

test('without a number there is no WhatsApp, without a session or a customer no link', () => {
  show(thread({ whatsApp: null, next: null, customer: null, replies: [] }))
  expect(screen.queryByRole('link', { name: /WhatsApp/ })).toBeNull()
  expect(screen.queryByRole('link', { name: inbox.customer })).toBeNull()
  expect(screen.queryByRole('list', { name: inbox.quick })).toBeNull()
})

const row = (changes: Partial<InboxRow> = {}): InboxRow => ({
  ...{ id: 5, name: LONG, text: 'Is there a piano?', at: VERSION, state: 'new', messages: 3, next },
  ...changes,
})

test.each(['en', 'ms', 'zh'] as const)(
  'the list, its states and a thread are whole in %s',
  (locale) => {
    const failed = jest.spyOn(console, 'error')
    const { state } = ALL[locale].admin.inbox
    render(
      framed(
        <>
          <InboxStates
            path="/admin/inbox"
            current="answered"
            counts={{ new: 3, answered: 0, archived: 100 }}
          />
          <ThreadList threads={[row()]} page={(id) => `/admin/inbox/${id}`} withState />
          {view()}
        </>,
        locale,
      ),
    )
    expect(screen.getByRole('link', { name: LONG })).toHaveAttribute('href', '/admin/inbox/5')
    const link = (name: string) => screen.getByRole('link', { name })
    expect(link(`${state.new} 3`)).toHaveAttribute('href', '/admin/inbox')
    expect(link(`${state.answered} 0`)).toHaveAttribute('aria-current', 'page')
    expect(link(`${state.archived} 99+`)).toHaveAttribute('href', '/admin/inbox?state=archived')
    expect(failed).not.toHaveBeenCalled()
  },
)

test('quick replies: an emptied one is left out, and what is wrong is said beside its own field', async () => {
  const replies = { replies: DEFAULT_REPLIES, version: VERSION }
  const submit = actionFor('PATCH /api/settings/[key]')
  render(framed(<QuickReplies replies={replies} submit={submit} />))
  const slot = (number: number) =>
    within(screen.getByRole('group', { name: words.slot.replace('{number}', String(number)) }))
  const [name, text] = [words.name, new RegExp(`^${words.text}`)]
  const first = (number: number, label: string | RegExp) =>
    slot(number).getAllByLabelText(label)[0]!
  for (const control of slot(1).getAllByRole('textbox', { hidden: true }))
    fireEvent.input(control, { target: { value: '' } })
  fireEvent.input(first(6, text), { target: { value: 'Hi {name}' } })
  await press(en.admin.form.save)
  await waitFor(() => expect(first(6, name)).toHaveFocus())
  expect(first(6, name)).toBeInvalid()
  expect(sent).toEqual([])
  fireEvent.input(first(6, name), { target: { value: 'Hello' } })
  await press(en.admin.form.save)
  await waitFor(() => expect(sent).toHaveLength(1))
  const [call, body] = sent[0]!
  expect(call).toBe('PATCH /api/settings/replies')
  expect(body).toEqual({
    replies: [
      ...DEFAULT_REPLIES.slice(1),
      { name: 'Hello', text: 'Hi {name}', translations: { ms: null, zh: null } },
    ],
    version: VERSION,
  })
})
