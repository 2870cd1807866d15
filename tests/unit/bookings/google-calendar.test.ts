import { googleCalendarLink } from '@/components/manage/google-calendar'
import type { VisitTimes } from '@/lib/bookings/schema'
import { DEFAULT_SITE } from '@/lib/settings/site'

const day = { date: '2026-12-01', from: '10:00', to: '14:00' }
const visit: VisitTimes = {
  service: 'Audio & Video',
  duration: 'half-day',
  hours: 1,
  days: [day],
  startsAt: '2026-12-01T02:00:00.000Z',
  endsAt: '2026-12-01T06:00:00.000Z',
  status: 'confirmed',
}

test('a day becomes one event at its instants, its words intact', () => {
  const url = new URL(googleCalendarLink(visit, DEFAULT_SITE, 'Booking #42 & more') ?? '')
  expect(url.origin + url.pathname).toBe('https://calendar.google.com/calendar/render')
  expect(url.searchParams.get('dates')).toBe('20261201T020000Z/20261201T060000Z')
  expect(url.searchParams.get('text')).toContain('Audio & Video')
  expect(url.searchParams.get('details')).toBe('Booking #42 & more')
})

test('a week has none: five days over a weekend are no single event', () => {
  expect(
    googleCalendarLink(
      { ...visit, duration: 'weekly', days: [day, day, day, day, day] },
      DEFAULT_SITE,
      '',
    ),
  ).toBeNull()
})
