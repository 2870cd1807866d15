import {
  changedHouse,
  isListed,
  NEXT,
  openingClosures,
  type House,
  type Session,
} from '@/lib/closings/rules'
import { addDays, HOUR_MS, toInstant, weekday } from '@/lib/time'

const USUAL = { weekday: { opens: 9, closes: 21 }, weekend: { opens: 10, closes: 17 } }
const at = (text: string) => new Date(text)
const holiday = (date: string, more: object = {}) => ({
  ...{ date, name: date, translations: {}, tentative: false, closed: false },
  ...{ changedAt: at('2026-10-03T00:00Z'), ...more },
})
const HOUSE: House = {
  rooms: [
    { id: 1, hours: USUAL, changedAt: at('2026-10-01T00:00Z') },
    {
      id: 2,
      hours: { weekday: { opens: 12, closes: 24 }, weekend: { opens: 0, closes: 24 } },
      changedAt: at('2026-10-01T00:00Z'),
    },
  ],
  holidays: [
    holiday('2026-12-25', { closed: true }),
    holiday('2026-12-31'),
    holiday('2027-01-01', { closed: true, roomIds: [1] }),
  ],
  seasons: {
    periods: [
      {
        ...{ name: 'Ramadan', from: '2027-02-08', to: '2027-03-09', roomIds: [1] },
        ...{ weekday: { opens: 8, closes: 17 }, weekend: { opens: 8, closes: 13 } },
      },
    ],
    changedAt: at('2026-10-02T00:00Z'),
  },
}
const session = (date: string, hour: number, hours: number, more: object = {}): Session => {
  const startsAt = new Date(toInstant(date, '00:00').getTime() + hour * HOUR_MS)
  const endsAt = new Date(startsAt.getTime() + hours * HOUR_MS)
  return { ...{ roomId: 1, startsAt, endsAt, isWeek: false }, ...more }
}

/** Whether one minute of a room is open, said anew from the facts above. */
function isOpen(roomId: number, minute: number, isWeek: boolean): boolean {
  const local = new Date(minute * 60_000 + 8 * HOUR_MS)
  const [date = '', hour] = [local.toISOString().slice(0, 10), local.getUTCHours()]
  if (date === '2026-12-25' || (date === '2027-01-01' && roomId === 1)) return false
  const isFree = [0, 6].includes(weekday(date)) || (date === '2026-12-31' && !isWeek)
  const isRamadan = roomId === 1 && date >= '2027-02-08' && date <= '2027-03-09'
  const [from, to] = isRamadan
    ? isFree
      ? [8, 13]
      : [8, 17]
    : roomId === 2
      ? isFree
        ? [0, 24]
        : [12, 24]
      : isFree
        ? [10, 17]
        : [9, 21]
  return hour >= from && hour < to
}

test('a session is in closed time exactly when one of its minutes is', () => {
  const closuresOf = openingClosures(HOUSE)
  let closed = 0
  const wrong: Session[] = []
  for (let day = 0; day < 110; day++)
    for (const roomId of [1, 2])
      for (const isWeek of [false, true])
        for (const hours of [1, 4, 8])
          for (let hour = 0; hour < 24; hour += 1) {
            const date = addDays('2026-12-01', day)
            const one = session(date, hour, hours, { roomId, isWeek })
            const minutes = Array.from(
              { length: hours * 4 },
              (_, nth) => one.startsAt.getTime() / 60_000 + nth * 15,
            )
            const isInside = minutes.some((minute) => !isOpen(roomId, minute, isWeek))
            if (isInside) closed++
            if (closuresOf(one).length > 0 !== isInside) wrong.push(one)
          }
  expect(wrong).toEqual([])
  expect(closed).toBeGreaterThan(10_000)
})

test.each([
  ['a holiday that is closed', session('2026-12-25', 11, 1), 'holiday', '2026-10-03'],
  ['the hours of a holiday', session('2026-12-31', 18, 1), 'hours', '2026-10-03'],
  ['a season', session('2027-02-08', 18, 1), 'hours', '2026-10-02'],
  ['the usual hours', session('2026-12-01', 21, 1), 'hours', '2026-10-01'],
])('what is closed by %s was closed when that was changed', (_, one, kind, since) =>
  expect(openingClosures(HOUSE)(one)).toEqual([
    expect.objectContaining({ kind, since: at(`${since}T00:00Z`) }),
  ]),
)

test('a session over midnight is judged on both days', () => {
  const closed = (more: object) =>
    openingClosures(HOUSE)(session('2026-12-04', 22, 4, { roomId: 2, ...more })).map(
      (one) => one.kind === 'hours' && one.date,
    )
  expect(closed({})).toEqual([])
  expect(
    openingClosures(HOUSE)(session('2026-12-03', 22, 4, { roomId: 2 })).map(
      (one) => one.kind === 'hours' && one.date,
    ),
  ).toEqual(['2026-12-04'])
})

test('a kept session is listed again once something that closes it is changed', () => {
  const closures = openingClosures(HOUSE)(session('2026-12-01', 21, 1))
  expect(isListed(null, closures)).toBe(true)
  expect(isListed(at('2026-10-01T00:00Z'), closures)).toBe(false)
  expect(isListed(at('2026-09-30T00:00Z'), closures)).toBe(true)
  expect(isListed(null, [])).toBe(false)
})

test.each([
  [{ room: { id: 1, hours: { ...USUAL, weekday: { opens: 9, closes: 18 } } } }, '2026-12-01'],
  [{ holiday: holiday('2026-12-02', { closed: true }) }, '2026-12-02'],
  [
    {
      seasons: [{ ...USUAL, name: 'x', from: '2026-12-03', to: '2026-12-03' }].map((one) => ({
        ...one,
        weekday: { opens: 9, closes: 18 },
      })),
    },
    '2026-12-03',
  ],
])('%j closes a session of that day, later than anything', (change, date) => {
  const before = openingClosures(HOUSE)(session(date, 19, 1))
  const after = openingClosures(changedHouse(HOUSE, change))(session(date, 19, 1))
  expect([before, after.map(({ since }) => since)]).toEqual([[], [NEXT]])
})
