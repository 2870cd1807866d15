import 'server-only'
import { db, transaction } from '@/lib/db'
import { eachByItself } from '@/lib/each'
import { recordSession } from '@/lib/memberships/loyalty'
import { restoreReward } from '@/lib/memberships/referrals'
import { MINUTE_MS } from '@/lib/time'

export const COMPLETED_AT_ONCE = 500

/** Three hours after their end, each in a transaction with its row of the ledger. Returns how many. */
export async function completeFinished(now: Date): Promise<number> {
  const where = { status: 'confirmed', endsAt: { lt: new Date(now.getTime() - 180 * MINUTE_MS) } }
  const finished = await db().booking.findMany({
    where,
    select: { id: true },
    orderBy: { endsAt: 'asc' },
    take: COMPLETED_AT_ONCE,
  })
  let completed = 0
  await eachByItself(finished, 'finished session', async ({ id }) => {
    completed += await transaction(async (tx) => {
      const { count } = await tx.booking.updateMany({
        where: { ...where, id },
        data: { status: 'completed', completedAt: now },
      })
      if (count > 0) {
        await recordSession(tx, id)
        await restoreReward(tx, id)
      }
      return count
    })
  })
  return completed
}
