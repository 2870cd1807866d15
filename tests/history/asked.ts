// What people are asked to pay: never more than what something costs less all that is kept for it,
// whichever of its payments that is, and whoever set its state.
import type pg from 'pg'
import { sandboxNow } from './network'
import { Operation } from './operation'

/** What is kept of the payments that are called `q`, by the rules once more; in sen. */
export const KEPT = `coalesce(sum(greatest(coalesce(q.received_amount, q.amount) - q.refunded_amount - q.lost_amount - q.part_due, 0)) FILTER (
  WHERE q.outcome IS NOT NULL AND q.outcome <> 'refund_due' AND q.currency = 'myr'
    AND NOT (q.outcome = 'needs_attention' AND q.reason = 'offline_refund' AND q.handled_at IS NULL)), 0)`

/** What of a price is not asked for: kept, or given back on purpose; in sen. */
export const NOT_ASKED = `((${KEPT} + coalesce(sum(q.off_price), 0)) * 100)::int`

/**
 * The most that may be asked for a booking, the row `b`, in sen: its price less all that ever came for it
 * and was not lost in a dispute, so that what the owner gave back is never asked for again. Null where it
 * is cancelled or was once, or its state was set by hand: then it may be sold anew.
 */
export const leftAtMost = (
  b: string,
): string => `(SELECT CASE WHEN ${b}.status = 'cancelled' OR EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'booking' AND l.entity_id = ${b}.id::text AND l.action IN ('cancel', 'status', 'undo'))
    OR count(*) FILTER (WHERE q.outcome = 'refund_due' OR q.reason IN ('amount_mismatch', 'unmatched') OR q.disputed_amount > 0 OR EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'payment' AND l.entity_id = q.id::text AND l.action = 'link')) > 0 THEN NULL
    ELSE greatest((${b}.total_amount - coalesce(sum(coalesce(q.received_amount, q.amount) - q.lost_amount) FILTER (
      WHERE q.outcome IS NOT NULL AND q.currency = 'myr' AND coalesce(CASE q.reason WHEN 'refund_failed' THEN q.refund_reason ELSE q.reason END, '') NOT IN ('duplicate', 'late', 'cancelled', 'offline_refund')), 0)) * 100, 0)::int END
  FROM payments q WHERE q.booking_id = ${b}.id)`

type Asked = { what: string; total: number; kept: number }

/** An intent that somebody was just given to pay, when it is over more than the rest. */
export async function askedTooMuch(sql: pg.Client, intentId: string): Promise<string[]> {
  const intent = sandboxNow().store.get('payment_intent', intentId)
  // Whoever was stopped on the way asks for what was right when it stopped.
  const { hasPaused = false, plan = {} } = Operation.current() ?? {}
  if (!intent || intent.currency !== 'myr' || hasPaused || plan.hold) return []
  const { rows } = await sql.query<Asked>(
    `SELECT coalesce('booking ' || p.booking_id, 'order ' || p.order_id) AS what, (coalesce(u.from_total + s.total_amount, b.total_amount, o.total_amount) * 100)::int AS total,
      (SELECT ${NOT_ASKED} FROM payments q WHERE q.booking_id = p.booking_id OR q.order_id = p.order_id) AS kept
      FROM payments p LEFT JOIN booking_upgrades u ON u.payment_id = p.id LEFT JOIN sales s ON s.id = u.sale_id LEFT JOIN bookings b ON b.id = p.booking_id
        LEFT JOIN video_editing_orders o ON o.id = p.order_id WHERE p.reference::text = $1`,
    [intent.metadata.reference ?? ''],
  )
  return rows
    .filter(({ total, kept }) => intent.amount > Math.max(total - kept, 0))
    .map(
      ({ what, total, kept }) =>
        `${intent.amount} sen are asked for ${what}, which costs ${total} and of which ${kept} are kept`,
    )
}

/** Bookings for which more is kept by now than they cost, and the owner has linked none of it. */
export async function paidTooMuch(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ id: number; total: number; kept: number }>(
    `SELECT * FROM (SELECT b.id, (b.total_amount * 100)::int AS total, (SELECT (${KEPT} * 100)::int FROM payments q WHERE q.booking_id = b.id AND q.outcome = 'confirmed') AS kept
      FROM bookings b WHERE NOT EXISTS (SELECT 1 FROM payments p JOIN audit_log l ON l.entity = 'payment' AND l.entity_id = p.id::text AND l.action = 'link'
        WHERE p.booking_id = b.id)) sold WHERE kept > total`,
  )
  return rows.map(({ id, total, kept }) => `booking ${id} costs ${total}, and ${kept} are kept`)
}
