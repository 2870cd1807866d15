import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { withConflictDetails } from '@/lib/availability/conflicts'
import { currentOpening, isBlockedWholly } from '@/lib/availability/queries'
import { lockRoom, move } from '@/lib/availability/room'
import { lengthOf, refusal, type Refusal, type Span, spansOf } from '@/lib/availability/rules'
import type { Opening } from '@/lib/rooms/opening'
import { db, type Tx } from '@/lib/db'
import { isActiveMember } from '@/lib/memberships/queries'
import { moneyWentBack } from '@/lib/payments/queries'
import { Problem } from '@/lib/problem'
import { retryAfterExpiringHolds } from './expire'
import { endExpiredInTheWay } from './holds'
import { tellBooking } from './notices'
import { moveLimits, moveRefusal, type ChangedBy } from './moving'
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
 * lead time or horizon. False when it already had that time. An unpaid upgrade is released for it.
 * Throws not_found, not_changeable, slot_unavailable, slot_taken, payment_in_progress,
 * version_conflict; the old time is then kept. For an administrator slot_taken names what is in the
 * way.
 */
export async function rescheduleBooking(request: Reschedule): Promise<boolean> {
  const { id, newDate: date, newTime: time, by } = request
  const booking = await db().booking.findUnique({ where: { id }, include: { service: true } })
  if (!booking) throw new Problem('not_found')
  const opening = await currentOpening()
  const isSame = booking.date === date && booking.time === time && booking.status !== 'completed'
  const spans = spansOf(date, time, lengthOf(booking), opening.holidays)
  if (isSame && (await hasThese(db(), id, spans))) return false
  // Whoever has the link got it in the inbox of this address.
  const isMember = await isActiveMember(booking.email.toLowerCase())
  refuseMove(booking, { ...request, isMember }, opening)
  const { studioId } = booking.service
  // The owner sees which block is in the way.
  if (by === 'customer' && (await isBlockedWholly(studioId, date, opening)))
    throw unavailable('closed')
  await giveUpUpgrade(id)
  const place = () =>
    retryAfterExpiringHolds((tx) => moveBooking(tx, { ...request, isMember, studioId, opening }))
  if (by === 'customer') return place()
  const wanted = async () => {
    const row = await db().booking.findUniqueOrThrow({ where: { id } })
    return spansOf(date, time, lengthOf(row), opening.holidays)
  }
  return withConflictDetails({ studioId, spans: wanted, ignoring: id }, place)
}

type Movable = {
  status: string
  duration: string
  hours: number
  startsAt: Date
}

/** Throws when the booking in this row cannot have the new time. */
function refuseMove(
  booking: Movable,
  { newDate: date, newTime: time, by, now, isMember }: Reschedule & { isMember: boolean },
  opening: Opening,
): void {
  const refused = moveRefusal(booking, by, now)
  if (refused) throw new Problem('not_changeable', { sentence: refused })
  const limits = moveLimits(by, isMember, now)
  const reason = refusal(date, time, lengthOf(booking), opening, limits)
  if (reason) throw unavailable(reason)
}

/**
 * Exactly this time. A week keeps its start when a day of it has become a holiday, and its other
 * days move.
 */
async function hasThese(
  tx: Pick<Tx, 'slotReservation'>,
  bookingId: number,
  spans: readonly Span[],
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
 * Under the room's lock, with everything checked on the row as it is then: an upgrade paid a moment
 * ago may have made the session longer. Increases the calendar sequence and writes the mail and the
 * audit row. Requesting the current time changes nothing.
 */
async function moveBooking(
  tx: Tx,
  request: Reschedule & { isMember: boolean; studioId: number; opening: Opening },
): Promise<boolean> {
  const { id, newDate: date, newTime: time, version, actor, now, studioId, opening } = request
  await lockRoom(tx, studioId)
  await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
  const before = await tx.booking.findUniqueOrThrow({ where: { id } })
  refuseMove(before, request, opening)
  // A session whose money was refunded is not moved until the administrator has decided about it.
  if (request.by === 'customer' && (await moneyWentBack(tx, id)))
    throw new Problem('not_changeable')
  const spans = spansOf(date, time, lengthOf(before), opening.holidays)
  if (await hasThese(tx, id, spans)) return false
  assertVersion(before, version)
  // The upgrade was released before, outside this transaction, because its payment is at Stripe.
  // One created since then must not lose the time it holds.
  if (await tx.bookingUpgrade.count({ where: { bookingId: id, status: 'held' } }))
    throw new Problem('payment_in_progress', { sentence: 'upgrade_in_progress' })
  await endExpiredInTheWay(tx, { studioId, spans, ignoring: id })
  await move(tx, { studioId, bookingId: id, spans })
  await tx.booking.update({
    where: { id },
    data: {
      date,
      time,
      startsAt: spans[0]?.startsAt ?? now,
      endsAt: spans.at(-1)?.endsAt ?? now,
      calendarSequence: { increment: 1 },
    },
  })
  const previous = { date: before.date, time: before.time }
  await tellBooking(tx, id)
  await recordChange(tx, {
    actor,
    action: 'reschedule',
    entity: 'booking',
    entityId: id,
    before: previous,
    after: { date, time },
  })
  return true
}
