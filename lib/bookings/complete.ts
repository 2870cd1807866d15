import 'server-only'
import { db, transaction } from '@/lib/db'
import { recordSession } from '@/lib/memberships/loyalty'
import { MINUTE_MS } from '@/lib/time'

/** The maximum number of bookings that one call completes. */
export const COMPLETED_AT_ONCE = 500

/**
 * Confirmed bookings become completed three hours after their end, each in one transaction with its
 * row in the member's ledger. Returns the number of bookings.
 */
export async function completeFinished(now: Date): Promise<number> {
  const where = { status: 'confirmed', endsAt: { lt: new Date(now.getTime() - 180 * MINUTE_MS) } }
  const finished = await db().booking.findMany({
    where,
    select: { id: true },
    orderBy: { endsAt: 'asc' },
    take: COMPLETED_AT_ONCE,
  })
  let completed = 0
  for (const { id } of finished)
    completed += await transaction(async (tx) => {
      const { count } = await tx.booking.updateMany({
        where: { ...where, id },
        data: { status: 'completed', completedAt: now },
      })
      if (count > 0) await recordSession(tx, id)
      return count
    })
  return completed
}
