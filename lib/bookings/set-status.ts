import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { withConflictDetails } from '@/lib/availability/conflicts'
import { holidayDates } from '@/lib/availability/queries'
import { lockRoom, reserve } from '@/lib/availability/room'
import { lengthOf, type Span, spansOf } from '@/lib/availability/rules'
import type { HolidayDates } from '@/lib/rooms/opening'
import { db, type Tx } from '@/lib/db'
import { recordSession, reverseSession } from '@/lib/memberships/loyalty'
import { restoreReward, suspendReward } from '@/lib/memberships/referrals'
import { Problem } from '@/lib/problem'
import { cancelBooking } from './cancel'
import { bookingInclude, type BookingRow } from './queries'
import { retryAfterExpiringHolds } from './expire'
import { endExpiredInTheWay } from './holds'
import { tellBooking } from './notices'
import { transition, type BookingStatus } from './status'

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
 * taken, and not_changeable for a cancelled free session.
 */
export async function setStatus(change: StatusChange): Promise<BookingRow> {
  const { id, status } = change
  if (status === 'cancelled')
    return cancelBooking({ ...change, refund: 'none', evenCompleted: true })
  const found = await db().booking.findUnique({ where: { id }, include: { service: true } })
  if (!found) throw new Problem('not_found')
  const { studioId } = found.service
  const holidays = await holidayDates()
  const wanted = async () =>
    spansOfBooking(await db().booking.findUniqueOrThrow({ where: { id } }), holidays)
  await withConflictDetails({ studioId, spans: wanted, ignoring: id }, () =>
    retryAfterExpiringHolds((tx) => apply(tx, { ...change, studioId, holidays })),
  )
  return db().booking.findUniqueOrThrow({ where: { id }, include: bookingInclude })
}

const spansOfBooking = (
  booking: { date: string; time: string; duration: string; hours: number },
  holidays: HolidayDates,
): Span[] => spansOf(booking.date, booking.time, lengthOf(booking), holidays)

type Applied = StatusChange & { studioId: number; holidays: HolidayDates }

async function apply(
  tx: Tx,
  { id, status, version, actor, now, studioId, holidays }: Applied,
): Promise<void> {
  await lockRoom(tx, studioId)
  await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
  // Before the member's ledger, in the same order as refunds and rewards lock them.
  await tx.$queryRaw`SELECT id FROM payments WHERE booking_id = ${id} ORDER BY id FOR UPDATE`
  const before = await tx.booking.findUniqueOrThrow({ where: { id } })
  const step = transition(before.status as BookingStatus, status)
  if (!step) return
  assertVersion(before, version)
  if (step.slot === 'take') {
    // The session was returned to the member at the cancellation, and may have been used since.
    if (before.isFreeSession)
      throw new Problem('not_changeable', { sentence: 'free_session_returned' })
    // From the row as it is under the lock: it may have been moved since the administrator saw it.
    const spans = spansOfBooking(before, holidays)
    await endExpiredInTheWay(tx, { studioId, spans, ignoring: id })
    await reserve(tx, { studioId, spans, by: { bookingId: id } })
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
    before: { status: before.status },
    after: { status },
  })
}
