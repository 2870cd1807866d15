import { addDays, weekday } from '@/lib/time'
import { holidays } from '@/prisma/seed-data/holidays'

const SUNDAY = 0
const REPLACEMENT = ' (replacement holiday)'

const nameOn = new Map(holidays().map(({ date, name }) => [date, name]))
const replaces = (date: string) => nameOn.get(date)?.endsWith(REPLACEMENT) ?? false

test('a public holiday on a Sunday is made up for on the next day that is no holiday itself', () => {
  const onSundays = [...nameOn.keys()].filter((date) => weekday(date) === SUNDAY)
  const without = onSundays.filter((sunday) => {
    let next = addDays(sunday, 1)
    while (nameOn.has(next) && !replaces(next)) next = addDays(next, 1)
    return !replaces(next)
  })
  expect(onSundays.length).toBeGreaterThan(0)
  expect(without).toEqual([])
})

test('each year has every kind of public holiday that Kuala Lumpur has', () => {
  const kinds = (year: string) =>
    new Set(
      holidays()
        .filter(({ date, name }) => date.startsWith(year) && !name.endsWith(REPLACEMENT))
        .map(({ name }) => name),
    )
  expect([...kinds('2028')].toSorted()).toEqual([...kinds('2027')].toSorted())
})
