import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactElement } from 'react'
import { BookingIsland } from '@/components/booking/booking-island'
import { OpenNow } from '@/components/contact/open-now'
import { RateOrderForm } from '@/components/editing/order-form'
import { noteServerTime } from '@/components/browser/clock'
import { recall, remember } from '@/components/browser/session-store'
import { dateWords } from '@/lib/i18n/date-words'
import { DEFAULT_TAX } from '@/lib/settings/tax'
import { DEFAULT_HOURS, DEFAULT_OFFICE_WEEK } from '@/lib/studio'
import messages from '@/messages/en.json'
import { OPTIONS, show } from '../booking/support'

// It is noon of 24 November in Kuala Lumpur.
const SERVER = 'Tue, 24 Nov 2026 04:00:00 GMT'

/** The device's clock shows `device`, and the server answers when the test lets it. */
function deviceAt(device: string) {
  jest.useFakeTimers({ now: new Date(device), advanceTimers: true })
  const asked: string[] = []
  let answer: () => void = () => undefined
  globalThis.fetch = ((path: string, { method }: RequestInit = {}) => {
    asked.push(`${method ?? 'GET'} ${path}`)
    return new Promise((resolve) => {
      answer = () =>
        resolve({
          ok: true,
          status: 200,
          headers: { get: (name: string) => (name === 'date' ? SERVER : null) },
          text: async () => 'null',
        } as unknown as Response)
    })
  }) as typeof fetch
  return { asked, answer: () => act(async () => answer()) }
}
const inEnglish = (ui: ReactElement) =>
  render(
    <NextIntlClientProvider locale="en" messages={messages}>
      {ui}
    </NextIntlClientProvider>,
  )
const openNow = (
  <OpenNow
    weekdays={dateWords('en', { weekday: 'long' }).weekdays}
    hours={DEFAULT_HOURS}
    holidays={[]}
    closedDays={[]}
  />
)

beforeEach(() => {
  sessionStorage.clear()
  Element.prototype.scrollIntoView = () => undefined
  HTMLCanvasElement.prototype.getContext = () => null
})
afterEach(() => jest.useRealTimers())

// Seen in booking calendars and shop pages whose visitors' clocks are wrong.
describe('real life: a device whose clock is wrong', () => {
  test('learns from the server in which month the calendar opens, and shows none before', async () => {
    const { asked, answer } = deviceAt('2026-08-02T04:00:00Z')
    remember('booking-draft', { date: '2026-09-01', time: '10:00' })
    show(<BookingIsland {...OPTIONS} />)
    await act(async () => void jest.advanceTimersByTime(3_000))
    expect(screen.queryByRole('grid')).toBeNull()
    await answer()
    expect(await screen.findByRole('grid', { name: /November 2026/ })).toBeInTheDocument()
    // 1 September is over, although this device believes it to be in a month's time.
    await waitFor(() => expect(recall('booking-draft')).toMatchObject({ date: '', time: '' }))
    await act(async () => void jest.advanceTimersByTime(60_000))
    expect(asked.filter((call) => call === 'GET /api/health')).toHaveLength(1)
  })

  test.each(['2026-11-23T20:00:00Z', '2026-11-28T16:00:00Z'])(
    'at %s reads whether the studio is open now',
    (device) => {
      deviceAt(device)
      noteServerTime(SERVER)
      inEnglish(openNow)
      expect(screen.getByText('Open now, until 21:00')).toBeInTheDocument()
    },
  )

  test('keeps the day that was chosen, when it only believes it to be over', async () => {
    deviceAt('2027-03-01T04:00:00Z')
    noteServerTime(SERVER)
    window.history.replaceState(null, '', '/booking?date=2026-12-01&time=10:00')
    show(<BookingIsland {...OPTIONS} />)
    expect(await screen.findByRole('grid', { name: /December 2026/ })).toBeInTheDocument()
    expect(screen.getByRole('gridcell', { selected: true })).toHaveTextContent('1')
  })

  test('reads by when an edit will be delivered', async () => {
    deviceAt('2027-03-01T04:00:00Z')
    noteServerTime(SERVER)
    const offer = { features: [], badge: null }
    inEnglish(
      <RateOrderForm
        action="/checkout"
        chat="https://wa.me/1"
        tax={DEFAULT_TAX}
        office={{ ...DEFAULT_OFFICE_WEEK, holidays: [] }}
        tiers={{ basic: offer, standard: offer, premium: offer }}
      />,
    )
    await userEvent.click(screen.getByRole('radio', { name: '60-120s' }))
    expect(screen.getByText('by Thursday, December 3, 2026')).toBeInTheDocument()
  })
})
