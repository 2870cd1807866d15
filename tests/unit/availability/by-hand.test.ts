import fc from 'fast-check'
import '@/tests/support/properties'
import { judgeByHand, roomByHand, WARNINGS, type Warning } from '@/lib/availability/by-hand'
import type { Length, Taken } from '@/lib/availability/rules'
import type { Opening } from '@/lib/rooms/opening'

const TUESDAY = '2026-12-01'
const HOLIDAY = '2026-12-03'
const CLOSED = '2026-12-04'
const opening: Opening = {
  hours: { weekday: { opens: 9, closes: 21 }, weekend: { opens: 10, closes: 18 } },
  holidays: new Set([HOLIDAY, CLOSED]),
  closed: new Set([CLOSED]),
}
/** The instant of a studio's minute, without the calendar of the code under test. */
const at = (date: string, minute: number) => Date.parse(`${date}T00:00:00+08:00`) + minute * 60_000
const other = (kind: Taken['kind'], date: string, from: number, to: number, until = to): Taken => ({
  kind,
  startsAt: new Date(at(date, from)),
  endsAt: new Date(at(date, to)),
  reservedUntil: new Date(at(date, until)),
})
const HOUR: Length = { duration: 'hourly', hours: 1 }
const noon = new Date(at(TUESDAY, 12 * 60 + 5))

/**
 * Minute by minute: which minutes the session takes, which the turnarounds take, and what each of
 * them meets.
 */
function expected(
  date: string,
  hour: number,
  hours: number,
  turnaround: number,
  others: readonly Taken[],
  now: number,
): Warning[] | 'taken' | 'past' {
  const [begins, ends] = [at(date, hour * 60), at(date, (hour + hours) * 60)]
  if (begins < at(TUESDAY, 0)) return 'past'
  const found = new Set<Warning>()
  let taken = false
  for (let minute = begins; minute < ends + turnaround * 60_000; minute += 60_000)
    for (const { kind, startsAt, endsAt, reservedUntil } of others) {
      const isSession = +startsAt <= minute && minute < +endsAt
      const isReserved = +startsAt <= minute && minute < +reservedUntil
      if (kind === 'booking' && isSession && minute < ends) taken = true
      if (kind === 'booking' && isReserved) found.add('turnaround')
      if (kind === 'block' && isSession && minute < ends) found.add('blocked')
    }
  if (taken) return 'taken'
  if (begins <= now) found.add('past')
  const isWeekend = ['2026-12-03', '2026-12-05', '2026-12-06'].includes(date)
  const [opens, closes] = isWeekend ? [10, 18] : [9, 21]
  // Also where it only goes on into that day.
  if (begins < at(CLOSED, 24 * 60) && ends > at(CLOSED, 0)) found.add('closed')
  if (date !== CLOSED && (hour < opens || hour + hours > closes)) found.add('outside_hours')
  return WARNINGS.filter((one) => found.has(one))
}

const quarter = fc.integer({ min: 0, max: 95 }).map((n) => n * 15)
const dates = fc.constantFrom('2026-11-30', TUESDAY, '2026-12-02', HOLIDAY, CLOSED, '2026-12-05')

test('the warnings of any hour are those that a look at each minute finds', () => {
  fc.assert(
    fc.property(
      dates,
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom(0, 15, 30, 60),
      fc.array(
        fc.record({
          kind: fc.constantFrom('booking' as const, 'block' as const),
          date: dates,
          from: quarter,
          long: fc.integer({ min: 1, max: 16 }),
          until: fc.constantFrom(0, 15, 30, 60),
        }),
        { maxLength: 4 },
      ),
      quarter,
      (date, hour, hours, turnaroundMinutes, drawn, minute) => {
        const others = drawn.map(({ kind, date: day, from, long, until }) => {
          const to = from + long * 15
          return other(kind, day, from, to, kind === 'block' ? to : to + until)
        })
        const now = new Date(at(TUESDAY, minute))
        const time = `${String(hour).padStart(2, '0')}:00`
        const judged = judgeByHand(
          { duration: 'hourly', hours, date, time },
          { opening, turnaroundMinutes },
          others,
          now,
        )
        expect('warnings' in judged ? judged.warnings : judged.refused).toEqual(
          expected(date, hour, hours, turnaroundMinutes, others, +now),
        )
      },
    ),
    { numRuns: 2000 },
  )
})

test('a week that begins on a closed day is refused, unless that was its own start', () => {
  const week = { duration: 'weekly' as const, hours: 1, date: CLOSED, time: '10:00' }
  const room = { opening, turnaroundMinutes: 0 }
  expect(judgeByHand(week, room, [], noon)).toEqual({ refused: 'not_working_day' })
  expect(judgeByHand({ ...week, ownStart: true }, room, [], noon)).toEqual({ warnings: [] })
  // Its first day is then the Monday after, on which somebody else is.
  const monday = other('booking', '2026-12-07', 600, 660)
  expect(judgeByHand({ ...week, ownStart: true }, room, [monday], noon)).toEqual({
    refused: 'taken',
  })
})

test('the first room without a warning has it, then the first that is not taken, then nobody', () => {
  const room = (id: number) => ({ id, opening, turnaroundMinutes: 30 })
  const rooms = [room(4), room(2), room(9)]
  const session = { ...HOUR, date: '2026-12-02', time: '12:00' }
  const taken = { ...other('booking', '2026-12-02', 12 * 60, 13 * 60), roomId: 4 }
  const close = { ...other('booking', '2026-12-02', 11 * 60, 12 * 60, 12 * 60 + 30), roomId: 2 }
  const find = (others: (Taken & { roomId: number })[]) => {
    const found = roomByHand(rooms, session, others, noon)
    return found.room ? [found.room.id, found.warnings] : found.refused
  }
  expect(find([])).toEqual([4, []])
  expect(find([taken, close])).toEqual([9, []])
  expect(find([taken, close, { ...taken, roomId: 9 }])).toEqual([2, ['turnaround']])
  expect(find(rooms.map(({ id }) => ({ ...taken, roomId: id })))).toBe('taken')
})

test('neither half past nor yesterday can be booked by hand', () => {
  const room = { opening, turnaroundMinutes: 0 }
  expect(judgeByHand({ ...HOUR, date: TUESDAY, time: '15:30' }, room, [], noon)).toEqual({
    refused: 'off_grid',
  })
  expect(judgeByHand({ ...HOUR, date: '2026-11-30', time: '23:00' }, room, [], noon)).toEqual({
    refused: 'past',
  })
  expect(judgeByHand({ ...HOUR, date: TUESDAY, time: '00:00' }, room, [], noon)).toEqual({
    warnings: ['past', 'outside_hours'],
  })
})

test('what keeps its start may have begun yesterday, until it is over, and never begins so anew', () => {
  const room = { opening, turnaroundMinutes: 0 }
  const night = { duration: 'hourly' as const, hours: 2, date: '2026-11-30', time: '23:00' }
  const at0 = (minute: number) => new Date(at(TUESDAY, minute))
  expect(judgeByHand({ ...night, ownStart: true }, room, [], at0(30))).toEqual({
    warnings: ['past', 'outside_hours'],
  })
  expect(judgeByHand({ ...night, ownStart: true }, room, [], at0(60))).toEqual({ refused: 'past' })
  expect(judgeByHand(night, room, [], at0(30))).toEqual({ refused: 'past' })
})

test('a session that goes on into a closed day is said to', () => {
  const room = { opening, turnaroundMinutes: 0 }
  const night = { duration: 'hourly' as const, hours: 2, date: HOLIDAY, time: '23:00' }
  expect(judgeByHand(night, room, [], noon)).toEqual({ warnings: ['closed', 'outside_hours'] })
  expect(judgeByHand({ ...night, hours: 1 }, room, [], noon)).toEqual({
    warnings: ['outside_hours'],
  })
})
