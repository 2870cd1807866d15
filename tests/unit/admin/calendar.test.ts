import { DEFAULT_HOURS } from '@/lib/studio'
import { blockBody } from '@/lib/admin/calendar/schema'
import {
  blockSpans,
  byDay,
  dropTarget,
  viewDates,
  visibleHours,
  weekStart,
} from '@/lib/admin/calendar/rules'
import { HOUR_MS, studioDate, studioTime, weekday } from '@/lib/time'

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

test('what lasts over midnight is cut there, by the studio’s clock', () => {
  const span = {
    startsAt: new Date('2026-12-01T14:30:00Z'),
    endsAt: new Date('2026-12-02T17:00:00Z'),
  }
  expect(byDay(span)).toEqual([
    { date: '2026-12-01', from: '22:30', to: '24:00' },
    { date: '2026-12-02', from: '00:00', to: '24:00' },
    { date: '2026-12-03', from: '00:00', to: '01:00' },
  ])
  expect(
    byDay({ startsAt: new Date('2026-12-01T01:00:00Z'), endsAt: new Date('2026-12-01T16:00:00Z') }),
  ).toEqual([{ date: '2026-12-01', from: '09:00', to: '24:00' }])
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

test('weekly block-outs fall on the same weekday at the same time', () => {
  const spans = blockSpans(
    blockBody.parse({ date: '2026-12-30', from: '09:00', to: '12:00', weeks: 5 }),
  )
  expect(spans.map(({ startsAt }) => startsAt.toISOString())).toEqual(
    ['2026-12-30', '2027-01-06', '2027-01-13', '2027-01-20', '2027-01-27'].map(
      (date) => `${date}T01:00:00.000Z`,
    ),
  )
  expect(
    new Set(spans.map(({ startsAt }) => weekday(startsAt.toISOString().slice(0, 10)))),
  ).toEqual(new Set([3]))
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
  [{ to: '09:00' }, 'to'],
  [{ weeks: 0 }, 'weeks'],
  [{ weeks: 53 }, 'weeks'],
  [{ date: '2027-02-30' }, 'date'],
])('no block-out with %j', (change, field) => {
  const result = blockBody.safeParse({
    date: '2026-12-01',
    from: '10:00',
    to: '12:00',
    reason: 'Repairs',
    ...change,
  })
  expect(result.error?.issues.map(({ path }) => path[0])).toEqual([field])
})

const hoursBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / HOUR_MS

describe('block-outs of days', () => {
  const days = (block: object) =>
    blockSpans(blockBody.parse(block)).map(
      ({ startsAt, endsAt }) =>
        `${studioDate(startsAt)} ${studioTime(startsAt)} ${hoursBetween(startsAt, endsAt)}`,
    )

  test('last from one day to another, whole days from midnight to midnight', () => {
    expect(days({ date: '2026-12-30', until: '2027-01-01', wholeDay: true })).toEqual([
      '2026-12-30 00:00 24',
      '2026-12-31 00:00 24',
      '2027-01-01 00:00 24',
    ])
    expect(days({ date: '2026-12-30', until: '2026-12-31', from: '09:00', to: '12:00' })).toEqual([
      '2026-12-30 09:00 3',
      '2026-12-31 09:00 3',
    ])
  })

  test('come again every year, and 29 February is the 28th where there is none', () => {
    expect(days({ date: '2028-02-29', wholeDay: true, years: 3 })).toEqual([
      '2028-02-29 00:00 24',
      '2029-02-28 00:00 24',
      '2030-02-28 00:00 24',
    ])
  })

  test.each([
    [{ until: '2026-12-29' }, 'until'],
    [{ until: '2028-01-05' }, 'until'],
    [{ until: '2027-12-30', years: 2 }, 'until'],
    [{ until: '2027-01-08', weeks: 2 }, 'weeks'],
    [{ years: 2, weeks: 2 }, 'weeks'],
    [{ years: 11 }, 'years'],
    [{ wholeDay: false, from: '12:00', to: '12:00' }, 'to'],
  ])('%j is refused at %s', (change, field) => {
    const parsed = blockBody.safeParse({ date: '2026-12-30', wholeDay: true, ...change })
    expect(parsed.error?.issues.map(({ path }) => path[0])).toContain(field)
  })
})
