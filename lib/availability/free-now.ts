import 'server-only'
import { studioDate } from '@/lib/time'
import { bookableRooms, nextSlots, takenBetween, timetable } from './queries'
import { HORIZON_DAYS, LEAD_MINUTES } from './rules'
import type { FreeNow } from './schema'
import { AN_HOUR, firstFree, hoursFree, roomNow, weekAhead, weekFrom } from './week'

/** Of all rooms together, for whoever books an hour of anything. */
export async function freeNow(now: Date): Promise<FreeNow> {
  const table = await timetable(now)
  const services = [...table.services].filter(
    ([, { state, isAddOn }]) => state === 'offered' && !isAddOn,
  )
  const rooms = bookableRooms(table, AN_HOUR).filter(({ serviceIds }) =>
    services.some(([id]) => serviceIds.has(id)),
  )
  if (rooms.length === 0) return { room: { state: 'off', until: null }, days: [] }
  const dates = weekFrom(studioDate(now))
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const taken = await takenBetween(rooms, first, last, {})
  const limits = { now, horizonDays: HORIZON_DAYS.public, leadMinutes: LEAD_MINUTES }
  const days = dates.map((date) => hoursFree(date, rooms, taken, limits))
  const later = { ...AN_HOUR, now, from: last, roomIds: rooms.map(({ id }) => id) }
  const slot = firstFree(days) ?? (await nextSlots(1, later))[0]
  return { ...slot, room: roomNow(rooms, taken, days, now), days: weekAhead(days, now) }
}
