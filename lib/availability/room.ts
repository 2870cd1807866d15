import 'server-only'
import type { Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import type { Span } from './rules'

// Reserves, moves and releases time in a room. A new booking's time is reserved by the SQL function
// hold_slot, and rows go with what they are for when that is deleted; nothing else writes them.

/** A key for locks that are not rooms: a text and its kind. */
export type AdvisoryKey = { kind: number; text: string }

/**
 * Takes the room's lock until the transaction ends, and returns the database's time once it has it:
 * the end of a hold is counted from that time. EVERY transaction that writes reservations takes it
 * first, before any row: otherwise two visitors who swap their holds deadlock. `before` are locks
 * that are taken, in order, before the room's, so that waits cannot form a cycle. Waits at most 15
 * s for each lock, and in all no longer than a transaction may last (20 s); then it is refused
 * (503).
 */
export async function lockRoom(
  tx: Tx,
  studioId: number,
  before: readonly AdvisoryKey[] = [],
): Promise<Date> {
  const [row] = await tx.$queryRaw<[{ at: Date }]>`
    SELECT lock_room(${studioId}::int, ${before.map(({ kind }) => kind)}::int[],
      ${before.map(({ text }) => text)}::text[]) AS at`
  return row.at
}

/**
 * By the database's clock. `held`: active; `expired_open`: a hold that ran out and whose payment
 * must first be closed at Stripe; `expired`: a hold that the next booking may end.
 */
export type ReservationState = 'held' | 'expired_open' | 'expired'

export type Reservation = Span & {
  id: number
  kind: 'booking' | 'block'
  bookingId: number | null
  /** The upgrade that holds this time while it is paid for; null for the booking's own time. */
  upgradeId: number | null
  reason: string | null
  state: ReservationState
  /** The visitor (hash) who owns the hold while it is active. */
  heldFor: string | null
}

// Two arrays instead of a row for each span: one statement for any number of spans.
const starts = (spans: readonly Span[]): Date[] => spans.map(({ startsAt }) => startsAt)
const ends = (spans: readonly Span[]): Date[] => spans.map(({ endsAt }) => endsAt)

/**
 * What overlaps these spans, earliest first, by the SQL functions reservations_within and
 * room_reservations.
 */
export async function roomReservations(
  tx: Tx,
  studioId: number,
  spans: readonly Span[],
): Promise<Reservation[]> {
  if (spans.length === 0) return []
  return tx.$queryRaw<Reservation[]>`
    SELECT id, kind, booking_id AS "bookingId", upgrade_id AS "upgradeId",
      reason, state, held_for AS "heldFor", starts_at AS "startsAt", ends_at AS "endsAt"
    FROM reservations_within(${studioId}::int,
      ${starts(spans)}::timestamptz[], ${ends(spans)}::timestamptz[])
    ORDER BY starts_at`
}

/** A booking, an upgrade while it is being paid for, or an administrator's block. */
export type Claimant =
  { bookingId: number; upgradeId?: number } | { block: string | null; series: string | null }

type Claim = { studioId: number; spans: readonly Span[]; by: Claimant }

/**
 * Reserves every span and returns the ids of the rows; or none, and returns null. The caller holds
 * the room's lock. A skipped row (one day of a week) raises no error, so the rows are counted.
 */
export async function tryReserve(tx: Tx, { studioId, spans, by }: Claim): Promise<number[] | null> {
  const [kind, bookingId, upgradeId, reason, series] =
    'block' in by
      ? ['block', null, null, by.block, by.series]
      : ['booking', by.bookingId, by.upgradeId ?? null, null, null]
  const made = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM reserve_time(${studioId}::int,
      ${starts(spans)}::timestamptz[], ${ends(spans)}::timestamptz[],
      ${bookingId}::int, ${upgradeId}::int, ${kind}::text, ${reason}::text, ${series}::uuid) AS id`
  const ids = made.map(({ id }) => id)
  if (ids.length === spans.length) return ids
  await tx.slotReservation.deleteMany({ where: { id: { in: ids } } })
  return null
}

/** As tryReserve, but throws slot_taken, so that the transaction rolls back. */
export async function reserve(tx: Tx, claim: Claim): Promise<number[]> {
  const ids = await tryReserve(tx, claim)
  if (!ids) throw new Problem('slot_taken')
  return ids
}

/** Deletes and inserts, because an UPDATE of a week would conflict with itself. Throws slot_taken. */
export async function move(
  tx: Tx,
  { studioId, bookingId, spans }: { studioId: number; bookingId: number; spans: readonly Span[] },
): Promise<void> {
  await release(tx, { bookingId })
  await reserve(tx, { studioId, spans, by: { bookingId } })
}

/** Blocks to remove: one, or those of a series that begin at or after an instant. */
type Blocks = { kind: 'block' } & ({ id: number } | { series: string; startsAt: { gte: Date } })

/**
 * Releases everything that a booking has reserved, including the time of its upgrade; the time of an
 * upgrade alone; or blocks. Returns how many rows there were. The caller holds the room's lock.
 */
export async function release(
  tx: Tx,
  whose: { bookingId: number } | { upgradeId: number } | Blocks,
): Promise<number> {
  const { count } = await tx.slotReservation.deleteMany({ where: whose })
  return count
}
