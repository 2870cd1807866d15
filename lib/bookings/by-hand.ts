import 'server-only'
import {
  IN_CLOSED_TIME,
  roomByHand,
  type RefusalByHand,
  type SessionByHand,
  type Warning,
} from '@/lib/availability/by-hand'
import {
  cutTurnarounds,
  occupiedWithin,
  placeIn,
  type Cut,
  type Place,
} from '@/lib/availability/room'
import type { Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { servingRooms, type Room } from '@/lib/rooms/queries'
import { endExpiredInTheWay } from './holds'
import { isRetired, roomsOf } from './places'

type Wish = {
  /** Where it may be, the preferred first. */
  rooms: readonly Room[]
  session: SessionByHand
  despite: readonly Warning[]
  /** A booking that is not in its own way. */
  ignoring: number | null
  /** The field of the form that says when. */
  field: string
  now: Date
}

/** The rooms to which the owner moves a booking: the one chosen, otherwise those it can have. */
export const roomsToMoveTo = (
  booking: Parameters<typeof roomsOf>[0],
  roomId: number | null,
  rooms: readonly Room[],
): Room[] =>
  roomId === null
    ? roomsOf(booking, rooms)
    : [
        ...rooms.filter((room) => room.id === booking.roomId && !isRetired(room)),
        ...servingRooms(rooms, booking.serviceId),
      ]
        .filter(({ id }) => id === roomId)
        .slice(0, 1)

/**
 * The room of a session that the owner books or moves (docs/decisions/038). Throws slot_taken when
 * somebody else has it in all of them, and slot_unavailable, with the warnings that there are, for
 * one that is not among `despite`.
 */
export async function findByHand(
  tx: Pick<Tx, '$queryRaw'>,
  { rooms, session, despite, ignoring, field, now }: Wish,
): Promise<{ room: Room; warnings: Warning[] }> {
  const occupied = await occupiedWithin(
    tx,
    rooms.map((room) => placeIn(room, session)),
  )
  const others = occupied.filter(({ bookingId }) => bookingId === null || bookingId !== ignoring)
  // A hold that ran out is in the way only while there is a room without.
  const held = others.filter(({ state }) => state === 'held')
  const free = roomByHand(rooms, session, others, now)
  const found =
    free.room && free.warnings.length === 0 ? free : roomByHand(rooms, session, held, now)
  if (!found.room) throw refusedByHand(found.refused, field)
  const unread = found.warnings.find((warning) => !despite.includes(warning))
  if (unread)
    throw new Problem('slot_unavailable', {
      sentence: SENTENCE[unread],
      data: { warnings: found.warnings },
    })
  return found
}

const SENTENCE = {
  past: 'slot_past',
  closed: 'slot_closed',
  outside_hours: 'slot_outside_hours',
  blocked: 'slot_in_block',
  turnaround: 'slot_turnaround',
} as const satisfies Record<Warning, string>

const refusedByHand = (refused: RefusalByHand, field: string): Problem =>
  refused === 'taken'
    ? new Problem('slot_taken')
    : new Problem('slot_unavailable', {
        sentence: `slot_${refused}`,
        fields: { [field]: `slot_${refused}` },
      })

/**
 * As findByHand, with the holds ended that ran out there. One that is booked despite the turnaround
 * has none, and cuts those that run into it. The caller holds the locks of all these rooms, and
 * reserves the place.
 */
export async function placeByHand(
  tx: Tx,
  wish: Wish,
): Promise<{ place: Place; warnings: Warning[]; keptAt: Date | null; cut: readonly Cut[] }> {
  const { session, ignoring, now } = wish
  const { room, warnings } = await findByHand(tx, wish)
  const withTurnaround = placeIn(room, session)
  const isClose = warnings.includes('turnaround')
  const place = isClose ? { ...withTurnaround, turnaroundMinutes: 0 } : withTurnaround
  await endExpiredInTheWay(tx, { place, ...(ignoring !== null && { ignoring }) })
  const cut = isClose ? await cutTurnarounds(tx, place) : []
  const isKept = warnings.some((warning) => IN_CLOSED_TIME.includes(warning))
  return { place, warnings, keptAt: isKept ? now : null, cut }
}
