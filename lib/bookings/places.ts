import 'server-only'
import { placeIn, type Place } from '@/lib/availability/room'
import { lengthOf, type Span } from '@/lib/availability/rules'
import type { Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { roomsServing, type Room } from '@/lib/rooms/queries'
import { studioDate } from '@/lib/time'

type Session = {
  serviceId: number
  roomId: number
  roomChosen: boolean
  date: string
  time: string
  duration: string
  hours: number
}

/**
 * The rooms in which a booking can have time that it does not have yet: its own first, and no other when
 * the customer chose it. A room that is retired has no more to give; none is left where no other serves.
 */
export function roomsOf(
  { serviceId, roomId, roomChosen }: Pick<Session, 'serviceId' | 'roomId' | 'roomChosen'>,
  rooms: readonly Room[],
): Room[] {
  const own = rooms.filter((room) => room.id === roomId && !isRetired(room))
  const others = roomsServing(rooms, serviceId).filter(({ id }) => id !== roomId)
  return roomChosen && own.length > 0 ? own : [...own, ...others]
}

export const isRetired = ({ state }: Pick<Room, 'state'>): boolean => state === 'retired'

/** The session that a room has when it is retired stays there; it gets no other time in it. */
export const roomRetired = () => new Problem('not_changeable', { sentence: 'room_retired' })

/** Where a booking's session can be, in the order of `roomsOf`. */
export const placesOf = (booking: Session, rooms: readonly Room[]): Place[] =>
  roomsOf(booking, rooms).map((room) => placeIn(room, { ...booking, ...lengthOf(booking) }))

/** The columns of a session in this place: its day is that of its start, also of a week that moved on. */
export function placedIn({ roomId, spans }: Place) {
  const [first, last] = [spans[0] as Span, spans.at(-1) as Span]
  return {
    ...{ roomId, date: studioDate(first.startsAt) },
    ...{ startsAt: first.startsAt, endsAt: last.endsAt },
  }
}

/**
 * As lockRooms, of the rooms that a booking has or can have, and of `others`: it may be moved to one of
 * them until the locks are held. Takes no row's lock.
 */
export async function lockRoomsOf(
  tx: Tx,
  bookingId: number,
  others: readonly number[] = [],
): Promise<Date> {
  const [row] = await tx.$queryRaw<[{ at: Date }]>`
    SELECT lock_rooms(ARRAY(
      SELECT unnest(${others}::int[])
      UNION SELECT studio_id FROM bookings WHERE id = ${bookingId}
      UNION SELECT r.studio_id FROM service_rooms r JOIN bookings b ON b.service_id = r.service_id
      WHERE b.id = ${bookingId}), '{}', '{}') AS at`
  return row.at
}
