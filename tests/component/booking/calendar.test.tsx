import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { useState } from 'react'
import { Calendar } from '@/components/booking/calendar'
import { calendarWords } from '@/components/booking/offers'
import type { ClosedDay } from '@/lib/availability/schema'
import { DEFAULT_HOURS, type Hours } from '@/lib/studio'
import type { Locale } from '@/lib/i18n/routing'
import { longDate } from '@/lib/time'
import messages from '@/messages/en.json'
import { calls, freeDays, serve } from './support'

const TODAY = '2026-11-20' // a Friday

type ShownProps = {
  locale: Locale
  date: string
  hours?: Hours
  closedDays?: ClosedDay[]
  /** A choice that free days can be asked for. */
  choice?: string
}
function Shown({ locale, date, hours = DEFAULT_HOURS, closedDays = [], choice }: ShownProps) {
  const [chosen, setChosen] = useState(date)
  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="Asia/Kuala_Lumpur">
      <Calendar
        words={calendarWords(locale)}
        today={TODAY}
        date={chosen}
        hours={hours}
        holidays={[{ date: '2026-12-25', name: 'Christmas Day', tentative: false }]}
        closedDays={closedDays}
        daysPath={choice ? (from, to) => `/api/days?from=${from}&to=${to}&${choice}` : undefined}
        onChoose={setChosen}
      />
    </NextIntlClientProvider>
  )
}
const show = (date = '', locale: Locale = 'en') => render(<Shown locale={locale} date={date} />)
const day = (date: string, locale: Locale = 'en') =>
  screen.getByRole('button', { name: longDate(date, locale) })
const turn = (to: 'Next' | 'Previous') =>
  userEvent.click(screen.getByRole('button', { name: `${to} month` }))
const tabStops = () =>
  screen.getAllByRole('button').filter((button) => button.dataset.day && button.tabIndex === 0)

test('opens on today, whose past is closed, and ends with the horizon', async () => {
  show()
  expect(screen.getByRole('grid', { name: 'November 2026' })).toBeInTheDocument()
  expect(day(TODAY)).toBeEnabled()
  expect(day(TODAY)).toHaveAttribute('aria-current', 'date')
  expect(day('2026-11-19')).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Previous month' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  for (let months = 0; months < 8; months++) await turn('Next')
  expect(screen.getByRole('grid', { name: 'May 2027' })).toBeInTheDocument()
  expect(day('2027-05-19')).toBeEnabled() // 180 days ahead
  expect(day('2027-05-20')).toBeDisabled()
})

test('a chosen day says so and is the one in the tab order', async () => {
  show()
  expect(tabStops()).toEqual([day(TODAY)])
  await userEvent.click(day('2026-11-26'))
  expect(screen.getByRole('gridcell', { selected: true })).toContainElement(day('2026-11-26'))
  expect(tabStops()).toEqual([day('2026-11-26')])
})

test('a month without the chosen day still has one day in the tab order', async () => {
  show('2026-11-26')
  await turn('Next')
  expect(tabStops()).toEqual([day('2026-12-01')])
})

test('a date that comes from elsewhere brings its month along', () => {
  show('2027-01-05')
  expect(screen.getByRole('grid', { name: 'January 2027' })).toBeInTheDocument()
})

test.each([
  ['{ArrowRight}', '2026-11-30', '2026-12-01'],
  ['{ArrowLeft}', '2026-12-01', '2026-11-30'],
  ['{ArrowDown}', '2026-11-26', '2026-12-03'],
  ['{ArrowUp}', '2026-12-03', '2026-11-26'],
  ['{Home}', '2026-12-03', '2026-11-30'],
  ['{End}', '2026-11-25', '2026-11-29'],
  ['{PageDown}', '2027-01-31', '2027-02-28'],
  ['{PageUp}', '2026-12-25', '2026-11-25'],
  ['{PageUp}', '2026-12-05', TODAY],
  ['{ArrowLeft}', TODAY, TODAY],
  ['{Shift>}{PageDown}{/Shift}', '2026-12-05', '2027-05-19'],
])('%s leads from %s to %s', async (keys, from, to) => {
  show(from)
  expect(tabStops()).toEqual([day(from)])
  day(from).focus()
  await userEvent.keyboard(keys)
  expect(day(to)).toHaveFocus()
  expect(tabStops()).toEqual([day(to)])
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('gridcell', { selected: true })).toContainElement(day(to))
})

test('says from when to when the studio is open', () => {
  render(
    <Shown
      locale="en"
      date=""
      hours={{ weekday: { opens: 8, closes: 24 }, weekend: { opens: 12, closes: 16 } }}
    />,
  )
  expect(screen.getByText('Monday to Friday 08:00–24:00')).toBeInTheDocument()
  expect(screen.getByText('Weekends and public holidays 12:00–16:00')).toBeInTheDocument()
})

test('weeks begin on Monday, and every month takes six of them', async () => {
  show()
  const names = screen
    .getAllByRole('columnheader')
    .map((header) => header.getAttribute('aria-label'))
  expect([names[0], names[6]]).toEqual(['Monday', 'Sunday'])
  expect(screen.getAllByRole('row')).toHaveLength(1 + 6)
  expect(day('2026-11-30').closest('td')?.cellIndex).toBe(0)
  await turn('Next')
  expect(screen.getAllByRole('row')).toHaveLength(1 + 6)
  expect(screen.getByText(/Christmas Day/)).toBeInTheDocument()
})

test.each([
  ['ms', 'November 2026'],
  ['zh', '2026年11月'],
] as const)('%s names the month its own way', (locale, month) => {
  show('', locale)
  expect(screen.getByRole('grid', { name: month })).toBeInTheDocument()
  expect(day(TODAY, locale)).toBeEnabled()
})

test('a day on which the studio is closed says so, with its reason below the month', () => {
  const closedDays = [
    { date: '2026-11-24', reason: null },
    { date: '2026-11-29', reason: 'Repairs' },
    { date: '2026-11-30', reason: 'Repairs' },
  ]
  render(<Shown locale="en" date="" closedDays={closedDays} />)
  expect(
    screen.getByRole('button', { name: `${longDate('2026-11-30', 'en')}, closed` }),
  ).toHaveClass('line-through')
  expect(day('2026-11-25')).not.toHaveClass('line-through')
  expect(screen.getByText('24 Nov: closed')).toBeInTheDocument()
  expect(screen.getByText('29 Nov – 30 Nov: closed (Repairs)')).toBeInTheDocument()
})

test('a month with a season shows its hours, other months do not', async () => {
  const season = {
    name: 'Year’s end',
    from: '2026-12-28',
    to: '2027-01-03',
    weekday: { opens: 10, closes: 15 },
    weekend: { opens: 10, closes: 13 },
  }
  render(<Shown locale="en" date="" hours={{ ...DEFAULT_HOURS, seasons: [season] }} />)
  const note = () => screen.queryByText(/Year’s end/)
  expect(note()).toBeNull()
  await turn('Next')
  expect(note()).toHaveTextContent(
    /28 Dec.+3 Jan.*Monday to Friday 10:00–15:00, weekends and public holidays 10:00–13:00/,
  )
  await turn('Next')
  expect(note()).not.toBeNull()
  await turn('Next')
  expect(note()).toBeNull()
})

describe('what the server says of the days', () => {
  const FULL = '2026-11-24'
  const answer =
    (changes: Parameters<typeof freeDays>[1]): Parameters<typeof serve>[0][string] =>
    (call) =>
      freeDays(call, changes)
  const showDays = async (changes: Parameters<typeof freeDays>[1], date = '') => {
    serve({ 'GET /api/days': answer(changes) })
    const page = render(<Shown locale="en" date={date} choice="serviceId=1" />)
    await act(async () => undefined)
    return page
  }
  const named = (date: string, more: string) =>
    screen.getByRole('button', { name: `${longDate(date, 'en')}, ${more}` })
  const chosen = () => screen.queryByRole('gridcell', { selected: true })

  test('a day without a free start is named and reached by the arrow keys, and says why it is not chosen', async () => {
    await showDays({ [FULL]: { free: 0 } }, '2026-11-23')
    expect(named(FULL, 'fully booked')).toHaveAttribute('aria-disabled', 'true')
    expect(named(FULL, 'fully booked')).toBeEnabled()
    expect(screen.getByText(messages.booking.calendar.full)).toBeVisible()
    day('2026-11-23').focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(named(FULL, 'fully booked')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(screen.getByText('24 Nov, fully booked')).toHaveRole('status')
    expect(screen.queryByText(messages.booking.calendar.full)).toBeNull()
    expect(chosen()).toContainElement(day('2026-11-23'))
    await userEvent.keyboard('{ArrowRight}{Enter}')
    expect(screen.queryByText('24 Nov, fully booked')).toBeNull()
    expect(chosen()).toContainElement(day('2026-11-25'))
  })

  test('the starts of a day are counted when some are gone and at most three are left', async () => {
    await showDays({
      [TODAY]: { free: 0 },
      '2026-11-24': { free: 1 },
      '2026-11-25': { free: 3 },
      '2026-11-26': { free: 4 },
      '2026-11-27': { free: 3, of: 3 },
    })
    expect(named(TODAY, 'no time left')).toHaveAttribute('aria-disabled', 'true')
    expect(named('2026-11-24', '1 left')).toHaveTextContent('241 left')
    expect(named('2026-11-25', '3 left')).not.toHaveAttribute('aria-disabled')
    for (const date of ['2026-11-26', '2026-11-27']) expect(day(date)).toHaveTextContent(/^\d\d$/)
  })

  test('a day that is too short is named, and chosen all the same: its times offer a length that fits', async () => {
    await showDays({ '2026-11-28': { free: 0, of: 0 } })
    await userEvent.click(named('2026-11-28', 'opening hours too short for this session'))
    expect(chosen()).toContainElement(
      named('2026-11-28', 'opening hours too short for this session'),
    )
  })

  test('a day that was closed since the page was made says so, and one that was opened can be chosen', async () => {
    serve({ 'GET /api/days': answer({ [FULL]: { free: 0, of: 0, closed: true } }) })
    const closedDays = [{ date: '2026-11-25', reason: null }]
    render(<Shown locale="en" date="" closedDays={closedDays} choice="serviceId=1" />)
    await userEvent.click(await screen.findByRole('button', { name: /November 24.*, closed$/ }))
    expect(screen.getByText('24 Nov, closed')).toHaveRole('status')
    expect(chosen()).toBeNull()
    await userEvent.click(day('2026-11-25'))
    expect(chosen()).toContainElement(day('2026-11-25'))
  })

  test('a month without any free start says so', async () => {
    const days = Array.from({ length: 11 }, (_, nth) => `2026-11-${20 + nth}`)
    await showDays(Object.fromEntries(days.map((date) => [date, { free: 0 }])))
    expect(screen.getByText('No free dates in November 2026.')).toHaveRole('status')
  })

  test('every month is asked for once when it is shown, and again for another choice or when looked at again', async () => {
    const { rerender } = await showDays({})
    const paths = () => calls.map(({ path }) => path)
    expect(paths()).toEqual(['/api/days?from=2026-11-20&to=2026-11-30&serviceId=1'])
    await turn('Next')
    expect(paths().slice(1)).toEqual(['/api/days?from=2026-12-01&to=2026-12-31&serviceId=1'])
    await userEvent.click(day('2026-12-08'))
    expect(paths()).toHaveLength(2)
    await act(async () => void window.dispatchEvent(new Event('focus')))
    expect(paths().slice(2)).toEqual(['/api/days?from=2026-12-01&to=2026-12-31&serviceId=1'])
    await act(async () => rerender(<Shown locale="en" date="" choice="serviceId=2" />))
    expect(paths().slice(3)).toEqual(['/api/days?from=2026-12-01&to=2026-12-31&serviceId=2'])
  })

  test.each([503, 0])(
    'while there is no answer (%d), every day is as without one',
    async (status) => {
      serve({
        'GET /api/days': () => {
          if (status === 0) throw new Error('offline')
          return { status, body: {} }
        },
      })
      render(<Shown locale="en" date="" choice="serviceId=1" />)
      await act(async () => undefined)
      await userEvent.click(day(FULL))
      expect(chosen()).toContainElement(day(FULL))
    },
  )

  test('what was said for another choice refuses nothing', async () => {
    const { rerender } = await showDays({ [FULL]: { free: 0 } })
    rerender(<Shown locale="en" date="" choice="serviceId=2" />)
    expect(day(FULL)).not.toHaveAttribute('aria-disabled')
    await act(async () => undefined)
    expect(named(FULL, 'fully booked')).toBeInTheDocument()
  })

  test('a day is refused no longer once the answer is lost', async () => {
    await showDays({ [FULL]: { free: 0 } })
    expect(named(FULL, 'fully booked')).toBeInTheDocument()
    serve({ 'GET /api/days': () => ({ status: 503, body: {} }) })
    act(() => void window.dispatchEvent(new Event('focus')))
    expect(await screen.findByRole('button', { name: longDate(FULL, 'en') })).toBeInTheDocument()
  })
})
