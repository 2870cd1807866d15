import 'server-only'
import type { Room } from '@/lib/rooms/queries'
import { studioDate } from '@/lib/time'
import { bookableRooms, nextSlots, takenBetween, timetable } from './queries'
import { availableSlots, HORIZON_DAYS, LEAD_MINUTES, type Limits } from './rules'
import type { FreeNow } from './schema'
import { AN_HOUR, firstFree, hoursFree, roomNow, weekAhead, weekFrom } from './week'

/** Those in which a service is sold to visitors. */
async function roomsOnSale(now: Date): Promise<Room[]> {
  const table = await timetable(now)
  const services = [...table.services].filter(
    ([, { state, isAddOn }]) => state === 'offered' && !isAddOn,
  )
  return bookableRooms(table, AN_HOUR).filter(({ serviceIds }) =>
    services.some(([id]) => serviceIds.has(id)),
  )
}

const visitorLimits = (now: Date): Limits => ({
  now,
  horizonDays: HORIZON_DAYS.public,
  leadMinutes: LEAD_MINUTES,
})

/** When a visitor can begin an hour on a date, in each room, as whoever books it is answered. */
export async function hoursOnSale(
  date: string,
  now: Date,
): Promise<{ roomId: number; times: string[] }[]> {
  const rooms = await roomsOnSale(now)
  const taken = await takenBetween(rooms, date, date, {})
  return rooms.map((room) => ({
    roomId: room.id,
    times: availableSlots(
      date,
      AN_HOUR,
      room,
      taken.filter(({ roomId }) => roomId === room.id),
      visitorLimits(now),
    ),
  }))
}

/** Of all rooms together, for whoever books an hour of anything. */
export async function freeNow(now: Date): Promise<FreeNow> {
  const rooms = await roomsOnSale(now)
  if (rooms.length === 0) return { room: { state: 'off', until: null }, days: [] }
  const dates = weekFrom(studioDate(now))
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const taken = await takenBetween(rooms, first, last, {})
  const limits = visitorLimits(now)
  const days = dates.map((date) => hoursFree(date, rooms, taken, limits))
  const later = { ...AN_HOUR, now, from: last, roomIds: rooms.map(({ id }) => id) }
  const slot = firstFree(days) ?? (await nextSlots(1, later))[0]
  return { ...slot, room: roomNow(rooms, taken, days, now), days: weekAhead(days, now) }
}
