import { date, time } from '@/lib/text'
import fc from 'fast-check'
import { DURATIONS, lastDateOf, spansOf, lengthOf } from '@/lib/availability/rules'
import { workingDays } from '@/lib/rooms/opening'
import { availabilityQuery, availabilityQueryWithDate } from '@/lib/availability/schema'
import {
  addDays,
  daysBetween,
  endOfSpan,
  FIRST_DATE,
  isDate,
  isDay,
  isTime,
  LAST_DATE,
  lastStudioDate,
  sameDayTime,
  studioDate,
  studioTime,
  toInstant,
  weekday,
} from '@/lib/time'

const IMPOSSIBLE = [
  '2027-02-30',
  '2027-02-29',
  '2026-00-10',
  '2026-13-01',
  '2026-12-00',
  '2026-12-32',
  '2026-11-31',
  '1900-02-29',
  '2100-02-29',
  '10000-01-01',
  '+010000-01-01',
  '-000001-01-01',
  '2027-2-3',
  '27-02-03',
  '2027/02/03',
  '20270203',
  '2027-02-03T00:00:00Z',
  ' 2027-02-03',
  '2027-02-03 ',
  '2027-02-03\n',
  'abc',
  '',
  'today',
  'NaN',
  '２０２７-02-03',
  '2027–02–03',
  '0x07-02-03',
  '1e10-01-01',
]

describe('dates are strict', () => {
  test.each(IMPOSSIBLE)('%j is no date', (text) => {
    expect(isDate(text)).toBe(false)
    expect(isDay(text)).toBe(false)
    expect(date().safeParse(text).success).toBe(false)
    expect(() => toInstant(text, '09:00')).toThrow(RangeError)
  })

  test.each(['2028-02-29', '2000-02-29', '2026-12-31', '2027-02-28', FIRST_DATE, LAST_DATE])(
    '%s is one',
    (text) => {
      expect(isDate(text)).toBe(true)
      expect(isDay(text)).toBe(true)
      expect(date().parse(text)).toBe(text)
    },
  )

  test.each(['0000-01-01', '1970-01-01', '1999-12-31', '2101-01-01', '9999-12-31'])(
    '%s is a day, but none that anybody may name',
    (text) => {
      expect(isDay(text)).toBe(true)
      expect(isDate(text)).toBe(false)
      expect(date().safeParse(text).success).toBe(false)
    },
  )

  test.each([20270203, null, undefined, true, [], ['2027-02-03'], {}, NaN])(
    '%p is no date of a request',
    (value) => expect(date().safeParse(value).success).toBe(false),
  )

  test('exactly the days of the calendar are dates, and no other text of that form', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
          const length =
            [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
          const padded = (value: number, width: number) => String(value).padStart(width, '0')
          const text = [padded(year, 4), padded(month, 2), padded(day, 2)].join('-')
          const exists = day >= 1 && day <= length
          expect(isDay(text)).toBe(exists)
          expect(isDate(text)).toBe(exists && year >= 2000 && year <= 2100)
        },
      ),
    )
  })
})

describe('times are strict', () => {
  test.each([
    '24:00',
    '9:00',
    '09:60',
    '09:0',
    '09:00:00',
    '0900',
    '',
    'noon',
    '-1:00',
    ' 09:00',
    '09:00\n',
    '０９:00',
    '09：00',
  ])('%j is no time', (text) => {
    expect(isTime(text)).toBe(false)
    expect(time().safeParse(text).success).toBe(false)
  })
  test.each(['00:00', '09:00', '23:59', '09:30'])('%s is one', (text) =>
    expect(time().parse(text)).toBe(text),
  )
})

describe('queries', () => {
  const ask = (query: Record<string, string>) => availabilityQuery.safeParse(query)
  test('the duration is hourly unless said otherwise', () =>
    expect(availabilityQuery.parse({})).toEqual({ duration: 'hourly', hours: 1 }))
  test.each(['', 'daily', 'HOURLY', 'half_day', 'constructor', '__proto__', 'toString'])(
    'duration %j is refused',
    (duration) => expect(ask({ duration }).success).toBe(false),
  )
  test.each([
    '',
    '0',
    '-1',
    '1.5',
    '01',
    '1e3',
    '0x1',
    ' 1',
    'one',
    '2147483648',
    '9007199254740993',
    '9'.repeat(400),
  ])('serviceId %j is refused', (serviceId) => expect(ask({ serviceId }).success).toBe(false))
  test.each(['1', '2147483647'])('serviceId %s is asked for', (serviceId) =>
    expect(availabilityQuery.parse({ serviceId }).serviceId).toBe(Number(serviceId)),
  )
  test('the other address wants its date', () =>
    expect(availabilityQueryWithDate.safeParse({}).success).toBe(false))
})

describe('studio time', () => {
  // The zone of this process must not matter: jest.config.mjs sets an odd one, scripts/test.mjs runs
  // these files in two others.
  test(`the zone of this run is in force: ${process.env.TZ}`, () => {
    expect(process.env.TZ).toBe(process.env.STUDIO_TEST_ZONE || 'America/St_Johns')
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(process.env.TZ)
    const minutesBehind = { UTC: 0, 'America/St_Johns': 150, 'Pacific/Kiritimati': -840 }[
      process.env.TZ ?? ''
    ]
    expect(new Date('2027-07-01T12:00:00Z').getTimezoneOffset()).toBe(minutesBehind)
  })

  test('is eight hours ahead of UTC, at midnight too', () => {
    expect(toInstant('2027-01-01', '00:00').toISOString()).toBe('2026-12-31T16:00:00.000Z')
    expect(toInstant('2026-12-01', '09:00').toISOString()).toBe('2026-12-01T01:00:00.000Z')
    expect(studioDate(new Date('2026-12-31T15:59:59.999Z'))).toBe('2026-12-31')
    expect(studioDate(new Date('2026-12-31T16:00:00.000Z'))).toBe('2027-01-01')
  })

  test('an instant and its wall time are the same moment', () => {
    fc.assert(
      fc.property(fc.integer({ min: 27_000_000, max: 32_000_000 }), (minute) => {
        const instant = new Date(minute * 60_000)
        expect(toInstant(studioDate(instant), studioTime(instant))).toEqual(instant)
      }),
    )
  })

  test('days are added over months, years and daylight saving of other places', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: -1000, max: 1000 }),
        (offset, days) => {
          const from = addDays('2026-01-01', offset)
          const to = addDays(from, days)
          expect(isDate(to)).toBe(true)
          expect(daysBetween(from, to)).toBe(days)
          expect((((weekday(from) + days) % 7) + 7) % 7).toBe(weekday(to))
        },
      ),
    )
    expect(weekday('2026-12-01')).toBe(2)
  })

  test.each([
    ['9999-12-31', 1],
    ['0000-01-01', -1],
    ['2026-12-01', 1e9],
    ['2026-12-01', NaN],
    ['abc', 1],
  ])('%s and %d days more are no date', (from, days) =>
    expect(() => addDays(from, days)).toThrow(RangeError),
  )
})

describe('the search for working days ends', () => {
  const none = new Set<string>()
  /** Every day of a year, from `first` on. */
  const yearOff = (first: string) =>
    new Set(Array.from({ length: 366 }, (_, day) => addDays(first, day)))

  test('at the end of the calendar it throws', () => {
    for (const from of ['9999-12-25', '9999-12-31'])
      expect(() => workingDays(from, 9, none)).toThrow(RangeError)
  })
  test('from every date that is accepted it finds them', () => {
    for (const duration of DURATIONS)
      for (const from of [FIRST_DATE, LAST_DATE]) {
        expect(spansOf(from, '09:00', lengthOf({ duration }), none).length).toBeGreaterThan(0)
        expect(isDay(lastDateOf(from, lengthOf({ duration }), none))).toBe(true)
      }
  })
  test('a year of holidays is only a long way', () => {
    expect(workingDays('2027-01-01', 2, yearOff('2027-01-01'))).toEqual([
      '2028-01-03',
      '2028-01-04',
    ])
  })
  test.each([Infinity, NaN, -1, 1.5])('%d days are refused', (count) =>
    expect(() => workingDays('2026-12-01', count, none)).toThrow(RangeError),
  )
})

test('a span that ends at midnight is over with its day, however its end is written', () => {
  const midnight = endOfSpan('2026-12-01', '20:00', '00:00')
  expect(midnight).toEqual(toInstant('2026-12-02', '00:00'))
  expect(lastStudioDate(midnight)).toBe('2026-12-01')
  expect(lastStudioDate(new Date(midnight.getTime() + 1))).toBe('2026-12-02')
  expect(endOfSpan('2026-12-01', '20:00', '20:01')).toEqual(toInstant('2026-12-01', '20:01'))
  expect(endOfSpan('2026-12-01', '20:00', '20:00')).toEqual(toInstant('2026-12-02', '20:00'))
  expect([0, 9, 23, 24].map(sameDayTime)).toEqual(['00:00', '09:00', '23:00', '23:59'])
})
