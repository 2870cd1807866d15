import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { lockRoom, release } from '@/lib/availability/room'
import { db, transaction } from '@/lib/db'
import { reverseSession } from '@/lib/memberships/loyalty'
import { reverseReward } from '@/lib/memberships/referrals'
import { refundNow } from '@/lib/payments/sync'
import { Problem } from '@/lib/problem'
import { bookingInclude, type BookingRow } from './queries'
import { closeIntentsOf } from './expire'
import { endUpgrade } from './holds'
import { queueBookingCancelled } from './notices'
import { bookingSettlements } from './settlements'

export type Cancellation = {
  id: number
  refund: 'none' | 'full'
  /**
   * Also a completed one, only when the administrator sets the status directly (docs/decisions/020
   * C11).
   */
  evenCompleted?: boolean
  version?: string | undefined
  actor: string
  now: Date
}

/**
 * The administrator cancels a booking (docs/decisions/020 C12): the slot is free at once, and money
 * is refunded only when requested. One transaction with its audit row and mail; Stripe is called
 * after it. A booking that is already cancelled is returned unchanged. Throws not_found,
 * version_conflict, and not_changeable for a completed one; also when Stripe refuses the refund:
 * the booking is cancelled then, and its money is listed under Needs attention.
 */
export async function cancelBooking({
  id,
  refund,
  evenCompleted = false,
  version,
  actor,
  now,
}: Cancellation): Promise<BookingRow> {
  const existing = await db().booking.findUnique({ where: { id }, include: { service: true } })
  if (!existing) throw new Problem('not_found')
  const refunds = await transaction(async (tx) => {
    await lockRoom(tx, existing.service.studioId)
    await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
    // Before the member's ledger, in the same order as refunds and rewards lock them.
    await tx.$queryRaw`SELECT id FROM payments WHERE booking_id = ${id} ORDER BY id FOR UPDATE`
    const before = await tx.booking.findUniqueOrThrow({ where: { id } })
    if (before.status === 'cancelled') return []
    assertVersion(before, version)
    if (before.status === 'completed' && !evenCompleted) throw new Problem('not_changeable')
    await tx.$executeRaw`
      UPDATE bookings SET status = 'cancelled', cancel_reason = 'admin', cancelled_at = ${now},
        hold_expires_at = NULL, completed_at = NULL, holder_hash = NULL, holder_network_hash = NULL,
        calendar_sequence = calendar_sequence + 1, updated_at = now()
      WHERE id = ${id}`
    if (before.status === 'confirmed') await queueBookingCancelled(tx, id, refund)
    const held = await tx.bookingUpgrade.findMany({ where: { bookingId: id, status: 'held' } })
    for (const upgrade of held) await endUpgrade(tx, upgrade.id)
    await release(tx, { bookingId: id })
    await reverseSession(tx, id, 'cancelled') // The free session can be booked again.
    // The reward that this session earned the member's referrer is reversed too.
    await reverseReward(tx, id)
    const paid = await tx.payment.findMany({ where: { bookingId: id, outcome: 'confirmed' } })
    const [online, offline] = [
      paid.filter((payment) => payment.stripePaymentIntentId),
      paid.filter((payment) => !payment.stripePaymentIntentId),
    ]
    const idsOf = (payments: typeof paid) =>
      refund === 'full' ? payments.map((payment) => payment.id) : []
    const due = idsOf(online)
    await tx.payment.updateMany({
      where: { id: { in: due } },
      data: { outcome: 'refund_due', reason: 'owner_refund' },
    })
    // Paid at the studio: the administrator returns the money there, and it is listed under Needs
    // attention until then.
    await tx.payment.updateMany({
      where: { id: { in: idsOf(offline) } },
      data: { outcome: 'needs_attention', reason: 'offline_refund' },
    })
    const after = { status: 'cancelled', refund }
    await recordChange(tx, {
      actor,
      action: 'cancel',
      entity: 'booking',
      entityId: id,
      before: { status: before.status },
      after,
    })
    return due
  })
  await closeIntentsOf([id])
  for (const paymentId of refunds) await refundNow(bookingSettlements, paymentId)
  return db().booking.findUniqueOrThrow({ where: { id }, include: bookingInclude })
}
