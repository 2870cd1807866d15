import 'server-only'
import { db, transaction, type Tx } from '@/lib/db'
import { errorFields, log } from '@/lib/log'
import { closePayments } from '@/lib/payments/intents'
import { Problem } from '@/lib/problem'
import { closeExpired, closeUnwanted, type Expiry } from './closing'
import { ExpiredHoldsInTheWay, type HoldToEnd } from './holds'
import { bookingSettlements } from './settlements'

const MAX_ATTEMPTS = 3

/**
 * Runs `work` in a transaction. When it finds expired holds in the way whose payments are still
 * open, they are ended outside any transaction, and it runs again. Throws slot_taken when one of
 * them has to stay, or when there are always more.
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

/** Ends expired holds that are in the way. Throws slot_taken when one has to stay. */
async function expireInTheWay(holds: readonly HoldToEnd[]): Promise<void> {
  for (const hold of holds) {
    const expiry = await closeExpired(bookingSettlements, hold).catch((error: unknown) => {
      // While Stripe is away somebody else's hold cannot be ended: for this visitor the time is
      // taken.
      if (error instanceof Problem && error.code === 'unavailable') return 'kept' as const
      throw error
    })
    if (expiry === 'kept') throw new Problem('slot_taken')
  }
}

/** Ends a booking's expired hold, its payment at Stripe first; see closeExpired. */
export const expireHold = (bookingId: number): Promise<Expiry> =>
  closeExpired(bookingSettlements, { bookingId })

/** Like expireHold, for an upgrade: the time it added is released. */
export const expireUpgrade = (upgradeId: number): Promise<Expiry> =>
  closeExpired(bookingSettlements, { upgradeId })

/** Ends a booking's hold that is no longer wanted; see closeUnwanted. */
export const releaseHold = (bookingId: number): Promise<Expiry> =>
  closeUnwanted(bookingSettlements, { bookingId })

/** Like releaseHold, for an upgrade. */
export const releaseUpgrade = (upgradeId: number): Promise<Expiry> =>
  closeUnwanted(bookingSettlements, { upgradeId })

/**
 * Closes the open payments of bookings that were released or cancelled. It runs after their commit,
 * so it never throws: what Stripe does not do now is left to the reconciler.
 */
export async function closeIntentsOf(bookingIds: readonly number[]): Promise<void> {
  for (const bookingId of bookingIds)
    await closePayments(bookingSettlements, { bookingId }).catch((error: unknown) =>
      log.warn({ bookingId, ...errorFields(error) }, 'intent left open for the reconciler'),
    )
}

/** Pending bookings whose hold has run out, oldest first. */
export const expiredHolds = (limit: number): Promise<{ id: number }[]> => db().$queryRaw`
  SELECT id FROM bookings WHERE status = 'pending' AND hold_expires_at <= statement_timestamp()
  ORDER BY hold_expires_at LIMIT ${limit}`

/** Upgrades whose hold has run out, oldest first. */
export const expiredUpgrades = (limit: number): Promise<{ id: number }[]> => db().$queryRaw`
  SELECT id FROM booking_upgrades WHERE status = 'held' AND hold_expires_at <= statement_timestamp()
  ORDER BY hold_expires_at LIMIT ${limit}`
