import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { withConflictDetails } from '@/lib/availability/conflicts'
import { reserve } from '@/lib/availability/room'
import { db, type Tx } from '@/lib/db'
import { recordSession, reverseSession } from '@/lib/memberships/loyalty'
import { restoreReward, suspendReward } from '@/lib/memberships/referrals'
import { Problem } from '@/lib/problem'
import { everyRoom, type Room } from '@/lib/rooms/queries'
import { cancelBooking } from './cancel'
import { bookingInclude, type BookingRow } from './queries'
import { retryAfterExpiringHolds } from './expire'
import { freePlace } from './holds'
import { tellBooking } from './notices'
import { lockRoomsOf, placedIn, placesOf, roomRetired } from './places'
import { transition, type BookingStatus } from './status'
import { undoable } from './undo'

export type StatusChange = {
  id: number
  status: BookingStatus
  version?: string | undefined
  actor: string
  now: Date
}

/**
 * An administrator sets a booking's status: any → any, in one transaction with its effects on the
 * room, the member's ledger, the mail and the audit row. Setting it to cancelled is a cancellation
 * without a refund. With the status it already has, it is returned unchanged. Throws not_found,
 * version_conflict, slot_taken with what is in the way when the time of a cancelled booking is
 * taken, and not_changeable for a cancelled free session, or one whose room is retired.
 */
export async function setStatus(change: StatusChange): Promise<BookingRow> {
  const { id, status } = change
  if (status === 'cancelled')
    return cancelBooking({ ...change, refund: 'none', evenCompleted: true })
  if ((await db().booking.count({ where: { id } })) === 0) throw new Problem('not_found')
  const rooms = await everyRoom()
  const places = async () =>
    placesOf(await db().booking.findUniqueOrThrow({ where: { id } }), rooms)
  await withConflictDetails({ places, ignoring: id }, () =>
    retryAfterExpiringHolds((tx) => lockAndApply(tx, { ...change, rooms })),
  )
  return db().booking.findUniqueOrThrow({ where: { id }, include: bookingInclude })
}

type Applied = StatusChange & { rooms: readonly Room[] }

async function lockAndApply(tx: Tx, change: Applied): Promise<void> {
  const { id } = change
  await lockRoomsOf(tx, id)
  await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
  // Before the member's ledger, in the same order as refunds and rewards lock them.
  await tx.$queryRaw`SELECT id FROM payments WHERE booking_id = ${id} ORDER BY id FOR UPDATE`
  await undoable(tx, change, () => apply(tx, change))
}

async function apply(tx: Tx, { id, status, version, actor, now, rooms }: Applied): Promise<void> {
  const before = await tx.booking.findUniqueOrThrow({ where: { id } })
  const step = transition(before.status as BookingStatus, status)
  if (!step) return
  assertVersion(before, version)
  if (step.slot === 'take') {
    // The session was returned to the member at the cancellation, and may have been used since.
    if (before.isFreeSession)
      throw new Problem('not_changeable', { sentence: 'free_session_returned' })
    // From the row as it is under the lock: it may have been moved since the administrator saw it.
    const places = placesOf(before, rooms)
    if (places.length === 0) throw roomRetired()
    const place = await freePlace(tx, places, id)
    if (!place) throw new Problem('slot_taken')
    await reserve(tx, place, { bookingId: id })
    await tx.booking.update({ where: { id }, data: placedIn(place) })
  }
  await tx.booking.update({
    where: { id },
    data: {
      status,
      holdExpiresAt: null,
      holderHash: null,
      holderNetworkHash: null,
      holderInbox: null,
      cancelledAt: null,
      cancelReason: null,
      confirmedAt: status === 'pending' ? null : (before.confirmedAt ?? now),
      completedAt: status === 'completed' ? now : null,
      // The calendar file of the cancellation had the next number: restoring the session needs a
      // higher one.
      ...(step.slot === 'take' && { calendarSequence: { increment: 1 } }),
    },
  })
  if (step.session === 'record') {
    await recordSession(tx, id)
    await restoreReward(tx, id)
  }
  if (step.session === 'reverse') await suspendReward(tx, id)
  // A free session is in the ledger from the time of booking until it is cancelled.
  if (step.session === 'reverse' && !before.isFreeSession) await reverseSession(tx, id, 'cancelled')
  await tellBooking(tx, id)
  await recordChange(tx, {
    actor,
    action: 'status',
    entity: 'booking',
    entityId: id,
    before: { status: before.status as BookingStatus },
    after: { status },
  })
}
