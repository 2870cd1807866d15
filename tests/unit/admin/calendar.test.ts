import { DEFAULT_HOURS } from '@/lib/studio'
import { blockBody } from '@/lib/admin/calendar/schema'
import { dropTarget, viewDates, visibleHours, weekStart } from '@/lib/admin/calendar/rules'

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
  expect(visibleHours(['2026-12-01'], [], NONE)).toEqual({ first: 9, last: 21 })
  expect(visibleHours(['2026-12-05'], [{ from: '07:30', to: '22:15' }], NONE)).toEqual({
    first: 7,
    last: 23,
  })
  const late = {
    hours: { weekday: { opens: 6, closes: 8 }, weekend: { opens: 20, closes: 24 } },
    holidays: NONE.holidays,
  }
  expect(visibleHours(['2026-12-01', '2026-12-05'], [], late)).toEqual({ first: 6, last: 24 })
  // Booked when the studio still opened at nine: it stays in sight.
  expect(visibleHours(['2026-12-05'], [{ from: '04:00', to: '05:00' }], late)).toEqual({
    first: 4,
    last: 24,
  })
})

describe('where a dragged booking lands', () => {
  const grid = {
    width: 700,
    hour: 40,
    days: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    first: 9,
    last: 21,
  }
  test.each([
    [{ x: 0, top: 0 }, 1, { date: 'a', time: '09:00' }],
    [{ x: 699, top: 59 }, 1, { date: 'g', time: '10:00' }],
    [{ x: 350, top: 61 }, 1, { date: 'd', time: '11:00' }],
    [{ x: -50, top: -500 }, 1, { date: 'a', time: '09:00' }],
    [{ x: 9999, top: 9999 }, 4, { date: 'g', time: '17:00' }],
  ])('%j of %d h lands there', (at, hours, target) =>
    expect(dropTarget(at, grid, hours)).toEqual(target),
  )
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
