import 'server-only'
import { db, transaction, type Tx } from '@/lib/db'
import { errorFields, log } from '@/lib/log'
import { closeIntent } from '@/lib/payments/intents'
import { Problem } from '@/lib/problem'
import { closeExpired, type Expiry } from './closing'
import { ExpiredHoldsInTheWay, type ExpiredHold } from './holds'
import { bookingSettlements } from './settlements'

const MAX_ATTEMPTS = 3

/**
 * Runs `work` in a transaction. When it meets holds that have run out and whose payments are still
 * open, they are ended, outside of any transaction, and it runs again. Throws slot_taken when one of
 * them has to stay, or others keep coming.
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

/** Ends expired holds that are in somebody's way. Throws slot_taken when one has to stay. */
async function expireInTheWay(holds: readonly ExpiredHold[]): Promise<void> {
  for (const hold of holds) {
    const expiry = await closeExpired(bookingSettlements, hold).catch((error: unknown) => {
      // With Stripe away somebody else's hold cannot be ended yet: to this visitor the time is
      // simply taken.
      if (error instanceof Problem && error.code === 'unavailable') return 'kept' as const
      throw error
    })
    if (expiry === 'kept') throw new Problem('slot_taken')
  }
}

/** Ends a booking's hold that has run out, its payment at Stripe first; see closeExpired. */
export const expireHold = (bookingId: number): Promise<Expiry> =>
  closeExpired(bookingSettlements, { bookingId })

/** As expireHold, for an upgrade: what it added to the room's time is given back. */
export const expireUpgrade = (upgradeId: number): Promise<Expiry> =>
  closeExpired(bookingSettlements, { upgradeId })

/**
 * Closes the open intents of bookings that were given back or cancelled. It runs after their
 * commit, so it never fails: what Stripe does not do now is left to the reconciler.
 */
export async function closeIntentsOf(bookingIds: readonly number[]): Promise<void> {
  const open = await db().payment.findMany({
    where: {
      bookingId: { in: [...bookingIds] },
      status: { notIn: ['succeeded', 'canceled'] },
      stripePaymentIntentId: { not: null },
    },
    select: { id: true, stripePaymentIntentId: true },
  })
  for (const { id, stripePaymentIntentId } of open)
    if (stripePaymentIntentId)
      await closeIntent(bookingSettlements, stripePaymentIntentId).catch((error: unknown) =>
        log.warn({ paymentId: id, ...errorFields(error) }, 'intent left open for the reconciler'),
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
