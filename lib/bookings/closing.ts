import 'server-only'
import { holidayDates } from '@/lib/availability/queries'
import { lockRoom } from '@/lib/availability/room'
import { lengthOf, spansOf } from '@/lib/availability/rules'
import {
  endHold,
  endUpgrade,
  type HoldToEnd,
  expiredInTheWay,
  extendHold,
  extendUpgrade,
} from '@/lib/bookings/holds'
import { db, transaction, type Tx } from '@/lib/db'
import { errorFields, log } from '@/lib/log'
import { intentStatus } from '@/lib/payments/facts'
import { closeIntent } from '@/lib/payments/intents'
import type { SettledPayment, Settlements } from '@/lib/payments/settlement'
import { Problem } from '@/lib/problem'
import { isInFlight } from '@/lib/sales/money'
import { holdMinutes } from '@/lib/settings/queries'

// After Stripe has been away for this long, an expired hold is ended anyway.
const STRIPE_AWAY_MINUTES = 5

/**
 * `ended`; `extended`: it is still active; `kept`: it has run out, but its payment may be in
 * progress.
 */
export type Expiry = 'ended' | 'extended' | 'kept'

/**
 * Ends a hold that has run out by the database's clock: first its intent is closed at Stripe,
 * outside any transaction, then the time is released. A hold whose payment is with the bank is
 * extended once; a hold whose intent Stripe does not cancel is kept. Safe to call at any time.
 * Throws unavailable while Stripe is away, for five minutes.
 */
export const closeExpired = (settlements: Settlements, hold: HoldToEnd): Promise<Expiry> =>
  endOne(settlements, hold, 'expired')

/**
 * Ends a hold that is no longer wanted, whether or not it has run out, in the same order. 'kept' when
 * its payment is in progress. Throws unavailable while Stripe is away.
 */
export const closeUnwanted = (settlements: Settlements, hold: HoldToEnd): Promise<Expiry> =>
  endOne(settlements, hold, 'released')

type Why = 'expired' | 'released'

const endOne = (settlements: Settlements, hold: HoldToEnd, why: Why): Promise<Expiry> =>
  'upgradeId' in hold
    ? endUpgradeHold(settlements, hold.upgradeId, why)
    : endBookingHold(settlements, hold.bookingId, why)

async function endBookingHold(settlements: Settlements, id: number, why: Why): Promise<Expiry> {
  const [hold] = await db().$queryRaw<Hold[]>`
    SELECT s.studio_id AS "studioId", b.hold_extended AS extended,
      b.hold_expires_at > statement_timestamp() AS live,
      b.hold_expires_at <= statement_timestamp()
        - make_interval(mins => ${STRIPE_AWAY_MINUTES}::int) AS overdue,
      ARRAY(SELECT p.stripe_payment_intent_id FROM payments p WHERE p.booking_id = b.id
        AND is_payable(p.stripe_payment_intent_id, p.status)) AS intents
    FROM bookings b JOIN services s ON s.id = b.service_id
    WHERE b.id = ${id} AND b.status = 'pending' AND b.hold_expires_at IS NOT NULL`
  return endAfterClosing(settlements, asOf(hold, why), {
    extend: (minutes) => extendHold(id, minutes),
    end: (tx) => endHold(tx, id, why),
  })
}

async function endUpgradeHold(settlements: Settlements, id: number, why: Why): Promise<Expiry> {
  const [hold] = await db().$queryRaw<Hold[]>`
    SELECT s.studio_id AS "studioId", u.hold_extended AS extended,
      u.hold_expires_at > statement_timestamp() AS live,
      u.hold_expires_at <= statement_timestamp()
        - make_interval(mins => ${STRIPE_AWAY_MINUTES}::int) AS overdue,
      ARRAY(SELECT p.stripe_payment_intent_id FROM payments p WHERE p.id = u.payment_id
        AND is_payable(p.stripe_payment_intent_id, p.status)) AS intents
    FROM booking_upgrades u JOIN bookings b ON b.id = u.booking_id JOIN services s ON s.id = b.service_id
    WHERE u.id = ${id} AND u.status = 'held'`
  return endAfterClosing(settlements, asOf(hold, why), {
    extend: (minutes) => extendUpgrade(id, minutes),
    end: (tx) => endUpgrade(tx, id),
  })
}

type Hold = {
  studioId: number
  extended: boolean
  live: boolean
  /** True when the hold ran out so long ago that Stripe is not waited for any more. */
  overdue: boolean
  /** Of payments that could still be completed. */
  intents: string[]
}

/** One that is not wanted is neither waited for nor extended, and Stripe has to answer. */
const asOf = (hold: Hold | undefined, why: Why): Hold | undefined =>
  hold && why === 'released' ? { ...hold, live: false, extended: true, overdue: false } : hold

type Steps = { extend(minutes: number): Promise<boolean>; end(tx: Tx): Promise<unknown> }

async function endAfterClosing(
  settlements: Settlements,
  hold: Hold | undefined,
  { extend, end }: Steps,
): Promise<Expiry> {
  if (!hold) return 'ended'
  if (hold.live) return 'extended'
  for (const intentId of hold.intents) {
    try {
      if (!hold.extended && isInFlight(await intentStatus(intentId))) {
        // Another caller may have extended it first: closing the intent now would undo that.
        await extend(await holdMinutes())
        return 'extended'
      }
      if ((await closeIntent(settlements, intentId)) === 'in_flight') return 'kept'
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
 * Runs before money for a booking or its upgrade is settled: expired holds in its way are ended,
 * with their payments closed at Stripe first. A hold that cannot be closed now stays, and the
 * settlement finds the time taken.
 */
export async function releaseExpiredHolds(
  settlements: Settlements,
  { id, bookingId }: SettledPayment,
): Promise<void> {
  const booking = await db().booking.findUnique({
    where: { id: bookingId ?? 0 },
    include: {
      service: { select: { studioId: true } },
      upgrades: { where: { paymentId: id }, select: { duration: true, hours: true } },
    },
  })
  if (!booking) return
  const length = lengthOf(booking.upgrades[0] ?? booking)
  const spans = spansOf(booking.date, booking.time, length, await holidayDates())
  const wanted = { studioId: booking.service.studioId, spans, ignoring: booking.id }
  const { open } = await expiredInTheWay(db(), wanted)
  for (const hold of open)
    await closeExpired(settlements, hold).catch((error: unknown) =>
      log.warn({ ...hold, ...errorFields(error) }, 'an expired hold stays in the way'),
    )
}
