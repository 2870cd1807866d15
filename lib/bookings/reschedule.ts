import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { namingConflict } from '@/lib/availability/conflicts'
import { currentOpening, isBlockedWholly } from '@/lib/availability/queries'
import { lockRoom, move } from '@/lib/availability/room'
import { lengthOf, type Opening, refusal, spansOf, type Refusal } from '@/lib/availability/rules'
import { db, type Tx } from '@/lib/db'
import { moneyWentBack } from '@/lib/payments/queries'
import { Problem } from '@/lib/problem'
import { retryAfterExpiringHolds } from './expire'
import { endExpiredInTheWay } from './holds'
import { queueBookingRescheduled } from './notices'
import { moveLimits, moveRefusal, type ChangedBy } from './rules'
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
 * Moves a booking to another time, with its own length and price: the customer up to 24 h before,
 * the owner at any time and without lead time or horizon. True when it was moved, false when it
 * already had that time. An unpaid upgrade is released for it. Throws not_found, not_changeable,
 * slot_unavailable, slot_taken, payment_in_progress, version_conflict; the old time is then kept.
 * For an administrator slot_taken names what is in the way.
 */
export async function rescheduleBooking(request: Reschedule): Promise<boolean> {
  const { id, newDate: date, newTime: time, by } = request
  const booking = await db().booking.findUnique({ where: { id }, include: { service: true } })
  if (!booking) throw new Problem('not_found')
  if (booking.date === date && booking.time === time && booking.status === 'confirmed') return false
  const opening = await currentOpening()
  refuseMove(booking, request, opening)
  const { studioId } = booking.service
  // The owner sees which block is in the way.
  if (by === 'customer' && (await isBlockedWholly(studioId, date, opening)))
    throw unavailable('closed')
  await giveUpUpgrade(id)
  const place = () =>
    retryAfterExpiringHolds((tx) => moveBooking(tx, { ...request, studioId, opening }))
  if (by === 'customer') return place()
  const wanted = async () => {
    const row = await db().booking.findUniqueOrThrow({ where: { id } })
    return spansOf(date, time, lengthOf(row), opening.holidays)
  }
  return namingConflict({ studioId, spans: wanted, ignoring: id }, place)
}

type Movable = {
  status: string
  duration: string
  hours: number
  startsAt: Date
  membershipId: number | null
}

/** Throws when the booking in this row cannot have the new time. */
function refuseMove(
  booking: Movable,
  { newDate: date, newTime: time, by, now }: Reschedule,
  opening: Opening,
): void {
  const refused = moveRefusal(booking, by, now)
  if (refused) throw new Problem('not_changeable', { sentence: refused })
  const limits = moveLimits(by, booking.membershipId !== null, now)
  const reason = refusal(date, time, lengthOf(booking), opening, limits)
  if (reason) throw unavailable(reason)
}

const unavailable = (reason: Refusal) =>
  new Problem('slot_unavailable', {
    sentence: `slot_${reason}`,
    fields: { newTime: `slot_${reason}` },
  })

/**
 * The move itself, under the room's lock, with everything checked on the row as it is then: an
 * upgrade paid a moment ago may have made the session longer. Increases the calendar sequence and
 * writes the mail and the audit row. Requesting the current time changes nothing, so that a second
 * click has no effect.
 */
async function moveBooking(
  tx: Tx,
  request: Reschedule & { studioId: number; opening: Opening },
): Promise<boolean> {
  const { id, newDate: date, newTime: time, version, actor, now, studioId, opening } = request
  await lockRoom(tx, studioId)
  await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
  const before = await tx.booking.findUniqueOrThrow({ where: { id } })
  refuseMove(before, request, opening)
  // A session whose money was refunded is not moved until the administrator has decided about it.
  if (request.by === 'customer' && (await moneyWentBack(tx, id)))
    throw new Problem('not_changeable')
  if (before.date === date && before.time === time) return false
  assertVersion(before, version)
  // The upgrade was released before, outside this transaction, because its payment is at Stripe.
  // One created since then must not lose the time it holds.
  if (await tx.bookingUpgrade.count({ where: { bookingId: id, status: 'held' } }))
    throw new Problem('payment_in_progress', { sentence: 'upgrade_in_progress' })
  const spans = spansOf(date, time, lengthOf(before), opening.holidays)
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
  await queueBookingRescheduled(tx, id, previous)
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
