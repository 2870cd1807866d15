import 'server-only'
import { Prisma, type Tx } from '@/lib/db'

// Whether a membership counts is the generated column memberships.counts: active, with a proven
// email. This file decides which purchases of that email it counts.

/**
 * SQL: whether a membership `m` may count what its email bought at `created` (a column): after the
 * proof, or before it when the owner of the inbox has confirmed those purchases. Never without a
 * proof.
 */
export const isTheirs = (created: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`coalesce(m.earlier_counted OR ${created} >= m.email_proven_at, false)`

/** SQL: whether an email (a column) is a spelling of member `m`'s; the inbox alone has an index. */
export const isOfMember = (email: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`inbox_of(${email}) = inbox_of(m.customer_email) AND member_of(${email}) = m.id`

/** SQL: what is left here of payment `p`, in ringgit, as `keptOf` has it. */
const here = Prisma.sql`CASE WHEN p.outcome IS NOT NULL AND lower(p.currency) = 'myr'
  THEN greatest(coalesce(p.received_amount, p.amount) - p.refunded_amount - p.lost_amount, 0)
  ELSE 0 END`

/**
 * SQL: what of payment `p` counts for a member, in ringgit, whatever it was for: what is kept of
 * it, unless it is going back or disputed.
 */
export const counted = Prisma.sql`CASE WHEN p.outcome <> 'refund_due'
    AND NOT (p.outcome = 'needs_attention' AND p.handled_at IS NULL
      AND p.reason IS NOT DISTINCT FROM 'offline_refund')
  THEN greatest(${here} - p.part_due - p.disputed_amount, 0) ELSE 0 END`

/** Its payments stay locked: a refund is seen here, or finds what the caller writes. */
export const lockCounted = async (tx: Tx, bookingId: number): Promise<boolean> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT id FROM payments p WHERE booking_id = ${bookingId} AND ${counted} > 0 ORDER BY id FOR UPDATE`
  return rows.length > 0
}

/** Nothing is left here of a booking's money, not even disputed or on its way back. */
export const isAllGone = async (tx: Tx, bookingId: number): Promise<boolean> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM payments p WHERE booking_id = ${bookingId} AND ${here} > 0 LIMIT 1`
  return rows.length === 0
}

/** SQL: whether session `b` was in the ledger of membership `m` until its money went, or was disputed. */
const hadCounted = Prisma.sql`EXISTS (SELECT 1 FROM membership_sessions s
  JOIN membership_sessions r ON r.reverses_id = s.id AND r.notes IN ('refunded', 'disputed')
  WHERE s.booking_id = b.id AND s.membership_id = m.id)`

/**
 * Locked until the transaction ends; null when there is none, or it began after the session was
 * completed. A free session counts for the member who used it, and one whose money is back for the
 * member for whom it counted, whatever has become of the membership since.
 */
export async function memberOfBooking(tx: Tx, bookingId: number): Promise<number | null> {
  // Locked before it is checked: a member who confirms earlier purchases at this moment is either
  // seen here, or finds this booking completed.
  const [member] = await tx.$queryRaw<{ id: number; counts: boolean }[]>`
    SELECT m.id, b.is_free_session OR ${hadCounted} OR (m.counts AND ${isTheirs(Prisma.sql`b.created_at`)}
      AND coalesce(b.completed_at >= m.joined_at, true)) AS counts
    FROM bookings b JOIN memberships m ON m.id = CASE WHEN b.is_free_session THEN b.membership_id
      ELSE member_of(b.email) END
    WHERE b.id = ${bookingId} FOR UPDATE OF m`
  return member?.counts ? member.id : null
}

/** Before the proof, neither confirmed nor denied: sessions not over at joining, orders; the newest first. */
export const undecided = (
  tx: Pick<Tx, '$queryRaw'>,
  membershipId: number,
): Promise<{ kind: 'session' | 'order'; date: string }[]> => tx.$queryRaw`
  SELECT e.kind, e.date FROM memberships m, LATERAL (
    SELECT 'session' AS kind, b.date, b.created_at, b.id FROM bookings b
      WHERE ${isOfMember(Prisma.sql`b.email`)} AND NOT b.is_free_session
        AND (b.status IN ('pending', 'confirmed')
          OR (b.status = 'completed' AND b.completed_at >= m.joined_at))
        AND EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id AND ${counted} > 0)
    UNION ALL
    SELECT 'order', to_char(v.created_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM-DD'), v.created_at, v.id
      FROM video_editing_orders v WHERE ${isOfMember(Prisma.sql`v.customer_email`)}
        AND EXISTS (SELECT 1 FROM payments p WHERE p.order_id = v.id AND ${counted} > 0)) AS e
  WHERE m.id = ${membershipId} AND m.email_proven_at IS NOT NULL AND m.earlier_counted IS NULL
    AND NOT ${isTheirs(Prisma.sql`e.created_at`)}
  ORDER BY e.date DESC, e.kind, e.id DESC`
