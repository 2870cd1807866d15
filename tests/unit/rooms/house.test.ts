import {
  concerning,
  houseHours,
  hoursByRoom,
  hoursOfSome,
  openingsByRoom,
  withRooms,
} from '@/lib/rooms/house'
import { DEFAULT_HOURS } from '@/lib/studio'

const LATE = { weekday: { opens: 12, closes: 23 }, weekend: { opens: 8, closes: 17 } }
const A = { id: 1, name: 'Studio A', ...DEFAULT_HOURS }
const B = { id: 2, name: 'Studio B', ...LATE }
const season = (changes: object) => ({
  ...{ from: '2027-02-08', to: '2027-03-09', name: 'Ramadan', ...DEFAULT_HOURS, ...changes },
})

test('one room: its hours, and no word of rooms, whatever the seasons name', () => {
  const seasons = [season({ roomIds: [1] }), season({ roomIds: [7] }), season({ roomIds: [] })]
  const hours = houseHours([A], seasons)
  expect(hours).toEqual({ ...DEFAULT_HOURS, seasons: [season({}), season({})] })
  expect(JSON.stringify(hours)).not.toMatch(/room|Studio/)
  expect(hoursOfSome(hours ?? DEFAULT_HOURS, [1])).toBe(hours)
})

test('several rooms: open while one of them is, by name only where they differ', () => {
  const hours = houseHours([A, B], [season({ roomIds: [2] }), season({ roomIds: [1, 2] })])
  if (!hours) throw new Error('There are two rooms')
  expect(hours).toEqual({
    weekday: { opens: 9, closes: 23 },
    weekend: { opens: 8, closes: 17 },
    seasons: [season({ roomIds: [2] }), season({})],
    rooms: [A, B],
  })
  expect(hoursByRoom(hours)).toEqual([A, B])
  expect(hoursByRoom({ rooms: [A, { ...B, ...DEFAULT_HOURS }] })).toBeNull()
  expect(hoursOfSome(hours, [2])).toEqual({
    ...LATE,
    seasons: [season({}), season({})],
  })
  expect(hoursOfSome(hours, [1])).toEqual({
    ...DEFAULT_HOURS,
    seasons: [season({})],
  })
})

test('what is for no room of these is left out, and what is for all of them names none', () => {
  const days = [{ date: 'a' }, { date: 'b', roomIds: [1] }, { date: 'c', roomIds: [2, 3] }]
  expect(concerning([1], days)).toEqual([{ date: 'a' }, { date: 'b' }])
  expect(concerning([1, 2], days)).toEqual([
    { date: 'a' },
    { date: 'b', roomIds: [1] },
    { date: 'c', roomIds: [2] },
  ])
  expect(concerning([2, 3], days)).toEqual([{ date: 'a' }, { date: 'c' }])
})

test('a name is followed by the rooms that it is for', () => {
  const rooms = [A, B, { ...A, id: 3, name: 'Booth' }]
  expect(withRooms('Ramadan', { roomIds: [3, 1] }, { rooms })).toBe('Ramadan · Studio A · Booth')
  expect(withRooms('Ramadan', {}, { rooms })).toBe('Ramadan')
})

test('each room has an opening of its own as soon as one day or season is for some only', () => {
  const same = houseHours([A, { ...A, id: 2 }], []) ?? DEFAULT_HOURS
  expect(openingsByRoom(same)).toBeNull()
  expect(openingsByRoom(same, [{ date: '2027-01-01' }], [{ date: '2027-01-02' }])).toBeNull()
  expect(
    openingsByRoom(same, [{ date: '2027-01-01' }], [{ date: '2027-01-02', roomIds: [2] }]),
  ).toEqual([
    { hours: { ...DEFAULT_HOURS, seasons: [] }, holidays: ['2027-01-01'], closedDays: [] },
    {
      hours: { ...DEFAULT_HOURS, seasons: [] },
      holidays: ['2027-01-01'],
      closedDays: ['2027-01-02'],
    },
  ])
})
