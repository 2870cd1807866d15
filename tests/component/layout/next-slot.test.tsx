import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { FreeNowOf } from '@/components/home/free-now'
import { Lamp } from '@/components/home/lamp'
import { NextSlot } from '@/components/home/next-slot'
import { Tape } from '@/components/home/tape'
import { dateWords } from '@/lib/i18n/date-words'
import en from '@/messages/en.json'

const date = dateWords('en', { weekday: 'short', day: 'numeric', month: 'short' })
const show = () =>
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <FreeNowOf>
        <Lamp weekdays={date.weekdays} />
        <NextSlot date={date} />
        <Tape date={date} from="from RM107.17 with tax" />
      </FreeNowOf>
    </NextIntlClientProvider>,
  )

// The network is the boundary of this component: its answers are given here.
const answer = (body: string, status = 200) => {
  globalThis.fetch = jest.fn(
    async () =>
      ({ ok: status < 400, status, headers: new Headers(), text: async () => body }) as Response,
  )
}
const OFF = { state: 'off', until: { date: '2026-11-26', time: '09:00' } }
const answerWith = (about: object) => answer(JSON.stringify({ room: OFF, days: [], ...about }))

test('the slot says what it is doing until the answer comes, and the lamp nothing', () => {
  globalThis.fetch = jest.fn(() => new Promise<Response>(() => {}))
  show()
  expect(screen.getByRole('link')).toHaveTextContent('Checking free times')
  expect(document.querySelector('.lamp')).toHaveTextContent(/^$/)
  expect(document.querySelector('.lamp')).not.toHaveAttribute('data-state')
})

test('one call brings the day and the time, with Malaysia time to a visitor elsewhere', async () => {
  answerWith({ date: '2026-11-24', time: '14:00' })
  show()
  expect(await screen.findByText(/^Tue,? 24 Nov, 14:00$/)).toBeInTheDocument()
  expect(screen.getByRole('link')).toHaveAttribute('href', '/booking?date=2026-11-24&time=14:00')
  expect(screen.getByText(/Malaysia time/)).toBeInTheDocument()
  expect(globalThis.fetch).toHaveBeenCalledTimes(1)
})

test.each([
  ['nothing is free', JSON.stringify({ room: OFF, days: [] }), 200],
  ['the server is away', '{"code":"unavailable"}', 503],
  [
    'the answer is no slot',
    JSON.stringify({ date: '2026-02-30', time: '14:00', room: OFF, days: [] }),
    200,
  ],
  ['the answer is no JSON', '<html>', 200],
])('when %s the slot leads to the booking page', async (_, body, status) => {
  answer(body, status)
  show()
  expect(await screen.findByText('See all free times')).toBeInTheDocument()
  expect(screen.getByRole('link')).toHaveAttribute('href', '/booking')
})

test.each([
  [{ state: 'onAir', until: { date: '2026-11-26', time: '16:00' } }, 'On air until 16:00'],
  [{ state: 'free', until: null }, 'Free right now'],
  [OFF, 'Off air. Opens Thu 09:00'],
  [{ state: 'off', until: null }, 'Off air'],
])('the lamp says %j as “%s”', async (room, text) => {
  answerWith({ room })
  show()
  expect(await screen.findByText(text)).toHaveAttribute('data-state', room.state)
})

test('while somebody records, the title and the icon of the tab say it, and no longer', async () => {
  document.head.innerHTML = '<title>Studio</title><link rel="icon" href="/icon.svg" />'
  answerWith({ room: { state: 'onAir', until: { date: '2026-11-26', time: '16:00' } } })
  const { unmount } = show()
  await waitFor(() => expect(document.title).toBe('● On air · Studio'))
  const icon = document.querySelector('link')
  expect(icon).toHaveAttribute('href', '/on-air.svg')
  unmount()
  expect(document.title).toBe('Studio')
  expect(icon?.href).toMatch(/\/icon\.svg$/)
})

describe('the tape', () => {
  const days = [
    { date: '2026-11-26', opensAt: '09:00', free: '0021-' },
    { date: '2026-11-27', opensAt: '10:00', free: '000' },
  ]
  const shown = async () => {
    answerWith({ days })
    show()
    return screen.findByRole('group', { name: /Free hours on Thu,? 26 Nov/ })
  }

  test('has a button for each free hour, and none for one that is taken or closed', async () => {
    const day = await shown()
    expect(
      within(day)
        .getAllByRole('button')
        .map((bar) => bar.getAttribute('aria-label')),
    ).toEqual(['11:00, 2 h free from here', '12:00, 1 h free from here'])
    expect(day.querySelectorAll('i')).toHaveLength(3)
    expect(day.querySelectorAll('i[data-closed]')).toHaveLength(1)
    const full = screen.getByRole('group', { name: /Nothing free on Fri,? 27 Nov/ })
    expect(within(full).queryByRole('button')).toBeNull()
  })

  test('a press opens the flag that leads to the booking page with day and time', async () => {
    const [bar] = within(await shown()).getAllByRole('button')
    fireEvent.click(bar as HTMLElement, { detail: 1 })
    const book = screen.getByRole('link', { name: 'Book' })
    expect(book).toHaveAttribute('href', '/booking?date=2026-11-26&time=11:00')
    expect(book).toHaveAccessibleDescription(
      /26 Nov, 11:00\s*2 h free from here\s*from RM107\.17 with tax/,
    )
    expect(bar).toHaveAttribute('aria-expanded', 'true')
  })

  test('is one stop of the Tab key for each day, and Escape returns from the flag', async () => {
    const [first, second] = within(await shown()).getAllByRole('button')
    const user = userEvent.setup()
    await user.tab()
    await user.tab()
    expect(first).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(second).toHaveFocus()
    expect([first?.tabIndex, second?.tabIndex]).toEqual([-1, 0])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Book' })).toHaveFocus())
    await user.keyboard('{Escape}')
    expect(second).toHaveFocus()
    expect(screen.queryByRole('link', { name: 'Book' })).toBeNull()
  })
})
