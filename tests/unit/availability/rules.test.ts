import { DEFAULT_HOURS, type Hours } from '@/lib/studio'
import fc from 'fast-check'
import {
  MOST_HOURS,
  type Length,
  lengthRefusal,
  availableSlots,
  DURATIONS,
  freeStartsBetween,
  HORIZON_DAYS,
  hoursPerDay,
  LEAD_MINUTES,
  partOfDay,
  PARTS_OF_DAY,
  refusal,
  spansOf,
  startTimes,
  type Duration,
  type Span,
  lengthOf,
} from '@/lib/availability/rules'
import { isWorkingDay, openingHours } from '@/lib/rooms/opening'
import { addDays } from '@/lib/time'
import { freeStarts } from './oracle'

const HOLIDAYS = [
  '2026-12-25',
  '2027-01-01',
  '2027-02-01',
  '2027-02-06',
  '2027-02-07',
  '2027-02-08',
  '2027-03-10',
  '2027-03-11',
  '2027-05-20',
]
const closed = new Set(HOLIDAYS)
const opening = { hours: DEFAULT_HOURS, holidays: closed }
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/**
 * Milliseconds since 1970 of a Kuala Lumpur wall time, written out here so that the test does not
 * trust lib/time.
 */
const kl = (date: string, time = '00:00') => Date.parse(`${date}T${time}:00+08:00`)

// Any day of three years, with every second one close to a holiday, a month's end or a leap day.
const dates = fc.oneof(
  fc.integer({ min: 0, max: 1100 }).map((days) => addDays('2026-10-01', days)),
  fc
    .tuple(
      fc.constantFrom(...HOLIDAYS, '2026-12-31', '2028-02-29'),
      fc.integer({ min: -5, max: 3 }),
    )
    .map(([date, days]) => addDays(date, days)),
)
const lengths = fc.oneof(
  fc.constantFrom(...DURATIONS).map((duration) => lengthOf({ duration })),
  fc.integer({ min: 2, max: MOST_HOURS }).map((hours) => lengthOf({ duration: 'hourly', hours })),
)
const ONE_HOUR = lengthOf({ duration: 'hourly' })

/**
 * Moments around `date`: its midnights, the lead time's edge of each hour to the millisecond, both
 * horizons, any time.
 */
const momentsAround = (date: string) =>
  fc.oneof(
    fc
      .integer({ min: -200 * 24 * 60, max: 2 * 24 * 60 })
      .map((minutes) => kl(date) + minutes * MINUTE),
    fc
      .tuple(fc.integer({ min: -1, max: 24 }), fc.constantFrom(-1, 0, 1))
      .map(([hour, ms]) => kl(date) + hour * HOUR + ms),
    fc
      .tuple(fc.constantFrom(0, 1, 180, 181, 365, 366), fc.constantFrom(-1, 0, 1))
      .map(([days, ms]) => kl(addDays(date, -days)) + ms),
  )

/**
 * Reservations on the day and the ten after it (a weekly booking reaches that far), to the minute,
 * off the grid too.
 */
const takenAround = (date: string) =>
  fc
    .array(
      fc.tuple(
        fc.oneof(fc.constant(0), fc.integer({ min: -1, max: 10 })),
        fc.integer({ min: 0, max: 1439 }),
        fc.oneof(fc.constantFrom(60, 240, 480), fc.integer({ min: 1, max: 900 })),
      ),
      { maxLength: 6 },
    )
    .map((list) =>
      list.map(([day, minute, length]) =>
        spanOf(kl(date) + (day * 1440 + minute) * MINUTE, length),
      ),
    )

const spanOf = (from: number, minutes: number): Span => ({
  startsAt: new Date(from),
  endsAt: new Date(from + minutes * MINUTE),
})

const hourOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Any opening of a day in whole hours, the customer's own and the whole day among them. */
const dayHours = fc
  .uniqueArray(fc.integer({ min: 0, max: 24 }), { minLength: 2, maxLength: 2 })
  .map(([a = 0, b = 0]) => ({ opens: Math.min(a, b), closes: Math.max(a, b) }))
const anyHours: fc.Arbitrary<Hours> = fc.oneof(
  fc.constantFrom(DEFAULT_HOURS, {
    weekday: { opens: 0, closes: 24 },
    weekend: { opens: 8, closes: 24 },
  }),
  fc.record({ weekday: dayHours, weekend: dayHours }),
)

/** Two seasons about a date, apart or next to each other, with any hours. */
const seasonsAround = (date: string) =>
  fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: -9, max: 12 }), { minLength: 4, maxLength: 4 }),
      fc.array(fc.record({ weekday: dayHours, weekend: dayHours }), {
        minLength: 2,
        maxLength: 2,
      }),
    )
    .map(([offsets, hours]) => {
      const days = offsets.sort((a, b) => a - b).map((offset) => addDays(date, offset))
      return hours.map((week, at) => ({
        ...week,
        name: `Season ${at}`,
        from: days[at * 2] ?? date,
        to: days[at * 2 + 1] ?? date,
      }))
    })

const hoursAround = (date: string): fc.Arbitrary<Hours> =>
  fc.oneof(
    anyHours,
    fc.tuple(anyHours, seasonsAround(date)).map(([hours, seasons]) => ({ ...hours, seasons })),
  )

const worlds = fc
  .tuple(dates, lengths, fc.constantFrom(HORIZON_DAYS.public, HORIZON_DAYS.member))
  .chain(([date, length, horizonDays]) =>
    fc.record({
      date: fc.constant(date),
      length: fc.constant(length),
      horizonDays: fc.constant(horizonDays),
      hours: hoursAround(date),
      now: momentsAround(date),
      taken: takenAround(date),
    }),
  )
type World = {
  date: string
  length: Length
  horizonDays: number
  hours: Hours
  now: number
  taken: Span[]
}

/** A room without turnaround. */
const room = (hours: Hours) => ({ opening: { hours, holidays: closed }, turnaroundMinutes: 0 })
const asBooked = (span: Span) => ({
  ...span,
  kind: 'booking' as const,
  reservedUntil: span.endsAt,
})

const answer = ({ date, length, hours, taken, now, horizonDays }: World) =>
  availableSlots(date, length, room(hours), taken.map(asBooked), {
    now: new Date(now),
    horizonDays,
    leadMinutes: LEAD_MINUTES,
  })

describe('the free starts of a day', () => {
  test('are what trying every minute of the day finds', () => {
    let free = 0
    fc.assert(
      fc.property(worlds, (world) => {
        const expected = freeStarts({
          ...world,
          holidays: HOLIDAYS,
          taken: world.taken.map((span) => [span.startsAt.getTime(), span.endsAt.getTime()]),
        })
        free += expected.length
        expect(answer(world)).toEqual(expected)
      }),
      { numRuns: 600 },
    )
    expect(free).toBeGreaterThan(200) // the worlds above are not all fully booked or past
  })

  test('never overlap what is taken, end by closing time, start on the hour, an hour or more from now', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        for (const time of answer(world)) {
          const spans = spansOf(world.date, time, world.length, closed)
          expect(spans).toHaveLength(world.length.duration === 'weekly' ? 5 : 1)
          expect(time).toMatch(/^\d\d:00$/)
          expect(spans[0]?.startsAt.getTime()).toBe(kl(world.date, time))
          expect(kl(world.date, time) - world.now).toBeGreaterThanOrEqual(HOUR)
          for (const { startsAt, endsAt } of spans) {
            const day = new Date(startsAt.getTime() + 8 * HOUR).toISOString().slice(0, 10)
            const { opens, closes } = openingHours(day, { hours: world.hours, holidays: closed })
            expect(startsAt.getTime()).toBeGreaterThanOrEqual(kl(day) + opens * HOUR)
            expect(endsAt.getTime()).toBeLessThanOrEqual(kl(day) + closes * HOUR)
            for (const other of world.taken)
              expect(startsAt < other.endsAt && other.startsAt < endsAt).toBe(false)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('only shrink when more is taken, when time passes, when the session is longer', () => {
    fc.assert(
      fc.property(worlds, fc.integer({ min: 0, max: 5000 }), (world, minutes) => {
        const all = new Set(answer({ ...world, taken: world.taken.slice(1) }))
        expect(answer(world).filter((time) => !all.has(time))).toEqual([])
        // Later the day may have come inside the horizon, so that edge is left out here.
        const now = new Set(answer({ ...world, horizonDays: 1000 }))
        expect(
          answer({ ...world, horizonDays: 1000, now: world.now + minutes * MINUTE }).filter(
            (time) => !now.has(time),
          ),
        ).toEqual([])
        const hours = new Set(answer({ ...world, length: ONE_HOUR }))
        expect(answer(world).filter((time) => !hours.has(time))).toEqual([])
      }),
      { numRuns: 250 },
    )
  })

  test('what is refused is never offered, and what is offered is not refused', () => {
    fc.assert(
      fc.property(
        worlds,
        fc.integer({ min: 0, max: 23 }),
        ({ date, length, hours, now, horizonDays }, hour) => {
          const opening = { hours, holidays: closed }
          const time = `${String(hour).padStart(2, '0')}:00`
          const limits = { now: new Date(now), horizonDays, leadMinutes: LEAD_MINUTES }
          expect(refusal(date, time, length, opening, limits) === null).toBe(
            availableSlots(date, length, room(hours), [], limits).includes(time),
          )
        },
      ),
    )
  })
})

const hoursFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => `${String(first + i).padStart(2, '0')}:00`)

describe('the starts of docs/decisions/020 B2, to the letter', () => {
  const weekday = '2026-12-01'
  test.each<[string, string, Duration, string[], number?]>([
    ['a weekday', weekday, 'hourly', hoursFrom(9, 20)],
    ['a weekday, 2 hours', weekday, 'hourly', hoursFrom(9, 19), 2],
    ['a weekday, 3 hours', weekday, 'hourly', hoursFrom(9, 18), 3],
    ['a weekday, 8 hours', weekday, 'hourly', hoursFrom(9, 13), 8],
    ['a weekday', weekday, 'half-day', hoursFrom(9, 17)],
    ['a weekday', weekday, 'full-day', hoursFrom(9, 13)],
    ['a weekday', weekday, 'weekly', hoursFrom(9, 13)],
    ['a Saturday', '2026-12-05', 'hourly', hoursFrom(10, 16)],
    ['a Saturday, 7 hours', '2026-12-05', 'hourly', ['10:00'], 7],
    ['a Saturday, 8 hours', '2026-12-05', 'hourly', [], 8],
    ['a Saturday', '2026-12-05', 'half-day', hoursFrom(10, 13)],
    ['a Saturday', '2026-12-05', 'full-day', []],
    ['a Saturday', '2026-12-05', 'weekly', []],
    ['a Sunday', '2026-12-06', 'hourly', hoursFrom(10, 16)],
    ['a Sunday', '2026-12-06', 'full-day', []],
    ['a holiday', '2026-12-25', 'hourly', hoursFrom(10, 16)],
    ['a holiday', '2026-12-25', 'half-day', hoursFrom(10, 13)],
    ['a holiday', '2026-12-25', 'full-day', []],
    ['a holiday', '2026-12-25', 'weekly', []],
  ])('they are right on %s (%s) %s', (_day, date, duration, expected, hours = 1) =>
    expect(startTimes(date, lengthOf({ duration, hours }), opening)).toEqual(expected),
  )
})

describe('whatever hours the owner sets', () => {
  const onDay = fc.tuple(dates, lengths, anyHours)
  const startsOf = (date: string, length: Length, hours: Hours) =>
    startTimes(date, length, { hours, holidays: closed })

  test('as many starts as the length leaves room for, from opening on, the last ending at closing time', () => {
    fc.assert(
      fc.property(onDay, ([date, length, hours]) => {
        const { opens, closes } = openingHours(date, { hours, holidays: closed })
        const isWeekInWeekend = length.duration === 'weekly' && !isWorkingDay(date, closed)
        const room = isWeekInWeekend ? -1 : closes - opens - hoursPerDay(length)
        expect(startsOf(date, length, hours)).toEqual(
          room < 0 ? [] : hoursFrom(opens, opens + room),
        )
      }),
    )
  })

  test('longer hours only add starts, and the other days’ hours change none', () => {
    fc.assert(
      fc.property(
        onDay,
        fc.nat(24),
        fc.nat(24),
        dayHours,
        ([date, length, hours], earlier, later, others) => {
          const kind = isWorkingDay(date, closed) ? 'weekday' : 'weekend'
          const { opens, closes } = hours[kind]
          const longer = {
            ...hours,
            [kind]: { opens: Math.max(0, opens - earlier), closes: Math.min(24, closes + later) },
          }
          const before = startsOf(date, length, hours)
          expect(startsOf(date, length, longer)).toEqual(expect.arrayContaining(before))
          expect(
            startsOf(date, length, { weekday: others, weekend: others, [kind]: hours[kind] }),
          ).toEqual(before)
        },
      ),
    )
  })

  test('two shifts, one after the other, have the hours of the whole day', () => {
    fc.assert(
      fc.property(
        dates,
        fc.uniqueArray(fc.integer({ min: 0, max: 24 }), { minLength: 3, maxLength: 3 }),
        (date, times) => {
          const [opens = 0, middle = 0, closes = 0] = times.sort((a, b) => a - b)
          const on = (from: number, to: number) =>
            startsOf(date, ONE_HOUR, {
              weekday: { opens: from, closes: to },
              weekend: { opens: from, closes: to },
            })
          expect([...on(opens, middle), ...on(middle, closes)]).toEqual(on(opens, closes))
        },
      ),
    )
  })
})

describe('a season', () => {
  const seasons = [
    {
      name: 'Ramadan hours',
      from: '2027-02-08',
      to: '2027-03-09',
      weekday: { opens: 9, closes: 18 },
      weekend: { opens: 10, closes: 16 },
    },
  ]
  const during = { hours: { ...DEFAULT_HOURS, seasons }, holidays: new Set(['2027-02-17']) }
  test.each([
    ['the day before its first', '2027-02-07', { opens: 10, closes: 17 }],
    ['its first day', '2027-02-08', { opens: 9, closes: 18 }],
    ['a Saturday in it', '2027-02-13', { opens: 10, closes: 16 }],
    ['a holiday in it', '2027-02-17', { opens: 10, closes: 16 }],
    ['its last day', '2027-03-09', { opens: 9, closes: 18 }],
    ['the day after its last', '2027-03-10', { opens: 9, closes: 21 }],
  ])('it has its hours on %s', (_day, date, hours) =>
    expect(openingHours(date, during)).toEqual(hours),
  )

  test('a week that extends into it must fit on its days too', () => {
    const week = lengthOf({ duration: 'weekly' })
    const none = new Set<string>()
    expect(startTimes('2027-02-03', week, { ...during, holidays: none })).toEqual([
      '09:00',
      '10:00',
    ])
    expect(startTimes('2027-02-03', week, { hours: DEFAULT_HOURS, holidays: none })).toEqual(
      hoursFrom(9, 13),
    )
  })

  test('changes its days for any usual hours, and no other day', () => {
    fc.assert(
      fc.property(
        dates.chain((date) => fc.tuple(fc.constant(date), seasonsAround(date))),
        anyHours,
        fc.integer({ min: -12, max: 15 }),
        ([date, own], hours, offset) => {
          const day = addDays(date, offset)
          const season = own.find(({ from, to }) => from <= day && day <= to)
          expect(
            openingHours(day, { hours: { ...hours, seasons: own }, holidays: closed }),
          ).toEqual(openingHours(day, { hours: season ?? hours, holidays: closed }))
        },
      ),
    )
  })
})

describe('a week', () => {
  const days = (date: string) =>
    spansOf(date, '09:00', lengthOf({ duration: 'weekly' }), closed).map((span) =>
      new Date(span.startsAt.getTime() + 8 * HOUR).toISOString(),
    )

  test.each([
    [
      'Monday to Friday',
      '2026-11-30',
      ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'],
    ],
    [
      'over a weekend',
      '2026-12-03',
      ['2026-12-03', '2026-12-04', '2026-12-07', '2026-12-08', '2026-12-09'],
    ],
    [
      'over Christmas and New Year',
      '2026-12-24',
      ['2026-12-24', '2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31'],
    ],
    [
      'over Chinese New Year with its replacement Monday',
      '2027-02-04',
      ['2027-02-04', '2027-02-05', '2027-02-09', '2027-02-10', '2027-02-11'],
    ],
  ])('is five working days: %s', (_why, date, expected) => {
    // studio wall time, read as if it were UTC
    expect(days(date)).toEqual(expected.map((day) => `${day}T09:00:00.000Z`))
    expect(
      spansOf(date, '09:00', lengthOf({ duration: 'weekly' }), closed).every(
        (span) => span.endsAt.getTime() - span.startsAt.getTime() === 8 * HOUR,
      ),
    ).toBe(true)
  })

  test.each([0, 1, 2, 3, 4])(
    'a single hour taken on working day %p removes the starts it touches',
    (index) => {
      const world = {
        date: '2026-12-03',
        length: lengthOf({ duration: 'weekly' }),
        horizonDays: 180,
        hours: DEFAULT_HOURS,
        now: kl('2026-11-20'),
        taken: [] as Span[],
      }
      const day = days(world.date)[index]?.slice(0, 10) ?? ''
      expect(answer({ ...world, taken: [spanOf(kl(day, '20:00'), 60)] })).toEqual([
        '09:00',
        '10:00',
        '11:00',
        '12:00',
      ])
      expect(answer({ ...world, taken: [spanOf(kl(day, '12:00'), 60)] })).toEqual(['13:00'])
      expect(answer({ ...world, taken: [spanOf(kl(day, '15:00'), 60)] })).toEqual([])
    },
  )
})

describe('the edges', () => {
  const limits = (now: number, horizonDays: number = HORIZON_DAYS.public) => ({
    now: new Date(now),
    horizonDays,
    leadMinutes: LEAD_MINUTES,
  })
  const tuesday = '2026-12-01'

  test.each([
    ['an hour before, to the millisecond', kl(tuesday, '09:00'), null],
    ['a millisecond later', kl(tuesday, '09:00') + 1, 'lead_time'],
    ['as it starts', kl(tuesday, '10:00'), 'past'],
  ])('10:00 asked for %s', (_why, now, expected) =>
    expect(refusal(tuesday, '10:00', lengthOf({ duration: 'hourly' }), opening, limits(now))).toBe(
      expected,
    ),
  )

  test.each([180, 365])('the horizon of %p days is counted in studio days', (horizon) => {
    const last = addDays(tuesday, horizon)
    for (const now of [kl(tuesday), kl(tuesday, '12:00'), kl(tuesday, '23:59') + MINUTE - 1]) {
      expect(
        refusal(last, '12:00', lengthOf({ duration: 'hourly' }), opening, limits(now, horizon)),
      ).toBeNull()
      expect(
        refusal(
          addDays(last, 1),
          '12:00',
          lengthOf({ duration: 'hourly' }),
          opening,
          limits(now, horizon),
        ),
      ).toBe('beyond_horizon')
    }
    expect(
      refusal(
        addDays(last, 1),
        '12:00',
        lengthOf({ duration: 'hourly' }),
        opening,
        limits(kl(addDays(tuesday, 1)), horizon),
      ),
    ).toBeNull()
  })

  test.each<[string, Duration, string, string]>([
    ['off the hour', 'hourly', '10:30', 'off_grid'],
    ['before opening', 'hourly', '08:00', 'outside_hours'],
    ['at closing time', 'hourly', '21:00', 'outside_hours'],
    ['ending after closing time', 'full-day', '14:00', 'outside_hours'],
  ])('a start is refused %s', (_why, length, time, expected) =>
    expect(
      refusal(tuesday, time, lengthOf({ duration: length }), opening, limits(kl('2026-11-20'))),
    ).toBe(expected),
  )

  test.each(['2026-12-05', '2026-12-25'])('a week from %s is refused', (date) =>
    expect(
      refusal(date, '10:00', lengthOf({ duration: 'weekly' }), opening, limits(kl('2026-11-20'))),
    ).toBe('not_working_day'),
  )
})

describe('the next free starts', () => {
  test('are the first of each day that offers any, in order, as many as are asked for', () => {
    let some = 0
    const wishes = fc.record({
      days: fc.integer({ min: -2, max: 20 }),
      count: fc.integer({ min: 0, max: 14 }),
    })
    fc.assert(
      fc.property(worlds, wishes, (world, { days, count }) => {
        const { length, hours, taken, now, horizonDays } = world
        const search = { first: world.date, last: addDays(world.date, days), count }
        const limits = { now: new Date(now), horizonDays, leadMinutes: LEAD_MINUTES }
        const found = freeStartsBetween(search, length, room(hours), taken.map(asBooked), limits)
        const firsts: { date: string; time: string }[] = []
        for (let ahead = 0; ahead <= days; ahead++) {
          const date = addDays(search.first, ahead)
          const [time] = answer({ ...world, date })
          if (time) firsts.push({ date, time })
        }
        expect(found).toEqual(firsts.slice(0, count))
        some += found.length
      }),
      { numRuns: 500 },
    )
    expect(some).toBeGreaterThan(200)
  })
})

test('every hour lies in one part of the day, in their order', () => {
  const parts = Array.from({ length: 24 }, (_, hour) => partOfDay(hourOf(hour)))
  expect(parts.map((part) => PARTS_OF_DAY.indexOf(part))).toEqual([
    ...Array<number>(12).fill(0),
    ...Array<number>(5).fill(1),
    ...Array<number>(7).fill(2),
  ])
})

describe('a length that nobody can book', () => {
  test.each([
    ['hourly', 1, true, null],
    ['hourly', 8, true, null],
    ['hourly', 2, false, 'hours_not_offered'],
    ['hourly', 1, false, null],
    ['half-day', 1, false, null],
    ['half-day', 4, true, 'choice'],
    ['weekly', 2, true, 'choice'],
  ])(
    'it is judged: %s, %s hours, several offered %s: %s',
    (duration, hours, severalHours, expected) =>
      expect(lengthRefusal(lengthOf({ duration, hours }), severalHours)).toBe(expected),
  )
})
