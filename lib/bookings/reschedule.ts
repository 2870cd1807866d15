import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { WARNINGS, type Warning } from '@/lib/availability/by-hand'
import { withConflictDetails } from '@/lib/availability/conflicts'
import { areBlockedWholly } from '@/lib/availability/queries'
import { move, placeIn, type Cut, type Place } from '@/lib/availability/room'
import { lengthOf, refusal, type Refusal, type Span } from '@/lib/availability/rules'
import { db, type Tx } from '@/lib/db'
import { isActiveMember } from '@/lib/memberships/queries'
import { intentStatus } from '@/lib/payments/facts'
import { closePayments } from '@/lib/payments/intents'
import { moneyWentBack, OPEN } from '@/lib/payments/queries'
import { Problem } from '@/lib/problem'
import { everyRoom, roomOf, type Room } from '@/lib/rooms/queries'
import { isBeingPaid } from '@/lib/sales/money'
import { currentSetting } from '@/lib/settings/queries'
import { findByHand, placeByHand, roomsToMoveTo } from './by-hand'
import { retryAfterExpiringHolds } from './expire'
import { followStart, freePlace } from './holds'
import { tellBooking } from './notices'
import { moveLimits, moveRefusal, type ChangedBy } from './moving'
import { isRetired, lockRoomsOf, placedIn, placesOf, roomRetired, roomsOf } from './places'
import { bookingSettlements } from './settlements'
import { undoable } from './undo'
import { giveUpUpgrade } from './upgrade'

export type Reschedule = {
  id: number
  newDate: string
  newTime: string
  by: ChangedBy
  /** The room that the owner chose; null or absent: its own, or another of its service. */
  roomId?: number | null
  /** The warnings that the owner has read. */
  despite?: readonly Warning[] | undefined
  /** False: the owner has told the customer; absent: they are mailed. */
  tell?: boolean
  version?: string | undefined
  actor: string
  now: Date
}

/**
 * With its own length and price: the customer up to 24 h before, the owner at any time and, after a
 * warning, to any time from today on. It keeps its room where that is free, and has another of its
 * service otherwise; in a room that is retired nothing is given any more. False when it already had
 * that time and room. An unpaid upgrade is released for it, and an open payment closed. Throws
 * not_found, not_changeable, slot_unavailable, slot_taken, payment_in_progress, version_conflict;
 * the old time is then kept. For an administrator slot_taken names what is in the way, and
 * slot_unavailable has the warnings to read.
 */
export async function rescheduleBooking(request: Reschedule): Promise<boolean> {
  const { id, newDate: date, newTime: time, by } = request
  const booking = await db().booking.findUnique({ where: { id } })
  if (!booking) throw new Problem('not_found')
  const rooms = await everyRoom()
  const isSame = booking.date === date && booking.time === time && booking.status !== 'completed'
  if (isSame && (await hasThis(db(), booking, request, rooms))) return false
  // Whoever has the link got it in the inbox of this address.
  const isMember = await isActiveMember(booking.email.toLowerCase())
  if (by === 'customer') {
    const open = openRooms(booking, { ...request, isMember }, rooms)
    if (await areBlockedWholly(open, date)) throw unavailable('closed')
  } else refuseUnmovable(booking, request)
  const wishFor = (row: Movable) => byHand(row, request, rooms)
  const places = async () => {
    const { rooms: possible, session } = wishFor(
      await db().booking.findUniqueOrThrow({ where: { id } }),
    )
    return possible.map((room) => placeIn(room, session))
  }
  const work = async () => {
    if (by === 'admin') await findByHand(db(), wishFor(booking))
    await giveUpUpgrade(id)
    await closeOpened(id, by, request.now)
    return retryAfterExpiringHolds((tx) => lockAndMove(tx, { ...request, isMember, rooms }))
  }
  return by === 'customer' ? work() : withConflictDetails({ places, ignoring: id }, work)
}

/** What its customer was shown on the page that they pay on is over. */
async function closeOpened(bookingId: number, by: ChangedBy, now: Date): Promise<void> {
  const theirs = ofBooking(bookingId)
  const open = await db().payment.findMany({ where: { ...theirs, ...OPEN } })
  for (const { stripePaymentIntentId: intent, createdAt } of open)
    if (intent && isBeingPaid({ status: await intentStatus(intent), createdAt }, now))
      throw beingPaid(by)
  if ((await closePayments(bookingSettlements, theirs)) === 'in_flight') throw beingPaid(by)
}

/** Its payments but those of upgrades, which hold time of their own. */
const ofBooking = (bookingId: number) => ({ bookingId, purpose: { not: 'upgrade' } })

const beingPaid = (by: ChangedBy) =>
  new Problem('payment_in_progress', {
    sentence: by === 'customer' ? 'booking_being_paid' : 'customer_is_paying',
  })

type Movable = {
  serviceId: number
  roomId: number
  roomChosen: boolean
  status: string
  date: string
  time: string
  duration: string
  hours: number
  startsAt: Date
  holdExpiresAt: Date | null
  transferChosenAt: Date | null
}

function refuseUnmovable(booking: Movable, { by, now }: Reschedule): void {
  const refused = moveRefusal(booking, by, now)
  if (refused) throw new Problem('not_changeable', { sentence: refused })
}

/** The rooms in which the customer can have the new time. Throws when there is none. */
function openRooms(
  booking: Movable,
  request: Reschedule & { isMember: boolean },
  rooms: readonly Room[],
): Room[] {
  const { newDate: date, newTime: time, now, isMember } = request
  refuseUnmovable(booking, request)
  const limits = moveLimits(isMember, now)
  const possible = roomsOf(booking, rooms)
  if (possible.length === 0) throw roomRetired()
  const refusals = possible.map(({ opening }) =>
    refusal(date, time, lengthOf(booking), opening, limits),
  )
  const open = possible.filter((_, nth) => refusals[nth] === null)
  if (open.length === 0 && refusals[0]) throw unavailable(refusals[0])
  return open
}

/** For the owner, who has read every warning. Throws slot_taken where none is free. */
export async function roomWhenMoved(
  id: number,
  { date: newDate, time: newTime, roomId }: { date: string; time: string; roomId: number | null },
  now: Date,
): Promise<number> {
  const [booking, rooms] = await Promise.all([
    db().booking.findUniqueOrThrow({ where: { id } }),
    everyRoom(),
  ])
  const wish = byHand(booking, { id, newDate, newTime, roomId, despite: WARNINGS, now }, rooms)
  return (await findByHand(db(), wish)).room.id
}

type ByHand = Pick<Reschedule, 'id' | 'newDate' | 'newTime' | 'roomId' | 'despite' | 'now'>

/** What the owner wants for the booking in this row. */
function byHand(
  booking: Movable,
  { id, newDate: date, newTime: time, roomId = null, despite = [], now }: ByHand,
  rooms: readonly Room[],
) {
  const possible = roomsToMoveTo(booking, roomId, rooms)
  if (possible.length === 0)
    throw roomId === null || isRetired(roomOf(rooms, roomId))
      ? roomRetired()
      : new Problem('invalid_request', { fields: { roomId: 'choice' } })
  const ownStart = booking.date === date && booking.time === time
  const session = { ...lengthOf(booking), date, time, ownStart }
  return { rooms: possible, session, despite, ignoring: id, field: 'newTime', now }
}

/** A week keeps its start when a day of it has become a holiday, and its other days move. */
async function hasThis(
  tx: Pick<Tx, 'slotReservation'>,
  booking: Movable & { id: number },
  { newDate: date, newTime: time, roomId }: Reschedule,
  rooms: readonly Room[],
): Promise<boolean> {
  if (roomId && roomId !== booking.roomId) return false
  const wanted = { ...lengthOf(booking), date, time }
  const { spans } = placeIn(roomOf(rooms, booking.roomId), wanted)
  const reserved = await tx.slotReservation.findMany({
    where: { bookingId: booking.id, upgradeId: null },
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

type Move = Reschedule & { isMember: boolean; rooms: readonly Room[] }

async function lockAndMove(tx: Tx, request: Move): Promise<boolean> {
  const { id, by } = request
  await lockRoomsOf(tx, id)
  await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
  const work = () => moveBooking(tx, request)
  return (await (by === 'admin' ? undoable(tx, request, work) : work())).isMoved
}

/**
 * Under the rooms' locks, with everything checked on the row as it is then: an upgrade paid a moment
 * ago may have made the session longer. Increases the calendar sequence and writes the mail and the
 * audit row. Requesting the current time changes nothing.
 */
async function moveBooking(
  tx: Tx,
  request: Move,
): Promise<{ isMoved: boolean; cut?: readonly Cut[] }> {
  const { id, newDate, newTime: time, by, tell = true, version, actor, rooms } = request
  const before = await tx.booking.findUniqueOrThrow({ where: { id } })
  if (by === 'admin') refuseUnmovable(before, request)
  const open = by === 'customer' ? openRooms(before, request, rooms) : []
  // A session whose money was refunded is not moved until the administrator has decided about it.
  if (by === 'customer' && (await moneyWentBack(tx, id))) throw new Problem('not_changeable')
  if (await hasThis(tx, before, request, rooms)) return { isMoved: false }
  assertVersion(before, version)
  // As above: one that has begun since is for the time that is shown there.
  if (await tx.payment.count({ where: { ...ofBooking(id), ...OPEN } })) throw beingPaid(by)
  // The upgrade was released before, outside this transaction, because its payment is at Stripe.
  // One created since then must not lose the time it holds.
  if (await tx.bookingUpgrade.count({ where: { bookingId: id, status: 'held' } }))
    throw new Problem('payment_in_progress', { sentence: 'upgrade_in_progress' })
  const { place, warnings, keptAt, cut } =
    by === 'admin'
      ? await placeByHand(tx, byHand(before, request, rooms))
      : await placeInOne(tx, placesOf({ ...before, date: newDate, time }, open), id)
  await move(tx, id, place)
  const placed = placedIn(place)
  const { date } = placed
  const roomChosen = before.roomChosen || (request.roomId ?? null) !== null
  await tx.booking.update({
    where: { id },
    data: {
      ...{ time, ...placed, roomChosen, keptAt, calendarSequence: { increment: 1 } },
      ...{ arrivedAt: null, noShowAt: null },
    },
  })
  await followStart(tx, id, (await currentSetting('transfer', tx)).hours)
  await tellBooking(tx, id, { silently: !tell })
  const isOtherRoom = place.roomId !== before.roomId
  await recordChange(tx, {
    actor,
    action: 'reschedule',
    entity: 'booking',
    entityId: id,
    before: {
      date: before.date,
      time: before.time,
      ...(isOtherRoom && { roomId: before.roomId }),
    },
    after: {
      date,
      time,
      ...(isOtherRoom && { roomId: place.roomId }),
      ...(warnings.length > 0 && { despite: warnings }),
    },
  })
  return { isMoved: true, cut }
}

async function placeInOne(tx: Tx, places: readonly Place[], id: number) {
  const place = await freePlace(tx, places, id)
  if (!place) throw new Problem('slot_taken')
  return { place, warnings: [], keptAt: null, cut: [] }
}
