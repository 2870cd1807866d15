import 'server-only'
import { Prisma, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import type { Span } from './rules'

const ROOM_LOCK = 1 // first half of the advisory lock's key; the second is the room

/**
 * Takes the room's lock until the transaction ends. EVERY transaction that writes reservations
 * takes it first, before any row: two visitors swapping their holds otherwise deadlock (decision
 * B8). Waits at most 15 s, then the database refuses (answered as 503).
 */
export async function lockRoom(tx: Tx, studioId: number): Promise<void> {
  await tx.$queryRaw`SELECT set_config('lock_timeout', '15s', true), pg_advisory_xact_lock(${ROOM_LOCK}::int, ${studioId}::int)::text`
}

type Reservation = { studioId: number; bookingId: number; spans: readonly Span[] }

/**
 * Reserves every span for a booking, or nothing and answers false. Raw SQL on purpose: a plain
 * INSERT deadlocks under contention, and a skipped row of a weekly booking raises no error: hence
 * the count.
 */
export async function tryReserve(
  tx: Tx,
  { studioId, bookingId, spans }: Reservation,
): Promise<boolean> {
  const rows = spans.map(
    (span) => Prisma.sql`(${studioId}, ${bookingId}, ${span.startsAt}, ${span.endsAt}, 'booking')`,
  )
  const inserted = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO slot_reservations (studio_id, booking_id, starts_at, ends_at, kind) VALUES ${Prisma.join(rows)}
    ON CONFLICT ON CONSTRAINT slot_reservations_no_overlap DO NOTHING RETURNING id`
  if (inserted.length === spans.length) return true
  await release(tx, bookingId)
  return false
}

/** As tryReserve, but throws slot_taken, so that the transaction rolls back. */
export async function reserve(tx: Tx, reservation: Reservation): Promise<void> {
  if (!(await tryReserve(tx, reservation))) throw new Problem('slot_taken')
}

/** Gives back everything a booking had reserved. */
export async function release(tx: Tx, bookingId: number): Promise<void> {
  await tx.slotReservation.deleteMany({ where: { bookingId } })
}
