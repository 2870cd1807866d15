import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { withConflictDetails } from '@/lib/availability/conflicts'
import { areBlockedWholly } from '@/lib/availability/queries'
import { move, placeIn, type Place } from '@/lib/availability/room'
import { lengthOf, refusal, type Refusal, type Span } from '@/lib/availability/rules'
import { db, type Tx } from '@/lib/db'
import { isActiveMember } from '@/lib/memberships/queries'
import { moneyWentBack } from '@/lib/payments/queries'
import { Problem } from '@/lib/problem'
import { everyRoom, roomOf, type Room } from '@/lib/rooms/queries'
import { retryAfterExpiringHolds } from './expire'
import { freePlace } from './holds'
import { tellBooking } from './notices'
import { moveLimits, moveRefusal, type ChangedBy } from './moving'
import { lockRoomsOf, placedIn, placesOf, roomsOf } from './places'
import { giveUpUpgrade } from './upgrade'

export type Reschedule = {
  id: number
  newDate: string
  newTime: string
  by: ChangedBy
  version?: string | undefined
  actor: string
  now: Date
}

/**
 * With its own length and price: the customer up to 24 h before, the owner at any time and without
 * lead time or horizon. It keeps its room where that is free, and has another of its service
 * otherwise. False when it already had that time. An unpaid upgrade is released for it. Throws
 * not_found, not_changeable, slot_unavailable, slot_taken, payment_in_progress, version_conflict; the
 * old time is then kept. For an administrator slot_taken names what is in the way.
 */
export async function rescheduleBooking(request: Reschedule): Promise<boolean> {
  const { id, newDate: date, newTime: time, by } = request
  const booking = await db().booking.findUnique({ where: { id } })
  if (!booking) throw new Problem('not_found')
  const rooms = await everyRoom()
  const isSame = booking.date === date && booking.time === time && booking.status !== 'completed'
  if (isSame && (await hasThis(db(), id, placeNow({ ...booking, date, time }, rooms)))) return false
  // Whoever has the link got it in the inbox of this address.
  const isMember = await isActiveMember(booking.email.toLowerCase())
  const open = openRooms(booking, { ...request, isMember }, rooms)
  // The owner sees which block is in the way.
  if (by === 'customer' && (await areBlockedWholly(open, date))) throw unavailable('closed')
  await giveUpUpgrade(id)
  const place = () =>
    retryAfterExpiringHolds((tx) => moveBooking(tx, { ...request, isMember, rooms }))
  if (by === 'customer') return place()
  const places = async () => {
    const row = await db().booking.findUniqueOrThrow({ where: { id } })
    return placesOf({ ...row, date, time }, rooms)
  }
  return withConflictDetails({ places, ignoring: id }, place)
}

type Movable = {
  serviceId: number
  roomId: number
  roomChosen: boolean
  status: string
  duration: string
  hours: number
  startsAt: Date
}

/** The rooms in which the booking in this row can have the new time. Throws when there is none. */
function openRooms(
  booking: Movable,
  { newDate: date, newTime: time, by, now, isMember }: Reschedule & { isMember: boolean },
  rooms: readonly Room[],
): Room[] {
  const refused = moveRefusal(booking, by, now)
  if (refused) throw new Problem('not_changeable', { sentence: refused })
  const limits = moveLimits(by, isMember, now)
  const possible = roomsOf(booking, rooms)
  const refusals = possible.map(({ opening }) =>
    refusal(date, time, lengthOf(booking), opening, limits),
  )
  const open = possible.filter((_, nth) => refusals[nth] === null)
  if (open.length === 0 && refusals[0]) throw unavailable(refusals[0])
  return open
}

/** In its own room. */
const placeNow = (booking: Parameters<typeof placesOf>[0], rooms: readonly Room[]): Place =>
  placeIn(roomOf(rooms, booking.roomId), { ...booking, ...lengthOf(booking) })

/**
 * Exactly this time. A week keeps its start when a day of it has become a holiday, and its other
 * days move.
 */
async function hasThis(
  tx: Pick<Tx, 'slotReservation'>,
  bookingId: number,
  { spans }: Place,
): Promise<boolean> {
  const reserved = await tx.slotReservation.findMany({
    where: { bookingId, upgradeId: null },
    orderBy: { startsAt: 'asc' },
  })
  const same = (a: Span, b: Span | undefined) =>
    b !== undefined && +a.startsAt === +b.startsAt && +a.endsAt === +b.endsAt
  return reserved.length === spans.length && reserved.every((row, nth) => same(row, spans[nth]))
}

const unavailable = (reason: Refusal) =>
  new Problem('slot_unavailable', {
    sentence: `slot_${reason}`,
    fields: { newTime: `slot_${reason}` },
  })

/**
 * Under the rooms' locks, with everything checked on the row as it is then: an upgrade paid a moment
 * ago may have made the session longer. Increases the calendar sequence and writes the mail and the
 * audit row. Requesting the current time changes nothing.
 */
async function moveBooking(
  tx: Tx,
  request: Reschedule & { isMember: boolean; rooms: readonly Room[] },
): Promise<boolean> {
  const { id, newDate: date, newTime: time, version, actor, rooms } = request
  await lockRoomsOf(tx, id)
  await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
  const before = await tx.booking.findUniqueOrThrow({ where: { id } })
  const wanted = { ...before, date, time }
  const open = openRooms(before, request, rooms)
  // A session whose money was refunded is not moved until the administrator has decided about it.
  if (request.by === 'customer' && (await moneyWentBack(tx, id)))
    throw new Problem('not_changeable')
  if (await hasThis(tx, id, placeNow(wanted, rooms))) return false
  assertVersion(before, version)
  // The upgrade was released before, outside this transaction, because its payment is at Stripe.
  // One created since then must not lose the time it holds.
  if (await tx.bookingUpgrade.count({ where: { bookingId: id, status: 'held' } }))
    throw new Problem('payment_in_progress', { sentence: 'upgrade_in_progress' })
  const places = placesOf(wanted, open)
  const place = await freePlace(tx, places, id)
  if (!place) throw new Problem('slot_taken')
  await move(tx, id, place)
  await tx.booking.update({
    where: { id },
    data: { date, time, ...placedIn(place), keptAt: null, calendarSequence: { increment: 1 } },
  })
  await tellBooking(tx, id)
  const isOtherRoom = place.roomId !== before.roomId
  await recordChange(tx, {
    actor,
    action: 'reschedule',
    entity: 'booking',
    entityId: id,
    before: {
      date: before.date,
      time: before.time,
      ...(isOtherRoom && { room: nameOfRoom(rooms, before.roomId) }),
    },
    after: { date, time, ...(isOtherRoom && { room: nameOfRoom(rooms, place.roomId) }) },
  })
  return true
}

const nameOfRoom = (rooms: readonly Room[], id: number) => roomOf(rooms, id).names.en
