import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { NextSlot } from '@/components/home/next-slot'
import { dateWords } from '@/lib/i18n/date-words'
import en from '@/messages/en.json'

const date = dateWords('en', { weekday: 'short', day: 'numeric', month: 'short' }, 'en-GB')
const show = () =>
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <NextSlot date={date} />
    </NextIntlClientProvider>,
  )

// The network is the boundary of this component: its answers are given here.
const answer = (body: string, status = 200) => {
  globalThis.fetch = jest.fn(
    async () =>
      ({ ok: status < 400, status, headers: new Headers(), text: async () => body }) as Response,
  )
}

test('says what it is doing until the answer comes', () => {
  globalThis.fetch = jest.fn(() => new Promise<Response>(() => {}))
  show()
  expect(screen.getByRole('link')).toHaveTextContent('Checking free times')
})

test('shows the day and the time, and Malaysia time to a visitor elsewhere', async () => {
  answer('{"date":"2026-11-24","time":"14:00"}')
  show()
  expect(await screen.findByText(/^Tue,? 24 Nov, 14:00$/)).toBeInTheDocument()
  expect(screen.getByRole('link')).toHaveAttribute('href', '/booking?date=2026-11-24&time=14:00')
  expect(screen.getByText(/Malaysia time/)).toBeInTheDocument()
})

test.each([
  ['nothing is free', 'null', 200],
  ['the server is away', '{"code":"unavailable"}', 503],
  ['the answer is no slot', '{"date":"2026-02-30","time":"14:00"}', 200],
  ['the answer is no JSON', '<html>', 200],
])('when %s it leads to the booking page', async (_, body, status) => {
  answer(body, status)
  show()
  expect(await screen.findByText('See all free times')).toBeInTheDocument()
  expect(screen.getByRole('link')).toHaveAttribute('href', '/booking')
})
