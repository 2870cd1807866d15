import { weekAhead, weekFrom } from '@/lib/availability/week'
import { toInstant } from '@/lib/time'

// A Friday from nine to nine.
const days = weekFrom('2026-11-27').map((date) => ({
  date,
  opensAt: '09:00',
  free: '0'.repeat(12),
}))
const shownAt = (time: string) =>
  weekAhead(days, toInstant('2026-11-27', time)).map(({ date }) => date)

test('the week on the home page begins with today, and with tomorrow once today is over', () => {
  const fromToday = shownAt('20:59')
  expect(fromToday).toHaveLength(7)
  expect(fromToday[0]).toBe('2026-11-27')
  const fromTomorrow = shownAt('21:00')
  expect(fromTomorrow).toHaveLength(7)
  expect(fromTomorrow[0]).toBe('2026-11-28')
  expect(fromTomorrow.at(-1)).toBe('2026-12-04')
  const beforeItOpens = shownAt('00:00')
  expect(beforeItOpens[0]).toBe('2026-11-27')
})

test('a house without rooms has no week', () => {
  expect(weekAhead([], new Date())).toEqual([])
})
