import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit'
import { namingClash } from '@/lib/availability/clashes'
import { holidayDates } from '@/lib/availability/data'
import { lockRoom, reserve } from '@/lib/availability/mutations'
import { spansOf, type Duration, type Span } from '@/lib/availability/rules'
import { bookingInclude, type BookingRow } from './data'
import { elapsedInTheWay, endHold, queueBookingConfirmed } from './mutations'
import type { BookingStatus } from './rules'
import { db, transaction, type Tx } from '@/lib/db'
import { transition } from '@/lib/desk/rules'
import { recordSession, reverseSession } from '@/lib/memberships/loyalty'
import { Problem } from '@/lib/problem'
import { cancelBooking } from './cancel'
import { expireHoldOfAnother } from './book'

export type StatusChange = {
  id: number
  status: BookingStatus
  version?: string | undefined
  actor: string
  now: Date
}

/**
 * The owner sets a booking's status: any → any (spec point 4, decision C11), in one transaction
 * with what follows from it: the room, the member's ledger, the mail and the audit row. Cancelled
 * is C12 without a refund. The status it already has: returned as it is. Throws not_found,
 * version_conflict, slot_taken naming the clash when a cancelled one's time is gone, not_changeable
 * for a cancelled free session.
 */
export async function setStatus(change: StatusChange): Promise<BookingRow> {
  const { id, status, now } = change
  if (status === 'cancelled')
    return cancelBooking({ ...change, refund: 'none', evenCompleted: true })
  const booking = await db().booking.findUnique({ where: { id }, include: { service: true } })
  if (!booking) throw new Problem('not_found')
  const { studioId } = booking.service
  const spans = spansOf(
    booking.date,
    booking.time,
    booking.duration as Duration,
    await holidayDates(),
  )
  await namingClash({ studioId, spans, now, ignoring: id }, async () => {
    for (let attempt = 1; attempt <= 3; attempt++) {
      const elapsed = await transaction((tx) => apply(tx, { ...change, studioId, spans }))
      if (elapsed.length === 0) return
      for (const other of elapsed) await expireHoldOfAnother(other, now)
    }
    throw new Problem('slot_taken')
  })
  return db().booking.findUniqueOrThrow({ where: { id }, include: bookingInclude })
}

type Applied = StatusChange & { studioId: number; spans: readonly Span[] }

/**
 * Returns the elapsed holds in the way whose payments must be closed at Stripe first, outside the
 * transaction; then nothing was changed.
 */
async function apply(
  tx: Tx,
  { id, status, version, actor, now, studioId, spans }: Applied,
): Promise<number[]> {
  await lockRoom(tx, studioId)
  await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
  const before = await tx.booking.findUniqueOrThrow({ where: { id } })
  const step = transition(before.status as BookingStatus, status)
  if (!step) return []
  assertVersion(before, version)
  if (step.slot === 'take') {
    // The session went back to the member when this was cancelled, and may have been used since.
    if (before.isFreeSession)
      throw new Problem('not_changeable', { sentence: 'free_session_returned' })
    const elapsed = (await elapsedInTheWay(tx, { studioId, spans, now })).filter(
      (row) => row.id !== id,
    )
    const open = elapsed.filter((row) => row.open_payment)
    if (open.length > 0) return open.map((row) => row.id)
    for (const row of elapsed) await endHold(tx, row.id, 'expired', now)
    await reserve(tx, { studioId, bookingId: id, spans })
  }
  await tx.booking.update({
    where: { id },
    data: {
      status,
      holdExpiresAt: null,
      holderHash: null,
      cancelledAt: null,
      cancelReason: null,
      confirmedAt: status === 'pending' ? null : (before.confirmedAt ?? now),
      completedAt: status === 'completed' ? now : null,
      // The calendar file of the cancellation had the next number: what brings the session back
      // needs one above it.
      ...(step.slot === 'take' && { calendarSequence: { increment: 1 } }),
    },
  })
  if (step.session === 'record') await recordSession(tx, id)
  // A free session is in the ledger from its booking on, until it is cancelled.
  if (step.session === 'reverse' && !before.isFreeSession) await reverseSession(tx, id, 'cancelled')
  if (step.mail === 'confirmed') await queueBookingConfirmed(tx, id)
  await recordChange(tx, {
    actor,
    action: 'status',
    entity: 'booking',
    entityId: id,
    before: { status: before.status },
    after: { status },
  })
  return []
}
