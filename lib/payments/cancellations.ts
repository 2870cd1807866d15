import 'server-only'
import { lockRoom, release } from '@/lib/availability/mutations'
import { bookingInclude, type BookingRow } from '@/lib/bookings/data'
import { queueBookingCancelled } from '@/lib/bookings/mutations'
import { db, transaction } from '@/lib/db'
import { reverseSession } from '@/lib/memberships/loyalty'
import { Problem } from '@/lib/problem'
import { closeIntentsOf } from './holds'
import { pursueRefund } from './refunds'

export type Cancellation = { id: number; refund: 'none' | 'full'; actor: string; now: Date }

/**
 * The owner cancels a booking (decision C12): the slot is free at once, money goes back only when asked for. One
 * transaction with its audit row and mail; Stripe is called after it. An already cancelled booking is returned as it
 * is. Throws not_found, and not_changeable for a completed one.
 */
export async function cancelBooking({ id, refund, actor, now }: Cancellation): Promise<BookingRow> {
  const existing = await db().booking.findUnique({ where: { id }, include: { service: true } })
  if (!existing) throw new Problem('not_found')
  const refunds = await transaction(async (tx) => {
    await lockRoom(tx, existing.service.studioId)
    const [before] = await tx.$queryRaw<{ status: string }[]>`SELECT status FROM bookings WHERE id = ${id} FOR UPDATE`
    if (!before || before.status === 'cancelled') return []
    if (before.status === 'completed') throw new Problem('not_changeable')
    await tx.$executeRaw`
      UPDATE bookings SET status = 'cancelled', cancel_reason = 'admin', cancelled_at = ${now}, hold_expires_at = NULL,
        holder_hash = NULL, calendar_sequence = calendar_sequence + 1, updated_at = now() WHERE id = ${id}`
    if (before.status === 'confirmed') await queueBookingCancelled(tx, id, refund)
    await release(tx, id)
    await reverseSession(tx, id, 'cancelled') // a free session can be booked again
    await tx.bookingUpgrade.updateMany({ where: { bookingId: id, status: 'held' }, data: { status: 'ended' } })
    const paid = await tx.payment.findMany({ where: { bookingId: id, outcome: 'confirmed' } })
    const due = refund === 'full' ? paid.map((payment) => payment.id) : []
    await tx.payment.updateMany({ where: { id: { in: due } }, data: { outcome: 'refund_due', reason: 'owner_refund' } })
    const after = { status: 'cancelled', refund }
    await tx.auditLog.create({ data: { actor, action: 'cancel', entity: 'booking', entityId: String(id), before: { status: before.status }, after } })
    return due
  })
  for (const paymentId of refunds) await pursueRefund(paymentId)
  await closeIntentsOf([id])
  return db().booking.findUniqueOrThrow({ where: { id }, include: bookingInclude })
}
