import 'server-only'
import { lockRoom } from '@/lib/availability/room'
import { db, transaction, type Tx } from '@/lib/db'
import { errorFields, log } from '@/lib/log'
import { retrieveIntent } from '@/lib/payments/data'
import { closeIntent } from '@/lib/payments/intents'
import { isInFlight } from '@/lib/payments/rules'
import { Problem } from '@/lib/problem'
import { holdMinutes } from '@/lib/settings/data'
import {
  endHold,
  endUpgrade,
  ExpiredHoldsInTheWay,
  extendHold,
  extendUpgrade,
  type ExpiredHold,
} from './holds'

// An expired hold is ended all the same when Stripe has been away so long.
const STRIPE_AWAY_MINUTES = 5
const MAX_ATTEMPTS = 3

/** `ended`; `extended`: it still runs; `kept`: run out, but its money may be on the way. */
export type Expiry = 'ended' | 'extended' | 'kept'

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
export async function expireInTheWay(holds: readonly ExpiredHold[]): Promise<void> {
  for (const hold of holds) {
    const expiry = await expire(hold).catch((error: unknown) => {
      // With Stripe away somebody else's hold cannot be ended yet: to this visitor the time is
      // simply taken.
      if (error instanceof Problem && error.code === 'unavailable') return 'kept' as const
      throw error
    })
    if (expiry === 'kept') throw new Problem('slot_taken')
  }
}

const expire = (hold: ExpiredHold): Promise<Expiry> =>
  'upgradeId' in hold ? expireUpgrade(hold.upgradeId) : expireHold(hold.bookingId)

/**
 * Ends a booking's hold that has run out by the database's clock: first its intent is closed at
 * Stripe, outside any transaction, then the slot is freed. A hold whose payment is with the bank is
 * extended once; one that Stripe will not let go stays. Safe to call at any time. Throws
 * unavailable while Stripe is away, for five minutes.
 */
export async function expireHold(id: number): Promise<Expiry> {
  const [hold] = await db().$queryRaw<Hold[]>`
    SELECT s.studio_id AS "studioId", b.hold_extended AS extended, b.hold_expires_at > statement_timestamp() AS live,
      b.hold_expires_at <= statement_timestamp() - make_interval(mins => ${STRIPE_AWAY_MINUTES}::int) AS overdue,
      ARRAY(SELECT p.stripe_payment_intent_id FROM payments p WHERE p.booking_id = b.id AND is_payable(p.stripe_payment_intent_id, p.status)) AS intents
    FROM bookings b JOIN services s ON s.id = b.service_id
    WHERE b.id = ${id} AND b.status = 'pending' AND b.hold_expires_at IS NOT NULL`
  return endAfterClosing(hold, {
    extend: (minutes) => extendHold(id, minutes),
    end: (tx) => endHold(tx, id, 'expired'),
  })
}

/** As expireHold, for an upgrade: what it added to the room's time is given back. */
export async function expireUpgrade(id: number): Promise<Expiry> {
  const [hold] = await db().$queryRaw<Hold[]>`
    SELECT s.studio_id AS "studioId", u.hold_extended AS extended, u.hold_expires_at > statement_timestamp() AS live,
      u.hold_expires_at <= statement_timestamp() - make_interval(mins => ${STRIPE_AWAY_MINUTES}::int) AS overdue,
      ARRAY(SELECT p.stripe_payment_intent_id FROM payments p WHERE p.id = u.payment_id AND is_payable(p.stripe_payment_intent_id, p.status)) AS intents
    FROM booking_upgrades u JOIN bookings b ON b.id = u.booking_id JOIN services s ON s.id = b.service_id
    WHERE u.id = ${id} AND u.status = 'held'`
  return endAfterClosing(hold, {
    extend: (minutes) => extendUpgrade(id, minutes),
    end: (tx) => endUpgrade(tx, id),
  })
}

type Hold = {
  studioId: number
  extended: boolean
  live: boolean
  /** Run out for so long that Stripe is not waited for any more. */
  overdue: boolean
  /** Of payments that could still be completed. */
  intents: string[]
}

type Steps = { extend(minutes: number): Promise<boolean>; end(tx: Tx): Promise<unknown> }

async function endAfterClosing(hold: Hold | undefined, { extend, end }: Steps): Promise<Expiry> {
  if (!hold) return 'ended'
  if (hold.live) return 'extended'
  for (const intentId of hold.intents) {
    try {
      if (!hold.extended && isInFlight((await retrieveIntent(intentId)).status)) {
        // When another caller was quicker it is lengthened already: closing the intent now would
        // undo that.
        await extend(await holdMinutes())
        return 'extended'
      }
      if ((await closeIntent(intentId)) === 'in_flight') return 'kept'
    } catch (error) {
      const stripeAway = error instanceof Problem && error.code === 'unavailable'
      if (!stripeAway || !hold.overdue) throw error
    }
  }
  await transaction(async (tx) => {
    await lockRoom(tx, hold.studioId)
    await end(tx)
  })
  return 'ended'
}

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
      await closeIntent(stripePaymentIntentId).catch((error: unknown) =>
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
