import 'server-only'
import {
  findPlace,
  occupiedWithin,
  release,
  type Place,
  type ReservationState,
} from '@/lib/availability/room'
import { db, type Tx } from '@/lib/db'
import { endUnmade } from '@/lib/payments/queries'
import { ENDED_WEEK_COUNTS_AS, TRANSFER_COUNTS_MINUTES } from './hold-limits'
import { tellBooking } from './notices'

// Changes to the holds of bookings and upgrades inside a transaction. Their payments at Stripe are
// closed outside of it, in expire.ts.

/** A hold: a booking's own, or that of an upgrade of it. */
export type HoldToEnd = { bookingId: number; upgradeId?: number | null }

/**
 * Rolls its transaction back: the payments of these holds must be closed at Stripe before the time
 * can be given to anybody else. retryAfterExpiringHolds catches it.
 */
export class ExpiredHoldsInTheWay extends Error {
  constructor(readonly holds: readonly HoldToEnd[]) {
    super('Expired holds are in the way')
    this.name = 'ExpiredHoldsInTheWay'
  }
}

type Wanted = { place: Place; ignoring?: number }

/**
 * `ignoring` is a booking that is not in its own way. The caller holds the room's lock. Throws
 * ExpiredHoldsInTheWay when a payment is still open; a settlement, which its caller cannot run
 * again, has closed those before (`releaseExpiredHolds`) and skips them. Returns the bookings whose
 * holds it ended.
 */
export async function endExpiredInTheWay(
  tx: Tx,
  wanted: Wanted,
  { leaveOpen = false } = {},
): Promise<number[]> {
  const { open, over } = await expiredInTheWay(tx, wanted)
  if (open.length > 0 && !leaveOpen) throw new ExpiredHoldsInTheWay(open)
  const ended: number[] = []
  for (const hold of over) {
    if (await hasBegun(tx, hold, [])) continue
    if ((await endHold(tx, hold, 'expired')) && !hold.upgradeId) ended.push(hold.bookingId)
  }
  return ended
}

/**
 * The first of the places that is free, once the expired holds in its way are ended as by
 * `endExpiredInTheWay`; null when none is, or there are none. The caller holds the locks of all their
 * rooms.
 */
export async function freePlace(
  tx: Tx,
  places: readonly Place[],
  ignoring: number | null,
  { leaveOpen = false } = {},
): Promise<Place | null> {
  if (places.length === 0) return null
  const { place, outcome } = await findPlace(tx, places, ignoring)
  if (outcome === 'expired')
    await endExpiredInTheWay(tx, { place, ...(ignoring !== null && { ignoring }) }, { leaveOpen })
  return outcome === null || outcome === 'expired' ? place : null
}

/** The expired holds in the way: `open` must be closed at Stripe first, `over` need not. */
export async function expiredInTheWay(
  tx: Tx,
  { place, ignoring }: Wanted,
): Promise<{ open: HoldToEnd[]; over: HoldToEnd[] }> {
  const others = (await occupiedWithin(tx, [place])).flatMap((one) =>
    one.kind === 'booking' && one.bookingId !== ignoring ? one : [],
  )
  const inState = (wanted: ReservationState) =>
    unique(others.filter(({ state }) => state === wanted).map(holdOf))
  return { open: inState('expired_open'), over: inState('expired') }
}

const holdOf = ({ bookingId, upgradeId }: HoldToEnd): HoldToEnd => ({ bookingId, upgradeId })

const unique = (holds: readonly HoldToEnd[]): HoldToEnd[] => [
  ...new Map(holds.map((hold) => [JSON.stringify(hold), hold])).values(),
]

/**
 * Whether its customer can pay for it by another intent than these, which were looked at before: a
 * payment begins without the room's lock. One that begins later finds the hold locked, and then ended.
 */
export async function hasBegun(
  tx: Tx,
  { bookingId, upgradeId = null }: HoldToEnd,
  intents: readonly string[],
): Promise<boolean> {
  // In a statement of its own: the next one sees what the holder of this lock has written.
  if (upgradeId)
    await tx.$executeRaw`SELECT FROM booking_upgrades WHERE id = ${upgradeId} FOR UPDATE`
  else await tx.$executeRaw`SELECT FROM bookings WHERE id = ${bookingId} FOR UPDATE`
  const [row] = await tx.$queryRaw<[{ begun: boolean }]>`
    SELECT EXISTS (SELECT FROM holds h JOIN payments p ON p.sale_id = h.sale_id
      WHERE h.booking_id = ${bookingId} AND h.upgrade_id IS NOT DISTINCT FROM ${upgradeId}::int
        AND is_payable(p.stripe_payment_intent_id, p.status)
        AND p.stripe_payment_intent_id <> ALL (${[...intents]}::text[])) AS begun`
  return row.begun
}

/**
 * Releases its time. Does nothing to one that is over, nor, with the reason 'expired', to one that
 * was extended since it was read: a payment begins without the room's lock. The caller holds that
 * lock and has closed the payment, or accepts that money for it is treated as late.
 */
export async function endHold(
  tx: Tx,
  { bookingId, upgradeId }: HoldToEnd,
  reason: 'expired' | 'released',
): Promise<boolean> {
  const ended = upgradeId
    ? await endUpgrade(tx, upgradeId, reason)
    : await endBooking(tx, bookingId, reason)
  if (!ended) return false
  await release(tx, upgradeId ? { upgradeId } : { bookingId })
  await endUnmade(tx, upgradeId ? { upgrade: { id: upgradeId } } : { bookingId })
  if (ended.isPromised) await tellBooking(tx, bookingId)
  return true
}

/** `isPromised`: its customer was told that the time is kept. */
type Ended = { isPromised: boolean }

async function endBooking(tx: Tx, id: number, reason: string): Promise<Ended | undefined> {
  const [ended] = await tx.$queryRaw<Ended[]>`
    WITH held AS (
      SELECT b.id, b.holder_hash, b.holder_network_hash, b.holder_inbox,
        CASE b.duration WHEN 'weekly' THEN ${ENDED_WEEK_COUNTS_AS}::double precision
          ELSE extract(epoch FROM b.ends_at - b.starts_at) / 3600 END
        * least(extract(epoch FROM least(statement_timestamp(), b.hold_expires_at) - b.created_at) / 60,
          CASE WHEN b.transfer_chosen_at IS NOT NULL THEN ${TRANSFER_COUNTS_MINUTES}::double precision END
        ) AS taken, b.transfer_chosen_at IS NOT NULL AS promised
      FROM bookings b
      WHERE b.id = ${id} AND b.status = 'pending' AND b.hold_expires_at IS NOT NULL
        AND (${reason} <> 'expired' OR b.hold_expires_at <= statement_timestamp())
      FOR UPDATE),
    ended AS (
      UPDATE bookings SET status = 'cancelled', cancel_reason = ${reason},
        cancelled_at = statement_timestamp(), updated_at = now(),
        holder_hash = NULL, holder_network_hash = NULL, holder_inbox = NULL,
        arrived_at = NULL, no_show_at = NULL
      WHERE id IN (SELECT held.id FROM held))
    SELECT remember_unpaid_end(holder_hash, holder_network_hash, holder_inbox, taken)::text,
      promised AS "isPromised"
    FROM held`
  return ended
}

/**
 * The deadline of a transfer after its session was moved: still the hours that were promised, and never past
 * the start; of a session that has begun, its end.
 */
export const followStart = (tx: Tx, id: number, hours: number): Promise<number> =>
  tx.$executeRaw`
    UPDATE bookings SET hold_expires_at = CASE WHEN starts_at > statement_timestamp()
        THEN least(starts_at,
          greatest(hold_expires_at, transfer_chosen_at + make_interval(hours => ${hours}::int)))
        ELSE ends_at END
    WHERE id = ${id} AND status = 'pending' AND transfer_chosen_at IS NOT NULL
      AND hold_expires_at IS NOT NULL`

const endUpgrade = async (tx: Tx, id: number, reason: string): Promise<Ended | null> => {
  const ended = await tx.$executeRaw`
    UPDATE booking_upgrades SET status = 'ended' WHERE id = ${id} AND status = 'held'
      AND (${reason} <> 'expired' OR hold_expires_at <= statement_timestamp())`
  return ended > 0 ? { isPromised: false } : null
}

/** Extends a hold once, to twice its time, while the payment is with the customer's bank. */
export const extendHold = (
  { bookingId, upgradeId }: HoldToEnd,
  holdMinutes: number,
): Promise<unknown> =>
  upgradeId
    ? db().$executeRaw`
        UPDATE booking_upgrades SET hold_extended = true,
          hold_expires_at = hold_expires_at + make_interval(secs => ${holdMinutes * 60}::double precision)
        WHERE id = ${upgradeId} AND status = 'held' AND NOT hold_extended`
    : db().$executeRaw`
        UPDATE bookings SET hold_extended = true, updated_at = now(), hold_expires_at = hold_expires_at
          + make_interval(secs => 60 * least(${holdMinutes}::double precision, hold_minutes))
        WHERE id = ${bookingId} AND status = 'pending' AND NOT hold_extended`
