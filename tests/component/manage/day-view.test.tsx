import '@testing-library/jest-dom'
import { screen, within } from '@testing-library/react'
import { DayView } from '@/components/manage/day-view'
import { noteServerTime } from '@/components/browser/clock'
import type { VisitTimes } from '@/lib/bookings/schema'
import { wazeLink } from '@/lib/settings/links'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { show } from '../booking/support'

const day = (date: string) => ({ date, from: '10:00', to: '14:00' })
const visit: VisitTimes = {
  service: 'Audio Basic',
  duration: 'half-day',
  hours: 1,
  days: [day('2026-12-01')],
  startsAt: '2026-12-01T02:00:00.000Z',
  endsAt: '2026-12-01T06:00:00.000Z',
  status: 'confirmed',
}
const week: VisitTimes = {
  ...visit,
  duration: 'weekly',
  days: ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-07'].map(day),
}

const openAt = (now: string, shown = visit) => {
  jest.useFakeTimers({ now: new Date(now) })
  noteServerTime(new Date(now).toUTCString())
  show(<DayView visit={shown} />)
}
afterEach(() => jest.useRealTimers())

test('before the day it counts days, by the studio’s calendar and not the visitor’s', () => {
  openAt('2026-11-30T15:59:59Z')
  expect(screen.getByText('1 day to go')).toBeInTheDocument()
})

test('on the day it counts down and says when to be there', () => {
  openAt('2026-11-30T16:00:00Z')
  expect(screen.getByRole('timer')).toHaveTextContent('10:00:00')
  for (const line of [
    '09:30 We prepare the room',
    '09:45 Please be here for the setup briefing',
    '10:00–14:00 Your recording',
  ])
    expect(screen.getByText(line)).toBeInTheDocument()
})

test('on the day the way to the studio is beside the countdown', () => {
  openAt('2026-11-30T15:00:00Z')
  expect(screen.queryByRole('link')).toBeNull()
  jest.useRealTimers()
  openAt('2026-11-30T16:00:00Z')
  const section = within(screen.getByRole('timer').closest('section')!)
  expect(section.getByRole('link', { name: /^Directions/ })).toHaveAttribute(
    'href',
    DEFAULT_SITE.directions,
  )
  expect(section.getByRole('link', { name: /^Waze/ })).toHaveAttribute(
    'href',
    wazeLink(DEFAULT_SITE.geo),
  )
})

test('while it runs it counts what is left, and afterwards says that it is over', () => {
  openAt('2026-12-01T05:59:00Z')
  expect(screen.getByText('On air. Time left')).toBeInTheDocument()
  expect(screen.getByRole('timer')).toHaveTextContent('0:01:00')
  jest.useRealTimers()
  openAt('2026-12-01T06:00:00Z')
  expect(screen.getByText('This session is over.')).toBeInTheDocument()
})

test('a week goes on to its next day over the weekend', () => {
  openAt('2026-12-04T06:00:00Z', week)
  expect(screen.getByText('3 days to go')).toBeInTheDocument()
})

// Seen in calendars that write the end of a day as 00:00 of the same date.
describe('real life: a session that ends at midnight', () => {
  const late = (date: string) => ({ date, from: '20:00', to: '00:00' })
  const until = (dates: string[]): VisitTimes => ({
    ...visit,
    days: dates.map(late),
    startsAt: `${dates[0]}T12:00:00.000Z`,
    endsAt: `${dates.at(-1)}T16:00:00.000Z`,
  })

  test('is not over on its own day', () => {
    openAt('2026-12-01T02:00:00Z', until(['2026-12-01']))
    expect(screen.getByRole('timer')).toHaveTextContent('10:00:00')
    expect(screen.getByText('20:00–00:00 Your recording')).toBeInTheDocument()
  })

  test('of a week is on air, and not a day away, while it runs', () => {
    openAt('2026-12-01T15:00:00Z', until(['2026-12-01', '2026-12-02']))
    expect(screen.getByText('On air. Time left')).toBeInTheDocument()
    expect(screen.getByRole('timer')).toHaveTextContent('1:00:00')
  })
})
