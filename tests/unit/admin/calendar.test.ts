import { DEFAULT_HOURS } from '@/lib/studio'
import { blockBody } from '@/lib/admin/calendar/schema'
import {
  percentBooked,
  viewDates,
  viewQuery,
  visibleHours,
  weekStart,
} from '@/lib/admin/calendar/rules'

const NONE = { hours: DEFAULT_HOURS, holidays: new Set<string>() }

test('a week begins on Monday, whatever its day', () => {
  for (const date of ['2026-11-30', '2026-12-01', '2026-12-06'])
    expect(weekStart(date)).toBe('2026-11-30')
  expect(viewDates('week', '2027-01-01')).toMatchObject({
    previous: '2026-12-21',
    next: '2027-01-04',
    dates: expect.arrayContaining(['2026-12-28', '2027-01-03']) as unknown,
  })
  expect(viewDates('day', '2028-02-29')).toEqual({
    dates: ['2028-02-29'],
    previous: '2028-02-28',
    next: '2028-03-01',
  })
})

test('the grid shows the opening hours and whatever lies outside them', () => {
  expect(visibleHours(['2026-12-01'], [], [NONE])).toEqual({ first: 9, last: 21 })
  expect(visibleHours(['2026-12-05'], [{ from: '07:30', to: '22:15' }], [NONE])).toEqual({
    first: 7,
    last: 23,
  })
  const late = {
    hours: { weekday: { opens: 6, closes: 8 }, weekend: { opens: 20, closes: 24 } },
    holidays: NONE.holidays,
  }
  expect(visibleHours(['2026-12-01', '2026-12-05'], [], [late])).toEqual({ first: 6, last: 24 })
  // Booked when the studio still opened at nine: it stays in sight.
  expect(visibleHours(['2026-12-05'], [{ from: '04:00', to: '05:00' }], [late])).toEqual({
    first: 4,
    last: 24,
  })
})

test('a month has all of its days, and leads to those beside it', () => {
  const { dates, previous, next } = viewDates('month', '2028-02-29')
  expect([dates[0], dates.at(-1), dates.length]).toEqual(['2028-02-01', '2028-02-29', 29])
  expect([previous, next]).toEqual(['2028-01-01', '2028-03-01'])
  expect(viewDates('month', '2026-12-31')).toMatchObject({
    previous: '2026-11-01',
    next: '2027-01-01',
  })
})

test.each([
  [{ view: 'day', date: '2026-12-01', room: 2 }, ''],
  [{ view: 'day', date: '2026-12-02' }, '?date=2026-12-02'],
  [{ view: 'week', date: '2026-12-01', room: 2 }, '?view=week&room=2'],
  [{ view: 'month', date: '2027-01-01', room: 2 }, '?view=month&date=2027-01-01'],
] as const)('the address of %j ends with %s', (shown, query) =>
  expect(viewQuery(shown, '2026-12-01')).toBe(query),
)

test('how full a day is: in parts of the open hours, and whole when booked though closed', () => {
  expect([percentBooked(0, 720), percentBooked(180, 720), percentBooked(780, 720)]).toEqual([
    ...[0, 25, 108],
  ])
  expect([percentBooked(0, 0), percentBooked(60, 0)]).toEqual([0, 100])
})

test.each([
  [{ from: '10:00', to: '09:00' }, 'to'],
  [{ from: '12:00', to: '12:00' }, 'to'],
  [{ from: '12:00', to: '24:01' }, 'to'],
  [{ date: '2027-02-30' }, 'date'],
  [{ until: '2026-12-29' }, 'until'],
  [{ until: '2028-01-05' }, 'until'],
  [{ until: '2027-12-30', repeats: 'yearly' }, 'repeats'],
  [{ until: '2027-01-06', repeats: 'weekly', repeatsUntil: '2027-03-01' }, 'repeats'],
  [{ repeats: 'weekly' }, 'repeatsUntil'],
  [{ repeats: 'yearly', repeatsUntil: '2026-12-29' }, 'repeatsUntil'],
  [{ repeats: 'monthly' }, 'repeats'],
])('a block with %j is refused at %s', (change, field) => {
  const result = blockBody.safeParse({ date: '2026-12-30', reason: 'Repairs', ...change })
  expect(result.error?.issues.map(({ path }) => path[0])).toContain(field)
})
