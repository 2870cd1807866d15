import { DEFAULT_HOURS } from '@/lib/studio'
import fc from 'fast-check'
import { openingHours } from '@/lib/rooms/opening'
import { openState } from '@/lib/contacts/rules'
import { hourText, studioDate, studioTime, toInstant } from '@/lib/time'

const OPENING = { hours: DEFAULT_HOURS, holidays: new Set(['2026-12-25', '2027-01-01']) }
const at = (date: string, time: string, opening = OPENING) =>
  openState(toInstant(date, time), [opening])

test.each([
  ['Monday noon', '2026-11-23', '12:00', { open: true, until: '21:00', holiday: false }],
  ['the opening minute', '2026-11-23', '09:00', { open: true, until: '21:00', holiday: false }],
  [
    'the minute before',
    '2026-11-23',
    '08:59',
    { open: false, date: '2026-11-23', today: true, at: '09:00' },
  ],
  ['the last minute', '2026-11-23', '20:59', { open: true, until: '21:00', holiday: false }],
  [
    'the closing minute',
    '2026-11-23',
    '21:00',
    { open: false, date: '2026-11-24', today: false, at: '09:00' },
  ],
  [
    'Friday night',
    '2026-11-27',
    '22:00',
    { open: false, date: '2026-11-28', today: false, at: '10:00' },
  ],
  ['Saturday afternoon', '2026-11-28', '16:30', { open: true, until: '17:00', holiday: false }],
  [
    'Sunday evening',
    '2026-11-29',
    '18:00',
    { open: false, date: '2026-11-30', today: false, at: '09:00' },
  ],
  [
    'Christmas, a Friday, at 9',
    '2026-12-25',
    '09:00',
    { open: false, date: '2026-12-25', today: true, at: '10:00' },
  ],
  ['Christmas noon', '2026-12-25', '12:00', { open: true, until: '17:00', holiday: true }],
  [
    'the night before New Year',
    '2026-12-31',
    '23:59',
    { open: false, date: '2027-01-01', today: false, at: '10:00' },
  ],
])('the studio is open or closed: %s', (_when, date, time, state) =>
  expect(at(date, time)).toEqual(state),
)

test('closing at midnight: open to the day’s last minute, and shut at once where the next day begins later', () => {
  const late = {
    ...OPENING,
    hours: { weekday: { opens: 18, closes: 24 }, weekend: { opens: 0, closes: 24 } },
  }
  expect(at('2026-11-26', '23:59', late)).toEqual({ open: true, until: '24:00', holiday: false })
  expect(at('2026-11-27', '00:00', late)).toEqual({
    open: false,
    date: '2026-11-27',
    today: true,
    at: '18:00',
  })
  expect(at('2026-11-28', '00:00', late)).toEqual({ open: true, until: '24:00', holiday: false })
})

test('within a season its hours apply, and the usual ones for the first opening after it', () => {
  const season = {
    ...OPENING,
    hours: {
      ...DEFAULT_HOURS,
      seasons: [
        {
          name: 'Short days',
          from: '2026-11-23',
          to: '2026-11-24',
          weekday: { opens: 11, closes: 15 },
          weekend: { opens: 11, closes: 15 },
        },
      ],
    },
  }
  expect(at('2026-11-23', '14:00', season)).toEqual({ open: true, until: '15:00', holiday: false })
  expect(at('2026-11-23', '16:00', season)).toMatchObject({ date: '2026-11-24', at: '11:00' })
  expect(at('2026-11-24', '16:00', season)).toMatchObject({ date: '2026-11-25', at: '09:00' })
})

test('open exactly within the hours of the day, whatever the moment', () => {
  const dayHours = fc
    .uniqueArray(fc.integer({ min: 0, max: 24 }), { minLength: 2, maxLength: 2 })
    .map(([a = 0, b = 0]) => ({ opens: Math.min(a, b), closes: Math.max(a, b) }))
  const moments = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2028-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(
      moments,
      fc.oneof(fc.constant(DEFAULT_HOURS), fc.record({ weekday: dayHours, weekend: dayHours })),
      (now, hours) => {
        const opening = { ...OPENING, hours }
        const { opens, closes } = openingHours(studioDate(now), opening)
        const state = openState(now, [opening])
        expect(state.open).toBe(
          studioTime(now) >= hourText(opens) && studioTime(now) < hourText(closes),
        )
        // Whatever it promises is true when the time has come.
        if (!state.open)
          expect(openState(toInstant(state.date, state.at), [opening]).open).toBe(true)
      },
    ),
  )
})

test('a day on which the studio does not open is closed, and the next is looked for after it', () => {
  const closed = new Set(['2026-12-29', '2026-12-30'])
  expect(openState(new Date('2026-12-29T11:00:00+08:00'), [{ ...OPENING, closed }])).toEqual({
    open: false,
    date: '2026-12-31',
    today: false,
    at: '09:00',
  })
})

test('with several rooms it is open while one of them is, until the last one closes', () => {
  const late = { weekday: { opens: 12, closes: 23 }, weekend: { opens: 12, closes: 23 } }
  const rooms = [OPENING, { ...OPENING, hours: late, closed: new Set(['2026-11-25']) }]
  const state = (date: string, time: string) => openState(toInstant(date, time), rooms)
  expect(state('2026-11-24', '10:00')).toEqual({ open: true, until: '21:00', holiday: false })
  expect(state('2026-11-24', '13:00')).toEqual({ open: true, until: '23:00', holiday: false })
  expect(state('2026-11-24', '22:00')).toMatchObject({ open: true, until: '23:00' })
  expect(state('2026-11-25', '22:00')).toMatchObject({ open: false, at: '09:00', today: false })
  expect(state('2026-11-25', '08:00')).toMatchObject({ open: false, at: '09:00', today: true })
})
