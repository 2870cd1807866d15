import 'server-only'
import { findPlace, placeIn } from '@/lib/availability/room'
import { lengthOf } from '@/lib/availability/rules'
import {
  endHold,
  type HoldToEnd,
  expiredInTheWay,
  extendHold,
  hasBegun,
} from '@/lib/bookings/holds'
import { db, transaction } from '@/lib/db'
import { errorFields, log } from '@/lib/log'
import { isStripeAway } from '@/lib/payments/client'
import { intentStatus } from '@/lib/payments/facts'
import { closeIntent } from '@/lib/payments/intents'
import type { SettledPayment, Settlements } from '@/lib/payments/settlement'
import { everyRoom, roomOf } from '@/lib/rooms/queries'
import { isInFlight } from '@/lib/sales/money'
import { holdMinutes } from '@/lib/settings/queries'
import { lockRoomsOf, placesOf } from './places'

// After Stripe has been away for this long, an expired hold is ended anyway.
const STRIPE_AWAY_MINUTES = 5

/** `extended`: it is still active; `kept`: it has run out, but its payment may be in progress. */
export type Expiry = 'ended' | 'extended' | 'kept'

/**
 * For a hold that has run out by the database's clock: first its intent is closed at Stripe,
 * outside any transaction, then the time is released. A hold whose payment is with the bank is
 * extended once; one whose intent Stripe does not cancel is kept. Safe to call at any time. Throws
 * unavailable while Stripe is away, and payments_off while payments are switched off, for five minutes.
 */
export const closeExpired = (settlements: Settlements, hold: HoldToEnd): Promise<Expiry> =>
  endOne(settlements, hold, 'expired')

/** Whether or not it has run out. 'kept' while it is being paid. Throws unavailable while Stripe is away. */
export const closeUnwanted = (settlements: Settlements, hold: HoldToEnd): Promise<Expiry> =>
  endOne(settlements, hold, 'released')

type Why = 'expired' | 'released'

async function endOne(settlements: Settlements, hold: HoldToEnd, why: Why): Promise<Expiry> {
  const found = await readHold(hold)
  if (!found) return 'ended'
  // One that is not wanted is neither waited for nor extended, and Stripe has to answer.
  const isWaitedFor = why === 'expired'
  if (isWaitedFor && found.live) return 'extended'
  for (const intentId of found.intents) {
    try {
      if (isWaitedFor && !found.extended && isInFlight(await intentStatus(intentId))) {
        // Another caller may have extended it first: closing the intent now would undo that.
        await extendHold(hold, await holdMinutes())
        return 'extended'
      }
      if ((await closeIntent(settlements, intentId)) === 'in_flight') return 'kept'
    } catch (error) {
      if (!isStripeAway(error) || !isWaitedFor || !found.overdue) throw error
    }
  }
  return transaction(async (tx) => {
    await lockRoomsOf(tx, hold.bookingId)
    if (isWaitedFor && (await hasBegun(tx, hold, found.intents))) return 'kept'
    await endHold(tx, hold, why)
    return 'ended'
  })
}

type Held = {
  extended: boolean
  live: boolean
  /** True when the hold ran out so long ago that Stripe is not waited for any more. */
  overdue: boolean
  /** Of payments that could still be completed. */
  intents: string[]
}

async function readHold({ bookingId, upgradeId = null }: HoldToEnd): Promise<Held | undefined> {
  const [hold] = await db().$queryRaw<Held[]>`
    SELECT h.extended, h.expires_at > statement_timestamp() AS live,
      h.expires_at <= statement_timestamp()
        - make_interval(mins => ${STRIPE_AWAY_MINUTES}::int) AS overdue,
      ARRAY(SELECT p.stripe_payment_intent_id FROM payments p WHERE p.sale_id = h.sale_id
        AND is_payable(p.stripe_payment_intent_id, p.status)) AS intents
    FROM holds h
    WHERE h.booking_id = ${bookingId} AND h.upgrade_id IS NOT DISTINCT FROM ${upgradeId}::int`
  return hold
}

/**
 * Before money for a booking or its upgrade is settled, those in its way are ended, their payments
 * closed at Stripe first. One that cannot be closed now stays, and the settlement finds the time
 * taken.
 */
export async function releaseExpiredHolds(
  settlements: Settlements,
  { id, bookingId }: SettledPayment,
): Promise<void> {
  const booking = await db().booking.findUnique({
    where: { id: bookingId ?? 0 },
    include: { upgrades: { where: { paymentId: id }, select: { duration: true, hours: true } } },
  })
  if (!booking) return
  const [upgrade] = booking.upgrades
  const rooms = await everyRoom()
  const places = upgrade
    ? [placeIn(roomOf(rooms, booking.roomId), { ...booking, ...lengthOf(upgrade) })]
    : placesOf(booking, rooms)
  if (places.length === 0) return
  const { place, outcome } = await findPlace(db(), places, booking.id)
  if (outcome !== 'expired') return
  const { open } = await expiredInTheWay(db(), { place, ignoring: booking.id })
  for (const hold of open)
    await closeExpired(settlements, hold).catch((error: unknown) =>
      log.warn({ ...hold, ...errorFields(error) }, 'an expired hold stays in the way'),
    )
}
