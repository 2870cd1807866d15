import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { release } from '@/lib/availability/room'
import { db, transaction, type Tx } from '@/lib/db'
import type { Booking } from '@/lib/generated/prisma/client'
import { reverseSession } from '@/lib/memberships/loyalty'
import { reverseReward } from '@/lib/memberships/referrals'
import { endUnmade } from '@/lib/payments/queries'
import { startRefunds } from '@/lib/payments/refunds'
import { refundNow } from '@/lib/payments/sync'
import { Problem } from '@/lib/problem'
import { bookingInclude, type BookingRow } from './queries'
import { closeIntentsOf } from './expire'
import { endHold } from './holds'
import { tellBooking } from './notices'
import { lockRoomsOf } from './places'
import { bookingSettlements } from './settlements'
import type { BookingStatus } from './status'
import { undoable } from './undo'

export type Cancellation = {
  id: number
  refund: 'none' | 'full'
  /** Also a completed one, when the administrator sets the status directly (docs/decisions/020 C11). */
  evenCompleted?: boolean
  version?: string | undefined
  actor: string
  now: Date
}

/**
 * The slot is free at once, and with `refund: 'full'` all that is kept of its payments is due for refund
 * (docs/decisions/020 C12); Stripe is asked once the act can no longer be taken back. One transaction
 * with its audit row and mail. A booking that is already cancelled only has its money refunded, or is
 * returned unchanged. Throws not_found, version_conflict, and not_changeable for a completed one; also
 * when a refund that was due before is refused by Stripe.
 */
export async function cancelBooking(cancellation: Cancellation): Promise<BookingRow> {
  const { id } = cancellation
  if ((await db().booking.count({ where: { id } })) === 0) throw new Problem('not_found')
  const { due } = await transaction(async (tx) => {
    await lockRoomsOf(tx, id)
    await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
    // Before the member's ledger, in the same order as refunds and rewards lock them.
    await tx.$queryRaw`SELECT id FROM payments WHERE booking_id = ${id} ORDER BY id FOR UPDATE`
    const before = await tx.booking.findUniqueOrThrow({ where: { id } })
    return undoable(tx, cancellation, () =>
      before.status === 'cancelled'
        ? refundCancelled(tx, cancellation, before)
        : cancel(tx, cancellation, before),
    )
  })
  await closeIntentsOf([id])
  await refundNow(bookingSettlements, due)
  return db().booking.findUniqueOrThrow({ where: { id }, include: bookingInclude })
}

/** Returns the payments to ask Stripe about at once; the caller holds the locks. */
async function cancel(
  tx: Tx,
  { id, refund, evenCompleted = false, version, actor, now }: Cancellation,
  before: Booking,
): Promise<{ due: number[] }> {
  assertVersion(before, version)
  if (before.status === 'completed' && !evenCompleted) throw new Problem('not_changeable')
  await tx.$executeRaw`
    UPDATE bookings SET status = 'cancelled', cancel_reason = 'admin', cancelled_at = ${now},
      hold_expires_at = NULL, completed_at = NULL, holder_hash = NULL, holder_network_hash = NULL,
      holder_inbox = NULL, arrived_at = NULL, no_show_at = NULL,
      calendar_sequence = calendar_sequence + 1, updated_at = now()
    WHERE id = ${id}`
  const held = await tx.bookingUpgrade.findMany({ where: { bookingId: id, status: 'held' } })
  for (const upgrade of held)
    await endHold(tx, { bookingId: id, upgradeId: upgrade.id }, 'released')
  await release(tx, { bookingId: id })
  await endUnmade(tx, { bookingId: id })
  await reverseSession(tx, id, 'cancelled') // The free session can be booked again.
  // The reward that this session earned the member's referrer is reversed too.
  await reverseReward(tx, id)
  if (refund === 'full') await startRefunds(tx, { bookingId: id })
  await tellBooking(tx, id)
  await recordChange(tx, {
    actor,
    action: 'cancel',
    entity: 'booking',
    entityId: id,
    before: { status: before.status as BookingStatus },
    after: { status: 'cancelled', refund },
  })
  return { due: [] }
}

/** A cancelled booking whose money was kept, and is given back now. */
async function refundCancelled(
  tx: Tx,
  { id, refund, version, actor }: Cancellation,
  before: Booking,
): Promise<{ due: number[] }> {
  if (refund === 'none') return { due: [] }
  const { due, isNew } = await startRefunds(tx, { bookingId: id })
  if (!isNew) return { due }
  assertVersion(before, version)
  await tellBooking(tx, id)
  await recordChange(tx, {
    actor,
    action: 'refund_asked',
    entity: 'booking',
    entityId: id,
    before: { status: 'cancelled' },
    after: { status: 'cancelled', refund },
  })
  return { due: [] }
}
