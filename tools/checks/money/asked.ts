// What people are asked to pay: never more than what something costs less all that is kept for it,
// whichever of its payments that is, and whoever set its state.
import type pg from 'pg'
import { managedBooking } from '@/lib/bookings/manage'
import { movedNow } from './clock'
import { sandboxNow } from './network'
import { Operation } from './operation'

/** What is kept of the payments that are called `q`, by the rules once more; in sen. */
export const KEPT = `coalesce(sum(greatest(coalesce(q.received_amount, q.amount) - q.refunded_amount - q.lost_amount - q.part_due, 0)) FILTER (
  WHERE q.outcome IS NOT NULL AND q.outcome <> 'refund_due' AND q.currency = 'myr'
    AND NOT (q.outcome = 'needs_attention' AND q.reason = 'offline_refund' AND q.handled_at IS NULL)), 0)`

/** What of a price is not asked for: kept, or given back on purpose; in sen. */
const NOT_ASKED = `((${KEPT} + coalesce(sum(q.off_price), 0)) * 100)::int`

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

type Shown = { id: number; token: string; total: number; kept: number; most: number | null }

/** Bookings whose page asks for another sum than is to be paid now. */
export async function shownWrongly(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<Shown>(
    `SELECT b.id, b.manage_token AS token, (b.total_amount * 100)::int AS total,
      CASE WHEN b.status IN ('confirmed', 'completed') THEN (b.on_account * 100)::int END AS most,
      (SELECT ${NOT_ASKED} FROM payments q WHERE q.booking_id = b.id) AS kept FROM bookings b WHERE b.first_name <> 'crowd' ORDER BY b.id`,
  )
  const problems: string[] = []
  for (const { id, token, total, kept, most } of rows) {
    const page = await managedBooking(token, 'en', new Date(movedNow()))
    const owed = Math.round(Number(page?.owedAmount) * 100)
    if (owed !== Math.min(Math.max(total - kept, 0), most ?? Infinity))
      problems.push(
        `the page of booking ${id} asks for ${owed} sen, it costs ${total} and ${kept} are kept`,
      )
  }
  return problems
}

/** Bookings for which more is kept by now than they cost, and the owner has linked none of it. */
export async function paidTooMuch(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<Shown>(
    `SELECT * FROM (SELECT b.id, (b.total_amount * 100)::int AS total, (SELECT (${KEPT} * 100)::int FROM payments q WHERE q.booking_id = b.id AND q.outcome = 'confirmed') AS kept
      FROM bookings b WHERE NOT EXISTS (SELECT 1 FROM payments p JOIN audit_log l ON l.entity = 'payment' AND l.entity_id = p.id::text AND l.action = 'link'
        WHERE p.booking_id = b.id)) sold WHERE kept > total`,
  )
  return rows.map(({ id, total, kept }) => `booking ${id} costs ${total}, and ${kept} are kept`)
}
