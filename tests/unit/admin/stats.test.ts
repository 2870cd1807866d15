import { statsOf, statsWeeks, type SoldSpan } from '@/lib/admin/stats/rules'
import { toInstant } from '@/lib/time'

const span = (
  date: string,
  from: string,
  to: string,
  total: number,
  service = 'Audio',
): SoldSpan => ({ service, total, startsAt: toInstant(date, from), endsAt: toInstant(date, to) })
const weeks = statsWeeks('2026-12-02')

test('twelve Mondays, this week’s the last', () => {
  expect(weeks).toHaveLength(12)
  expect([weeks[0], weeks.at(-1)]).toEqual(['2026-09-14', '2026-11-30'])
})

test('every sum is the same: by week, by service, by hour', () => {
  const spans = [
    span('2026-11-30', '09:00', '10:00', 10_717),
    span('2026-11-29', '16:00', '17:00', 10_717),
    span('2026-12-01', '09:00', '13:00', 98_724, 'Video'),
    span('2026-12-02', '09:00', '17:00', 0, 'Video'),
    span('2026-09-14', '20:00', '21:00', 10_717),
  ]
  const { weeks: byWeek, services, hours } = statsOf(spans, weeks)
  const total = (rows: { revenue: number; hours: number }[]) => [
    rows.reduce((sum, row) => sum + row.revenue, 0),
    rows.reduce((sum, row) => sum + row.hours, 0),
  ]
  expect(total(byWeek)).toEqual([130_875, 15])
  expect(total(services)).toEqual(total(byWeek))
  expect(hours.reduce((sum, row) => sum + row.hours, 0)).toBe(15)
  expect(byWeek.at(-1)).toEqual({ week: '2026-11-30', revenue: 109_441, hours: 13 })
  expect(byWeek.at(-2)).toMatchObject({ revenue: 10_717, hours: 1 })
  expect(services.map(({ name }) => name)).toEqual(['Video', 'Audio'])
  expect(hours.find(({ hour }) => hour === 9)).toEqual({ hour: 9, hours: 3 })
})

test('nothing sold gives zeros, and no holes', () => {
  const { weeks: byWeek, services, hours } = statsOf([], weeks)
  expect(new Set(byWeek.map(({ revenue, hours: all }) => revenue + all))).toEqual(new Set([0]))
  expect(services).toEqual([])
  expect(hours.map(({ hour }) => hour)).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
})
