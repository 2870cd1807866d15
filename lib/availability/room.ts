import 'server-only'
import { Prisma, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import type { Span } from './rules'

// What has the room, and the only way to reserve, move and release time in it.

const ROOM_LOCK = 1 // first half of the advisory lock's key; the second is the room

/** Somebody whose transactions may not overlap either: a text and what kind of text it is. */
export type Waiting = { kind: number; text: string }

/**
 * Takes the room's lock until the transaction ends, and returns the database's time once it has it:
 * what a hold's end is counted from. EVERY transaction that writes reservations takes it first,
 * before any row: two visitors swapping their holds otherwise deadlock. `before` are locks that are
 * taken in their order before the room's, so that nobody waits in a circle. Waits at most 15 s for
 * each, and in all no longer than a transaction may last (20 s), then it is refused (503).
 */
export async function lockRoom(
  tx: Tx,
  studioId: number,
  before: readonly Waiting[] = [],
): Promise<Date> {
  const others = before.map(
    ({ kind, text }) =>
      Prisma.sql`pg_advisory_xact_lock(hashtextextended(${text}, ${kind}::int))::text,`,
  )
  const [row] = await tx.$queryRaw<[{ at: Date }]>`
    ${Prisma.raw(`/* room_lock_${others.length} */`)}
    SELECT set_config('lock_timeout', '15s', true),
      ${others.length ? Prisma.join(others, ' ') : Prisma.empty}
      pg_advisory_xact_lock(${ROOM_LOCK}::int, ${studioId}::int)::text,
      clock_timestamp() AS at`
  return row.at
}

/**
 * How a reservation stands by the database's clock. `held`: in force; `expired_open`: a hold that
 * ran out and whose payment must be closed at Stripe first; `expired`: one that whoever comes next
 * may end.
 */
export type ReservationState = 'held' | 'expired_open' | 'expired'

export type Reservation = Span & {
  id: number
  kind: 'booking' | 'block'
  bookingId: number | null
  /** The upgrade that holds this time while it is paid for; null for the booking's own. */
  upgradeId: number | null
  reason: string | null
  state: ReservationState
  /** The visitor (hash) whose hold it is while it is in force. */
  heldFor: string | null
}

// Two lists instead of a row for each span: one statement for any number of them, planned once.
const starts = (spans: readonly Span[]): Date[] => spans.map(({ startsAt }) => startsAt)
const ends = (spans: readonly Span[]): Date[] => spans.map(({ endsAt }) => endsAt)

/**
 * Everything reserved in a room that overlaps any of these spans, earliest first, by the one
 * definition in SQL (function room_reservations).
 */
export async function roomReservations(
  tx: Tx,
  studioId: number,
  spans: readonly Span[],
): Promise<Reservation[]> {
  if (spans.length === 0) return []
  const rows = await tx.$queryRaw<Reservation[]>`
    /* room_reservations */ SELECT DISTINCT r.id, r.kind, r.booking_id AS "bookingId",
      r.upgrade_id AS "upgradeId", r.reason, r.state, r.held_for AS "heldFor",
      r.starts_at AS "startsAt", r.ends_at AS "endsAt"
    FROM unnest(${starts(spans)}::timestamptz[], ${ends(spans)}::timestamptz[]) AS wanted (first, last),
      room_reservations(${studioId}::int, tstzrange(wanted.first, wanted.last)) AS r
    ORDER BY r.starts_at`
  return rows
}

/** Who takes the time: a booking, an upgrade of one while it is paid for, or the admin's block-out. */
export type Claimant =
  { bookingId: number; upgradeId?: number } | { block: string | null; series: string | null }

type Claim = { studioId: number; spans: readonly Span[]; by: Claimant }

/**
 * Reserves every span, or nothing and answers null; else the ids of the rows. The caller holds the
 * room's lock. Raw SQL on purpose: a plain INSERT deadlocks under contention, and a row that is
 * skipped (one day of a week) raises no error: hence the count.
 */
export async function tryReserve(tx: Tx, { studioId, spans, by }: Claim): Promise<number[] | null> {
  const [kind, bookingId, upgradeId, reason, series] =
    'block' in by
      ? ['block', null, null, by.block, by.series]
      : ['booking', by.bookingId, by.upgradeId ?? null, null, null]
  const made = await tx.$queryRaw<{ id: number }[]>`
    /* reserve */ INSERT INTO slot_reservations
      (studio_id, booking_id, upgrade_id, starts_at, ends_at, kind, reason, series)
    SELECT ${studioId}::int, ${bookingId}::int, ${upgradeId}::int, wanted.first, wanted.last,
      ${kind}::text, ${reason}::text, ${series}::uuid
    FROM unnest(${starts(spans)}::timestamptz[], ${ends(spans)}::timestamptz[]) AS wanted (first, last)
    ON CONFLICT ON CONSTRAINT slot_reservations_no_overlap DO NOTHING RETURNING id`
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

/**
 * Gives a booking other time than it has. Its rows are deleted and inserted, because an UPDATE of a
 * week would hit itself. Throws slot_taken.
 */
export async function move(
  tx: Tx,
  { studioId, bookingId, spans }: { studioId: number; bookingId: number; spans: readonly Span[] },
): Promise<void> {
  await release(tx, { bookingId })
  await reserve(tx, { studioId, spans, by: { bookingId } })
}

/** Gives back everything a booking had reserved, its upgrade's time too; or an upgrade's alone. */
export async function release(
  tx: Tx,
  whose: { bookingId: number } | { upgradeId: number },
): Promise<void> {
  await tx.slotReservation.deleteMany({ where: whose })
}
