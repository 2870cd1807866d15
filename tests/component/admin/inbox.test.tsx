// The inbox: what is typed is never lost, and what is put aside comes back.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { SelectThreads } from '@/components/admin/inbox/select-threads'
import { InboxStates, ThreadList } from '@/components/admin/inbox/thread-list'
import { ThreadView } from '@/components/admin/inbox/thread-view'
import { QuickReplies } from '@/components/admin/settings/replies'
import { ReadAgain } from '@/components/browser/seen-again'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { toast } from '@/components/ui/toast'
import { ToastSlot } from '@/components/ui/toast-slot'
import type { InboxState } from '@/lib/admin/inbox/rules'
import type { InboxRow, Thread } from '@/lib/admin/inbox/schema'
import { DEFAULT_REPLIES } from '@/lib/settings/replies'
import type { MailState } from '@/lib/mail/rules'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'
import { actionFor } from '@/tests/support/actions'
import { withPointers } from '@/tests/support/pointer'

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

afterEach(() => act(async () => void toast.dismiss()))

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
  const reply = (id: number, status: MailState) => ({
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
  ...{
    id: 5,
    last: 5,
    name: LONG,
    text: 'Is there a piano?',
    at: VERSION,
    state: 'new',
    messages: 3,
    next,
  },
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

describe('several at once', () => {
  const PEOPLE = ['Aina Rahman', 'Hakim Ismail', LONG]
  const { select } = inbox
  const rows = PEOPLE.map((name, i) => row({ id: i + 1, last: i + 11, name }))
  const inState = (
    state: InboxState | null = 'new',
    shown = rows,
    locale: keyof typeof ALL = 'en',
  ) =>
    framed(
      <SelectThreads state={state} isEmpty={shown.length === 0}>
        <ThreadList
          threads={shown.map((one) => ({ ...one, state: state ?? one.state }))}
          page={(id) => `/admin/inbox/${id}`}
          withState={state === null}
        />
      </SelectThreads>,
      locale,
    )
  const button = (name: string) => screen.getByRole('button', { name })
  const line = (name = 'Aina Rahman') => screen.getByRole('row', { name: new RegExp(name) })
  const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
  const CALL = 'PATCH /api/admin/contacts'
  const changes = (changed: number) => answers.push([200, { changed, at: LATER }])
  const finger = { pointerType: 'touch', isPrimary: true, pointerId: 1 }
  const down = (target: Element, clientX = 300, clientY = 100) =>
    fireEvent.pointerDown(target, { ...finger, clientX, clientY })
  const move = (target: Element, clientX: number, clientY = 100) =>
    fireEvent.pointerMove(target, { ...finger, clientX, clientY })
  const up = (target: Element, clientX: number, clientY = 100) =>
    fireEvent.pointerUp(target, { ...finger, clientX, clientY })
  /** Waits until nothing more is sent. */
  const settled = () => act(() => new Promise((done) => setTimeout(done, 20)))
  let withoutPointers: () => void
  beforeEach(() => {
    withoutPointers = withPointers()
    jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(358)
  })
  afterEach(() => {
    withoutPointers()
    jest.restoreAllMocks()
  })

  test('by keyboard: chosen, archived, and taken back as they were at that moment', async () => {
    changes(2)
    changes(2)
    render(inState())
    button(select.begin).focus()
    await userEvent.keyboard('{Enter}')
    expect(button(inbox.archive)).toBeDisabled()
    while (document.activeElement !== box('Aina Rahman')) await userEvent.tab()
    await userEvent.keyboard(' ')
    while (document.activeElement !== box('Hakim Ismail')) await userEvent.tab()
    await userEvent.keyboard(' ')
    expect(screen.getByText('2 people selected')).toBeVisible()
    while (document.activeElement !== button(inbox.archive)) await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('The messages of 2 people are archived.')).toBeVisible()
    expect(button(select.begin)).toHaveFocus()
    expect(screen.queryByRole('group', { name: select.acts })).toBeNull()
    fireEvent.click(button(acts.undo))
    expect(await screen.findByText(acts.undone)).toBeVisible()
    expect(sent).toEqual([
      [CALL, { ids: [11, 12], act: 'archive' }],
      [CALL, { ids: [11, 12], act: 'restore', at: LATER }],
    ])
  })

  test('all of the page are marked as answered, and new again', async () => {
    changes(3)
    render(inState())
    await press(select.begin)
    await press(select.all)
    await press(select.answer)
    expect(
      await screen.findByText('The messages of 3 people are marked as answered.'),
    ).toBeVisible()
    fireEvent.click(button(acts.undo))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(([, body]) => body)).toEqual([
      { ids: [11, 12, 13], act: 'answer' },
      { ids: [11, 12, 13], act: 'reopen', at: LATER },
    ])
  })

  test('what was archived goes back to the inbox, and what was answered is archived', async () => {
    changes(1)
    const { rerender } = render(inState('archived'))
    await press(select.begin)
    await userEvent.click(box(LONG))
    await press(inbox.restore)
    await waitFor(() => expect(sent).toEqual([[CALL, { ids: [13], act: 'restore' }]]))
    rerender(inState('answered'))
    await press(select.begin)
    expect(screen.queryByRole('button', { name: select.answer })).toBeNull()
    expect(button(inbox.archive)).toBeDisabled()
  })

  test('in a search what was archived can go back to the inbox too', async () => {
    changes(1)
    render(inState(null))
    await userEvent.click(button(select.begin))
    await userEvent.click(box('Hakim Ismail'))
    await userEvent.click(button(inbox.restore))
    expect(sent).toEqual([[CALL, { ids: [12], act: 'restore' }]])
  })

  test('an undo that comes after somebody else’s says what is so now', async () => {
    changes(1)
    changes(0)
    render(inState())
    await userEvent.click(button(select.begin))
    await userEvent.click(box('Hakim Ismail'))
    await userEvent.click(button(inbox.archive))
    fireEvent.click(await screen.findByRole('button', { name: acts.undo }))
    expect(await screen.findByText('The messages were already in the inbox.')).toBeVisible()
    expect(screen.queryByText(acts.undone)).toBeNull()
  })

  test('the focus stays in the list when its last row has gone', async () => {
    changes(3)
    const { rerender } = render(inState())
    await userEvent.click(button(select.begin))
    await userEvent.click(button(select.all))
    await userEvent.click(button(inbox.archive))
    await waitFor(() => expect(button(select.begin)).toHaveFocus())
    // As a browser does with what is hidden; jsdom leaves the focus there.
    button(select.begin).blur()
    rerender(inState('new', []))
    expect(document.activeElement).not.toBe(document.body)
    expect(screen.queryByRole('button', { name: select.begin })).toBeNull()
  })

  test('when it is refused, the choice stays; Escape gives it up', async () => {
    answers.push([500, { code: 'internal', message: 'It broke' }])
    render(inState())
    await press(select.begin)
    await userEvent.click(box('Aina Rahman'))
    await press(inbox.archive)
    expect(await screen.findByText('It broke')).toBeVisible()
    expect(box('Aina Rahman')).toBeChecked()
    await userEvent.keyboard('{Escape}')
    expect(button(select.begin)).toHaveFocus()
    await press(select.begin)
    expect(box('Aina Rahman')).not.toBeChecked()
  })

  test('what somebody else did before is said, with nothing to undo', async () => {
    changes(0)
    render(inState())
    await press(select.begin)
    await userEvent.click(box('Aina Rahman'))
    await press(inbox.archive)
    expect(await screen.findByText('The messages were already archived.')).toBeVisible()
    expect(screen.queryByRole('button', { name: acts.undo })).toBeNull()
  })

  test('the count follows rows that others took away', async () => {
    const { rerender } = render(inState())
    await press(select.begin)
    await press(select.all)
    rerender(inState('new', rows.slice(1)))
    expect(await screen.findByText('2 people selected')).toBeVisible()
  })

  test('a finger that rests on a row selects it, and its link is not followed', async () => {
    jest.useFakeTimers()
    render(inState())
    const link = screen.getByRole('link', { name: 'Aina Rahman' })
    down(link)
    act(() => void jest.advanceTimersByTime(500))
    jest.useRealTimers()
    expect(fireEvent.contextMenu(link)).toBe(false)
    up(link, 300)
    expect(fireEvent.click(link)).toBe(false)
    expect(box('Aina Rahman')).toBeChecked()
    expect(screen.getByText('1 person selected')).toBeVisible()
    await press(select.end)
    // A mouse's press is long without a reason, and its menu is the browser's.
    fireEvent.pointerDown(link, { ...finger, pointerType: 'mouse' })
    expect(fireEvent.contextMenu(link)).toBe(true)
    expect(sent).toEqual([])
  })

  test('pushed to the left a row is archived, and comes back by an undo', async () => {
    changes(1)
    changes(1)
    render(inState())
    const name = screen.getByRole('link', { name: 'Aina Rahman' })
    down(name)
    move(name, 285)
    move(name, 150)
    expect(line()).toHaveAttribute('data-swiped', 'enough')
    expect(line().style.getPropertyValue('--swipe')).toBe('-150px')
    up(name, 150)
    expect(fireEvent.click(name)).toBe(false)
    expect(await screen.findByText('Aina Rahman’s messages are archived.')).toBeVisible()
    fireEvent.click(button(acts.undo))
    expect(await screen.findByText(acts.undone)).toBeVisible()
    expect(sent).toEqual([
      [CALL, { ids: [11], act: 'archive' }],
      [CALL, { ids: [11], act: 'restore', at: LATER }],
    ])
  })

  test('two rows that are pushed away quickly are both archived', async () => {
    changes(1)
    changes(1)
    render(inState())
    for (const name of ['Aina Rahman', 'Hakim Ismail']) {
      down(line(name))
      move(line(name), 150)
      up(line(name), 150)
    }
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(([, body]) => body)).toEqual([
      { ids: [11], act: 'archive' },
      { ids: [12], act: 'archive' },
    ])
  })

  test.each([
    [
      'the page is scrolled',
      [
        [298, 140],
        [120, 400],
      ],
    ],
    [
      'the finger goes aside and then down',
      [
        [280, 100],
        [180, 300],
      ],
    ],
    ['it is not far', [[250, 100]]],
    ['it goes to the right', [[450, 100]]],
    [
      'it comes back',
      [
        [120, 100],
        [290, 100],
      ],
    ],
  ] as const)('nothing is archived when %s', async (_, path) => {
    render(inState())
    down(line())
    for (const [x, y] of path) move(line(), x, y)
    const [x, y] = path.at(-1)!
    up(line(), x, y)
    await settled()
    expect(sent).toEqual([])
    expect(line()).not.toHaveAttribute('data-swiped')
    expect(line().style.getPropertyValue('--swipe')).toBe('')
  })

  test('nothing is archived when the browser takes the finger away to scroll', async () => {
    render(inState())
    down(line())
    move(line(), 120)
    fireEvent.pointerCancel(line(), finger)
    up(line(), 120)
    await settled()
    expect(sent).toEqual([])
    expect(line()).not.toHaveAttribute('data-swiped')
  })

  test('an archived row is not swiped, nor one while others are chosen', async () => {
    render(inState('archived'))
    down(line())
    move(line(), 120)
    up(line(), 120)
    await press(select.begin)
    down(line())
    move(line(), 120)
    up(line(), 120)
    await settled()
    expect(sent).toEqual([])
  })

  test('without a network the row comes back, and it is said', async () => {
    answers.push('no network')
    render(inState())
    down(line())
    move(line(), 120)
    up(line(), 120)
    expect(await screen.findByText(en.admin.save.unreachable)).toBeVisible()
    expect(line()).not.toHaveAttribute('data-swiped')
    expect(refresh).not.toHaveBeenCalled()
  })

  test.each(['en', 'ms', 'zh'] as const)('is whole in %s', async (locale) => {
    const failed = jest.spyOn(console, 'error')
    render(inState(null, rows, locale))
    await press(ALL[locale].admin.inbox.select.begin)
    await press(ALL[locale].admin.inbox.select.all)
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(3)
    expect(failed).not.toHaveBeenCalled()
  })
})

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
