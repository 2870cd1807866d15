import 'server-only'
import { db, transaction, type Tx } from '@/lib/db'
import { errorFields, log } from '@/lib/log'
import { isStripeAway } from '@/lib/payments/client'
import { closePayments } from '@/lib/payments/intents'
import { Problem } from '@/lib/problem'
import { closeExpired, closeUnwanted, type Expiry } from './closing'
import { ExpiredHoldsInTheWay, type HoldToEnd } from './holds'
import { bookingSettlements } from './settlements'

const MAX_ATTEMPTS = 3

/**
 * Runs `work` in a transaction; when it finds expired holds in the way whose payments are open,
 * they are ended outside of it, and it runs again. Throws slot_taken when one of them has to stay,
 * or when there are always more.
 */
export async function retryAfterExpiringHolds<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      return await transaction(work)
    } catch (error) {
      if (!(error instanceof ExpiredHoldsInTheWay)) throw error
      await expireInTheWay(error.holds)
    }
  }
  throw new Problem('slot_taken')
}

async function expireInTheWay(holds: readonly HoldToEnd[]): Promise<void> {
  for (const hold of holds) {
    const expiry = await closeExpired(bookingSettlements, hold).catch((error: unknown) => {
      // While Stripe cannot be asked somebody else's hold cannot be ended: for this visitor the time is
      // taken.
      if (isStripeAway(error)) return 'kept' as const
      throw error
    })
    if (expiry === 'kept') throw new Problem('slot_taken')
  }
}

export const expireHold = (hold: HoldToEnd): Promise<Expiry> =>
  closeExpired(bookingSettlements, hold)

export const releaseHold = (hold: HoldToEnd): Promise<Expiry> =>
  closeUnwanted(bookingSettlements, hold)

/** After the commit, so it never throws: what Stripe does not do now is left to the reconciler. */
export async function closeIntentsOf(bookingIds: readonly number[]): Promise<void> {
  for (const bookingId of bookingIds)
    await closePayments(bookingSettlements, { bookingId }).catch((error: unknown) =>
      log.warn({ bookingId, ...errorFields(error) }, 'intent left open for the reconciler'),
    )
}

export const expiredHolds = (limit: number): Promise<HoldToEnd[]> => db().$queryRaw`
  SELECT booking_id AS "bookingId", upgrade_id AS "upgradeId" FROM holds
  WHERE expires_at <= statement_timestamp() ORDER BY expires_at LIMIT ${limit}`
