import { createHash } from 'node:crypto'
import type pg from 'pg'
import type Stripe from 'stripe'

/** A query that a connection plans once: to plan these takes longer than to run them. */
const planned = <Row extends pg.QueryResultRow>(sql: pg.Client, text: string) =>
  sql.query<Row>({ name: createHash('md5').update(text).digest('hex'), text })

/** What the sandbox's GET /_sandbox/state says: Stripe's own ledger. */
export type Ledger = {
  payment_intents: Stripe.PaymentIntent[]
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
}

type Payment = {
  id: number
  intent: string | null
  status: string
  outcome: string | null
  reason: string | null
  amount: number
  /** At Stripe, and by the studio itself. */
  refunded: number
  returned: number
  currency: string
  refund_status: string | null
  disputed: boolean
  lost_sen: number
  disputed_sen: number
  handled: boolean
  offline: boolean
}

// How many hours a booking takes of the room each day, and on which days: the rules once more, in
// SQL, so that the application's rules are not what checks them. A weekly booking is five working
// days from its date on.
const ROWS_NEEDED = `
  WITH days AS (
    SELECT b.id, day::date AS day, row_number() OVER (PARTITION BY b.id ORDER BY day) AS nth
    FROM bookings b CROSS JOIN LATERAL generate_series(b.date::date, b.date::date + CASE b.duration WHEN 'weekly' THEN 40 ELSE 0 END, interval '1 day') AS day
    WHERE b.status <> 'cancelled'
      AND (b.duration <> 'weekly' OR (extract(isodow FROM day) < 6 AND NOT EXISTS (SELECT 1 FROM holidays h WHERE h.date = to_char(day, 'YYYY-MM-DD')
        AND (cardinality(h.studio_ids) = 0 OR b.studio_id = ANY (h.studio_ids)))))
  ), needed AS (
    SELECT d.id AS booking_id, b.studio_id, (d.day + b.time::time) AT TIME ZONE 'Asia/Kuala_Lumpur' AS starts_at,
      (d.day + b.time::time) AT TIME ZONE 'Asia/Kuala_Lumpur'
        + make_interval(hours => CASE b.duration WHEN 'hourly' THEN b.hours WHEN 'half-day' THEN 4 ELSE 8 END) AS ends_at
    FROM days d JOIN bookings b ON b.id = d.id WHERE d.nth <= CASE b.duration WHEN 'weekly' THEN 5 ELSE 1 END
  ), taken AS (
    SELECT r.*, coalesce(r.reserved_until, r.ends_at) AS until FROM slot_reservations r
  )`

/** Every error in the rooms, as a sentence; none when all is right. */
async function roomProblems(sql: pg.Client): Promise<string[]> {
  const { rows } = await planned<{ problem: string }>(
    sql,
    `${ROWS_NEEDED}
    SELECT format('booking %s lacks its reservation from %s to %s', n.booking_id, n.starts_at, n.ends_at) AS problem
      FROM needed n WHERE NOT EXISTS (SELECT 1 FROM slot_reservations r
        WHERE r.booking_id = n.booking_id AND r.starts_at = n.starts_at AND r.ends_at = n.ends_at AND r.studio_id = n.studio_id)
    UNION ALL SELECT format('reservation %s of booking %s should not be', r.id, r.booking_id)
      FROM slot_reservations r WHERE r.upgrade_id IS NULL AND NOT EXISTS (SELECT 1 FROM needed n
        WHERE n.booking_id = r.booking_id AND n.starts_at = r.starts_at AND n.ends_at = r.ends_at AND n.studio_id = r.studio_id)
    UNION ALL SELECT format('booking %s is in room %s, and reservation %s in room %s', b.id, b.studio_id, r.id, r.studio_id)
      FROM slot_reservations r JOIN bookings b ON b.id = r.booking_id WHERE r.studio_id <> b.studio_id
    UNION ALL SELECT format('booking %s is in room %s, which does not serve service %s', b.id, b.studio_id, b.service_id)
      FROM bookings b WHERE NOT EXISTS (SELECT 1 FROM service_rooms v WHERE v.service_id = b.service_id AND v.studio_id = b.studio_id)
    UNION ALL SELECT format('reservation %s is held for an upgrade that is not', r.id)
      FROM slot_reservations r JOIN booking_upgrades u ON u.id = r.upgrade_id WHERE u.status <> 'held' OR u.booking_id <> r.booking_id
    UNION ALL SELECT format('upgrade %s of booking %s is %s, its payment %s', u.id, u.booking_id, u.status, p.outcome)
      FROM booking_upgrades u JOIN payments p ON p.id = u.payment_id
      WHERE (u.status = 'applied') <> (p.outcome = 'confirmed' OR p.reason IS NOT DISTINCT FROM 'offline_refund'
          OR (p.outcome = 'refunded' AND p.reason IS NOT DISTINCT FROM 'owner_refund'))
        AND p.outcome IS NOT NULL AND p.refund_status IS NULL
    UNION ALL SELECT format('booking %s spans %s to %s, its reservations do not', b.id, b.starts_at, b.ends_at)
      FROM bookings b JOIN (SELECT booking_id, min(starts_at) AS first, max(ends_at) AS last FROM needed GROUP BY 1) n ON n.booking_id = b.id
      WHERE b.starts_at <> n.first OR b.ends_at <> n.last
    UNION ALL SELECT format('booking %s (%s) has add-on %s for %s hours at %s, %s in all', b.id, b.duration, a.service_id, a.hours, a.hourly_rate, a.total_amount)
      FROM booking_add_ons a JOIN bookings b ON b.id = a.booking_id
      WHERE a.hours <> CASE b.duration WHEN 'hourly' THEN b.hours WHEN 'half-day' THEN 4 WHEN 'full-day' THEN 8 ELSE 40 END
        OR a.total_amount <> a.hours * a.hourly_rate
        OR a.total_amount > b.total_amount - (SELECT coalesce(sum((line ->> 'amountSen')::numeric), 0) / 100
          FROM sales s, jsonb_array_elements(s.lines) AS line WHERE s.booking_id = b.id AND line ->> 'kind' = 'discount')
    UNION ALL SELECT format('booking %s costs %s, its sales %s', b.id, b.total_amount, sold.total)
      FROM bookings b, LATERAL (SELECT sum(s.total_amount) AS total FROM sales s LEFT JOIN booking_upgrades u ON u.sale_id = s.id
        WHERE s.booking_id = b.id AND (s.kind = 'session' OR u.status = 'applied')) sold WHERE sold.total IS DISTINCT FROM b.total_amount
    UNION ALL SELECT format('code %s has %s uses of %s', c.code, count(*), c.max_uses)
      FROM codes c JOIN bookings b ON b.code_id = c.id AND b.status <> 'cancelled' GROUP BY c.id HAVING count(*) > c.max_uses
    UNION ALL SELECT format('code %s was used %s times by %s', c.code, count(*), lower(b.email))
      FROM codes c JOIN bookings b ON b.code_id = c.id AND b.status <> 'cancelled' WHERE c.once_each GROUP BY c.id, lower(b.email) HAVING count(*) > 1
    UNION ALL SELECT format('booking %s has code %s, its sale %s line(s) of it', b.id, b.code_id, count(line))
      FROM bookings b JOIN sales s ON s.booking_id = b.id AND s.kind = 'session'
      LEFT JOIN LATERAL jsonb_array_elements(s.lines) AS line ON line ->> 'reason' = 'code'
      LEFT JOIN codes c ON c.id = b.code_id GROUP BY b.id, b.code_id
      HAVING (b.code_id IS NULL) <> (count(line) = 0) OR count(line) > 1 OR (b.status <> 'cancelled' AND b.total_amount > 0 AND b.total_amount < 2 AND b.code_id IS NOT NULL)
    UNION ALL SELECT format('code %s (%s to %s) was used on %s', c.code, c.first_day, c.last_day, b.created_at)
      FROM codes c JOIN bookings b ON b.code_id = c.id, LATERAL to_char(b.created_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM-DD') AS day
      WHERE day < c.first_day OR day > c.last_day
    UNION ALL SELECT format('order %s costs %s, its sale %s', o.id, o.total_amount, s.total_amount)
      FROM video_editing_orders o LEFT JOIN sales s ON s.order_id = o.id WHERE s.total_amount IS DISTINCT FROM o.total_amount
    UNION ALL SELECT format('sale %s costs %s before tax, its lines %s sen', s.id, s.subtotal, lines.sen)
      FROM sales s, LATERAL (SELECT sum((line ->> 'amountSen')::int) AS sen FROM jsonb_array_elements(s.lines) AS line) lines
      WHERE lines.sen IS DISTINCT FROM s.subtotal * 100
    UNION ALL SELECT format('reservations %s and %s overlap', a.id, z.id)
      FROM taken a JOIN taken z ON a.id < z.id AND a.studio_id = z.studio_id AND CASE WHEN a.booking_id = z.booking_id
        THEN a.starts_at < z.ends_at AND z.starts_at < a.ends_at ELSE a.starts_at < z.until AND z.starts_at < a.until END
    UNION ALL SELECT format('booking %s costs %s, and %s confirmed payments keep %s', b.id, b.total_amount, count(*), sum(kept))
      FROM bookings b, LATERAL (SELECT greatest(coalesce(p.received_amount, p.amount) - p.refunded_amount - p.lost_amount, 0) AS kept FROM payments p
        WHERE p.booking_id = b.id AND p.purpose = 'booking' AND p.outcome = 'confirmed') paid
      WHERE b.on_account = 0 GROUP BY b.id HAVING count(*) > 1 AND sum(kept) > b.total_amount
    UNION ALL SELECT format('reservation %s of booking %s is outside the opening hours: %s to %s', id, booking_id, opens, closes)
      FROM (SELECT r.id, r.booking_id, s.hours, r.starts_at AT TIME ZONE 'Asia/Kuala_Lumpur' AS opens, r.ends_at AT TIME ZONE 'Asia/Kuala_Lumpur' AS closes,
          extract(isodow FROM r.starts_at AT TIME ZONE 'Asia/Kuala_Lumpur') > 5 OR EXISTS (SELECT 1 FROM holidays h
            WHERE h.date = to_char(r.starts_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM-DD') AND (cardinality(h.studio_ids) = 0 OR s.id = ANY (h.studio_ids))) AS short
        FROM slot_reservations r JOIN bookings b ON b.id = r.booking_id JOIN studios s ON s.id = r.studio_id AND s.updated_at <= b.created_at
          WHERE b.kept_at IS NULL) local,
        LATERAL (SELECT hours -> CASE WHEN short THEN 'weekend' ELSE 'weekday' END AS day) kind_of_day
      WHERE NOT EXISTS (SELECT 1 FROM settings WHERE key = 'seasons') AND (extract(epoch FROM opens - opens::date) < 3600 * (day ->> 'opens')::int
        OR extract(epoch FROM closes - opens::date) > 3600 * (day ->> 'closes')::int)
    UNION ALL SELECT format('booking %s is pending and nothing is reserved for it', b.id)
      FROM bookings b WHERE b.status = 'pending' AND NOT EXISTS (SELECT 1 FROM slot_reservations r WHERE r.booking_id = b.id)
    UNION ALL SELECT format('booking %s is %s, but nobody paid and no administrator said so', b.id, b.status)
      FROM bookings b WHERE b.status IN ('confirmed', 'completed') AND b.total_amount > 0
        AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id AND (p.outcome IN ('confirmed', 'refunded') OR p.reason = 'refund_failed'))
        AND NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'booking' AND l.entity_id = b.id::text AND l.actor <> 'customer')
    UNION ALL SELECT format('booking %s was paid by payment %s and is %s without anybody having cancelled it', b.id, p.id, b.status)
      FROM bookings b JOIN payments p ON p.booking_id = b.id AND p.outcome = 'confirmed'
      WHERE (b.status = 'pending' AND NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'booking' AND l.entity_id = b.id::text AND l.action = 'status')
          AND (p.amount >= b.total_amount OR NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'booking' AND l.entity_id = b.id::text AND l.action IN ('paid', 'transfer'))))
        OR (b.status = 'cancelled' AND b.cancel_reason IN ('expired', 'released'))`,
  )
  return rows.map(({ problem }) => problem)
}

/**
 * Video editing orders that contradict their payments: one confirmed payment each while they count
 * as paid, none before.
 */
async function orderProblems(sql: pg.Client): Promise<string[]> {
  const { rows } = await planned<{ problem: string }>(
    sql,
    `
    WITH o AS (SELECT o.*, paid.* FROM video_editing_orders o, LATERAL (SELECT count(*) AS kept, coalesce(sum(coalesce(p.received_amount, p.amount)), 0) AS came
      FROM payments p WHERE p.order_id = o.id AND p.outcome = 'confirmed') paid)
    SELECT format('order %s is %s and has %s confirmed payments over %s', id, status, kept, came) AS problem FROM o
      WHERE (status IN ('paid', 'in_progress', 'delivered', 'completed') AND (kept = 0 OR (kept > 1 AND came <> total_amount))
        AND NOT (kept = 0 AND EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.id AND p.outcome IN ('needs_attention', 'refund_due'))))
        OR (status = 'pending' AND came >= total_amount) OR (status IN ('cancelled', 'refunded') AND kept <> 0)
    UNION ALL SELECT format('order %s is %s without a date of payment or its due date with its footage', id, status) FROM o
      WHERE status IN ('paid', 'in_progress', 'delivered', 'completed') AND (paid_at IS NULL OR (due_at IS NULL) <> (footage_at IS NULL)
        OR (due_at IS NULL AND status <> 'paid'))
    UNION ALL SELECT format('%s orders of %s have the first-order price', count(*), customer_email) FROM o
      WHERE discount = 'first_order' AND status NOT IN ('cancelled', 'refunded') GROUP BY customer_email HAVING count(*) > 1`,
  )
  return rows.map(({ problem }) => problem)
}

const isStanding = ({ status }: Stripe.Refund) => status === 'succeeded' || status === 'pending'
const sum = (refunds: readonly Stripe.Refund[]) =>
  refunds.reduce((total, { amount }) => total + amount, 0)
const OVER: readonly string[] = ['won', 'warning_closed', 'prevented']
/** What some disputes have taken, or, where nothing was taken yet, want. */
const takenBy = (disputes: readonly Stripe.Dispute[]) =>
  disputes
    .map(({ amount, balance_transactions: lines }) =>
      lines.length > 0 ? -lines.reduce((total, line) => total + line.amount, 0) : amount,
    )
    .reduce((total, sen) => total + sen, 0)

/** What Stripe has about one intent; `received` is null unless it succeeded. */
function factsAbout(ledger: Ledger, id: string | null) {
  const intent = ledger.payment_intents.find((one) => one.id === id)
  const refunds = ledger.refunds.filter((one) => one.payment_intent === id)
  const disputes = ledger.disputes.filter((one) => one.payment_intent === id)
  return {
    status: intent?.status ?? null,
    received: intent?.status === 'succeeded' ? intent.amount_received : null,
    currency: intent?.currency ?? null,
    back: sum(refunds.filter(isStanding)),
    isPending: refunds.some(({ status }) => status === 'pending'),
    hasFailed: refunds.some(({ status }) => status === 'failed' || status === 'canceled'),
    isDisputed: disputes.some(({ status }) => !OVER.includes(status)),
    lost: takenBy(disputes.filter(({ status }) => status === 'lost')),
    disputed: takenBy(disputes.filter(({ status }) => status !== 'lost' && !OVER.includes(status))),
  }
}
type Facts = ReturnType<typeof factsAbout>

/** The errors of one payment's row at any time, given Stripe's facts about it. */
function* rowProblems(row: Payment, facts: Facts, settled: boolean): Generator<string> {
  const { received, back, hasFailed, isDisputed, lost } = facts
  if (row.outcome !== null && received === null)
    yield 'has an outcome, but Stripe never took the money'
  if (row.outcome === null && back > 0) yield 'was never settled, but was refunded'
  if (row.outcome === null || received === null) return
  if (settled && row.outcome === 'refund_due') yield 'the refund is still due'
  const gone = back + row.returned
  // What a dispute took beside a refund cannot be given back any more.
  const isAllGone = gone === received || (gone > 0 && gone + lost >= received)
  if (row.outcome === 'refunded' && (!isAllGone || row.refunded !== back))
    yield `${back} of ${received} sen went back, the books say ${row.refunded}`
  if (row.outcome === 'confirmed' && facts.currency !== 'myr')
    yield `confirmed for ringgit, but ${facts.currency} came`
  if (row.currency !== facts.currency) yield `${facts.currency} came, the books say ${row.currency}`
  if (row.outcome === 'confirmed' && back >= received)
    yield 'kept as confirmed, but everything went back'
  if (row.outcome === 'confirmed' && row.refunded !== back)
    yield `${back} sen went back, the books say ${row.refunded}`
  if (row.outcome === 'confirmed' && row.amount !== received)
    yield `confirmed for ${row.amount} sen, but ${received} came`
  if (settled && row.handled && row.outcome === 'refund_due')
    yield 'was looked after, but a refund of it is due: nobody sees it'
  if (settled && row.outcome === 'needs_attention' && back >= received && !hasFailed && !isDisputed)
    yield 'needs attention, though everything went back'
}

/** Its further errors once nothing is in progress any more. */
function* restProblems(row: Payment, facts: Facts): Generator<string> {
  const { status, received, back, isPending, hasFailed, isDisputed, lost, disputed } = facts
  const expected = status ?? 'canceled'
  if (row.status !== expected)
    yield `Stripe says ${status ?? 'that it does not exist'}, the books ${row.status}`
  if (received === null) return
  if (row.outcome === null) yield 'has no outcome'
  if (row.outcome === 'needs_attention' && row.refunded !== back)
    yield `${back} sen went back, the books say ${row.refunded}`
  if (row.disputed !== isDisputed)
    yield `Stripe says ${isDisputed ? 'disputed' : 'not disputed'}, the books do not`
  if (row.lost_sen !== lost || row.disputed_sen !== disputed)
    yield `disputes took ${lost} and want ${disputed} sen, the books say ${row.lost_sen} and ${row.disputed_sen}`
  const isWhole = back >= received
  const fitting =
    back === 0
      ? [null, 'failed']
      : [isPending ? 'pending' : 'succeeded', ...(hasFailed && !isWhole ? ['failed'] : [])]
  // What failed there was given back here.
  if (row.returned > 0 && hasFailed) fitting.push('succeeded')
  if (!fitting.includes(row.refund_status))
    yield `the refund stands as ${row.refund_status}, Stripe says ${fitting.join(' or ')}`
}

type Certainty = { settled?: boolean; atRest?: boolean }

/** Every difference between our payments and Stripe's ledger. */
async function moneyProblems(
  sql: pg.Client,
  ledger: Ledger,
  { settled = true, atRest = false }: Certainty,
): Promise<string[]> {
  const { rows } = await planned<Payment>(
    sql,
    `SELECT id, stripe_payment_intent_id AS intent, status, outcome, reason, (amount * 100)::int AS amount, ((refunded_amount - CASE WHEN stripe_payment_intent_id IS NULL THEN 0 ELSE returned_amount END) * 100)::int AS refunded, (returned_amount * 100)::int AS returned, currency,
      refund_status, disputed, (lost_amount * 100)::int AS lost_sen, (disputed_amount * 100)::int AS disputed_sen, handled_at IS NOT NULL AS handled,
      stripe_payment_intent_id IS NULL AND reason IS NOT NULL AND reason IN ('offline', 'offline_refund') AS offline FROM payments`,
  )
  const problems: string[] = []
  for (const intent of ledger.payment_intents.filter(({ status }) => status === 'succeeded')) {
    const mine = rows.filter((row) => row.intent === intent.id)
    if (mine.length !== 1) problems.push(`${intent.id} succeeded and has ${mine.length} payments`)
    else if (settled && mine[0]?.status !== 'succeeded')
      problems.push(`${intent.id} succeeded, payment ${mine[0]?.id} is ${mine[0]?.status}`)
  }
  // Payments made at the studio are not at Stripe.
  for (const row of rows.filter(({ offline }) => !offline)) {
    const facts = factsAbout(ledger, row.intent)
    const wrong = [
      ...rowProblems(row, facts, settled),
      ...(atRest && row.intent ? restProblems(row, facts) : []),
    ]
    problems.push(
      ...wrong.map((what) => `payment ${row.id} (${row.intent}, ${row.outcome}): ${what}`),
    )
  }
  return problems
}

/**
 * Where the members' counters differ from their rows: counters, what was spent and earned, and
 * which sessions are in the ledger.
 */
async function memberProblems(sql: pg.Client): Promise<string[]> {
  const { rows } = await planned<{ problem: string }>(
    sql,
    `
    WITH here AS (
      SELECT p.*, CASE WHEN p.outcome IS NULL OR p.currency <> 'myr' THEN 0
          ELSE greatest(coalesce(p.received_amount, p.amount) - p.refunded_amount - p.lost_amount, 0) END AS sum,
        p.outcome <> 'refund_due' AND (p.reason IS DISTINCT FROM 'offline_refund' OR p.handled_at IS NOT NULL) AS counts
      FROM payments p
    ), standing AS (
      SELECT s.* FROM membership_sessions s WHERE s.reverses_id IS NULL AND NOT EXISTS (SELECT 1 FROM membership_sessions r WHERE r.reverses_id = s.id)
    ), counted AS (
      SELECT m.*, (SELECT count(*) FROM standing s WHERE s.membership_id = m.id AND NOT s.was_freebie_session) AS paid,
        (SELECT count(*) FROM standing s WHERE s.membership_id = m.id AND s.was_freebie_session) AS free FROM memberships m
    ), bought AS (
      SELECT b.id, b.email, b.status, b.is_free_session, b.created_at, b.completed_at,
        EXISTS (SELECT 1 FROM here p WHERE p.booking_id = b.id AND p.sum > 0) AS is_kept,
        EXISTS (SELECT 1 FROM here p WHERE p.booking_id = b.id AND p.sum > p.disputed_amount AND p.counts) AS is_paid
      FROM bookings b
    )
    SELECT format('member %s has %s sessions, %s to go, %s free ones, %s used; the ledger says %s and %s', id, sessions_completed, sessions_remaining,
        free_sessions_earned, free_sessions_used, paid, free) AS problem FROM counted
      WHERE sessions_completed <> paid OR sessions_remaining <> 10 - paid % 10 OR free_sessions_earned <> paid / 10
        OR free_sessions_used <> least(free, paid / 10)
    UNION ALL SELECT format('session %s of member %s stands, but its booking %s is %s', s.id, s.membership_id, b.id, b.status)
      FROM standing s JOIN bookings b ON b.id = s.booking_id WHERE b.status <> 'completed' AND NOT (b.is_free_session AND b.status <> 'cancelled')
    UNION ALL SELECT format('session %s of member %s stands, but the money of booking %s is not kept', s.id, s.membership_id, b.id)
      FROM standing s JOIN bought b ON b.id = s.booking_id WHERE NOT b.is_free_session AND NOT b.is_kept
    UNION ALL SELECT format('booking %s of member %s is completed and paid, and is no session', b.id, m.id)
      FROM bought b JOIN memberships m ON m.customer_email = lower(b.email) AND m.status = 'active' AND m.joined_at <= b.completed_at
        AND (m.email_proven_at <= b.created_at OR m.earlier_counted)
      WHERE b.status = 'completed' AND NOT b.is_free_session AND b.is_paid
        AND NOT EXISTS (SELECT 1 FROM standing s WHERE s.booking_id = b.id)
    UNION ALL SELECT format('member %s was never proven and has %s sessions, spent %s and was awarded %s', m.id, count(s.id), m.total_spent, m.referral_earnings)
      FROM memberships m LEFT JOIN standing s ON s.membership_id = m.id WHERE m.email_proven_at IS NULL
      GROUP BY m.id HAVING count(s.id) > 0 OR m.total_spent > 0 OR m.referral_earnings > 0
    UNION ALL SELECT format('reward %s is %s, but friend or referrer was never proven', r.id, r.status) FROM referral_rewards r
      JOIN memberships m ON m.id IN (r.referrer_membership_id, r.referred_membership_id) AND m.email_proven_at IS NULL WHERE r.status <> 'pending'
    UNION ALL SELECT format('session %s of member %s was booked before the proof, and nobody has said that it is theirs', s.id, m.id) FROM standing s
      JOIN memberships m ON m.id = s.membership_id JOIN bookings b ON b.id = s.booking_id
      WHERE NOT s.was_freebie_session AND b.created_at < m.email_proven_at AND m.earlier_counted IS NOT TRUE
    UNION ALL SELECT format('member %s has spent %s, the payments say %s', m.id, m.total_spent, spent.sum) FROM memberships m,
      LATERAL (SELECT coalesce(sum(greatest(p.sum - p.disputed_amount, 0)), 0) AS sum FROM here p LEFT JOIN bookings b ON b.id = p.booking_id
        LEFT JOIN video_editing_orders v ON v.id = p.order_id WHERE p.counts
          AND ((b.status = 'completed' AND EXISTS (SELECT 1 FROM standing s WHERE s.booking_id = b.id AND s.membership_id = m.id)) OR (lower(v.customer_email) = m.customer_email AND (m.email_proven_at <= v.created_at OR m.earlier_counted)))) spent
      WHERE m.total_spent <> spent.sum
    UNION ALL SELECT format('member %s has earned %s, the rewards say %s', m.id, m.referral_earnings, earned.sum) FROM memberships m,
      LATERAL (SELECT coalesce(sum(reward_amount), 0) AS sum FROM referral_rewards WHERE referrer_membership_id = m.id AND status IN ('awarded', 'paid')) earned
      WHERE m.referral_earnings <> earned.sum
    UNION ALL SELECT format('reward %s stands, but booking %s is %s', r.id, b.id, b.status) FROM referral_rewards r JOIN bought b ON b.id = r.booking_id
      WHERE r.reverses_id IS NULL AND r.status IN ('awarded', 'paid') AND (b.status <> 'completed' OR NOT b.is_kept)
        AND NOT EXISTS (SELECT 1 FROM referral_rewards x WHERE x.reverses_id = r.id)`,
  )
  return rows.map(({ problem }) => problem)
}

/**
 * What is kept for a booking, where that is more than its price or, what was refunded apart, less; the
 * owner is shown such bookings. What a dispute has taken may have been paid anew, except for an
 * upgrade.
 */
async function keptProblems(sql: pg.Client): Promise<string[]> {
  const { rows } = await planned<{ problem: string }>(
    sql,
    `
    SELECT format('booking %s costs %s, and %s is kept for it', b.id, b.total_amount, kept.sum) AS problem
    FROM bookings b, LATERAL (SELECT coalesce(sum(greatest(p.amount - p.refunded_amount - p.lost_amount, 0)) FILTER (WHERE p.outcome = 'confirmed'), 0) AS sum,
        coalesce(sum(p.refunded_amount + p.lost_amount) FILTER (WHERE p.outcome = 'confirmed'), 0) AS refunded,
        count(*) FILTER (WHERE p.outcome = 'confirmed' AND p.purpose = 'booking') AS payments,
        count(*) FILTER (WHERE p.outcome <> 'confirmed' AND coalesce(p.reason, '') NOT IN ('duplicate', 'late', 'cancelled', 'amount_mismatch')) AS gone,
        count(*) FILTER (WHERE EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'payment' AND l.entity_id = p.id::text AND l.action = 'link')) AS linked
      FROM payments p WHERE p.booking_id = b.id) kept,
      -- Set by the owner, who was paid a part of it: the rest is owed.
      LATERAL (SELECT EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'booking' AND l.entity_id = b.id::text AND l.action = 'status')
        AND EXISTS (SELECT 1 FROM payments s WHERE s.booking_id = b.id AND s.reason = 'offline') AS was) by_hand
    WHERE b.status IN ('confirmed', 'completed') AND kept.payments > 0 AND kept.gone = 0 AND kept.linked = 0
      AND NOT kept.sum BETWEEN CASE WHEN by_hand.was THEN 0 ELSE b.total_amount - b.on_account - kept.refunded END AND b.total_amount
      AND NOT EXISTS (SELECT 1 FROM payments u WHERE u.booking_id = b.id AND u.purpose = 'upgrade' AND u.lost_amount > 0)`,
  )
  return rows.map(({ problem }) => problem)
}

/**
 * Documents that differ from the payments: a kept payment has one receipt over the amount received,
 * numbers have no gaps but those after a restore, which the audit log explains, and at rest the notes
 * equal Stripe's refunds.
 */
async function receiptProblems(
  sql: pg.Client,
  ledger: Ledger,
  { atRest = false }: Certainty,
): Promise<string[]> {
  const { rows } = await planned<{ problem: string }>(
    sql,
    `
    SELECT format('payment %s is kept and has %s receipts', p.id, count(r.id)) AS problem
      FROM payments p LEFT JOIN receipts r ON r.payment_id = p.id AND r.kind = 'receipt'
      WHERE p.outcome = 'confirmed' AND p.amount > 0 GROUP BY p.id HAVING count(r.id) <> 1${
        // The receipt of what an act recorded waits until it stands, and then for a job.
        atRest
          ? ' AND NOT bool_or(can_be_taken_back(p.booking_id, now()))'
          : ' AND NOT (count(r.id) = 0 AND bool_or(p.booking_id IN (SELECT booking_id FROM undoable_acts)))'
      }
    UNION ALL SELECT format('receipt %s is over %s, but %s came', r.number, r.total_amount, coalesce(p.received_amount, p.amount))
      FROM receipts r JOIN payments p ON p.id = r.payment_id
      WHERE r.kind = 'receipt' AND r.total_amount <> coalesce(p.received_amount, p.amount)
    UNION ALL SELECT format('the lines of %s %s are not its subtotal', kind, number)
      FROM receipts WHERE subtotal * 100 <> (SELECT sum((line ->> 'amountSen')::int) FROM jsonb_array_elements(lines) line)
    UNION ALL SELECT format('between the %s numbers %s and %s is a gap', kind, before, number)
      FROM (SELECT kind, number, lag(number, 1, 0) OVER (PARTITION BY kind ORDER BY number) AS before FROM receipts
        UNION ALL SELECT c.kind, c.last + 1, coalesce(max(r.number), 0)
          FROM receipt_counters c LEFT JOIN receipts r ON r.kind = c.kind GROUP BY c.kind) n
      WHERE number - before - 1 <> (SELECT coalesce(sum((a.after ->> kind)::int - (a.before ->> kind)::int), 0)
        FROM audit_log a WHERE a.action = 'after_restore'
          AND (a.before ->> kind)::int >= n.before AND (a.after ->> kind)::int < number)`,
  )
  const problems = rows.map(({ problem }) => problem)
  if (!atRest) return problems
  const noted = await planned<{ intent: string; byHand: number; sen: number }>(
    sql,
    `
    SELECT p.stripe_payment_intent_id AS intent, (p.returned_amount * 100)::int AS "byHand", coalesce(sum(CASE r.kind WHEN 'credit_note' THEN r.total_amount
      WHEN 'debit_note' THEN -r.total_amount ELSE 0 END) * 100, 0)::int AS sen
    FROM payments p JOIN receipts r ON r.payment_id = p.id WHERE p.stripe_payment_intent_id IS NOT NULL GROUP BY 1, 2`,
  )
  for (const { intent, byHand, sen } of noted.rows) {
    const paidOut = ledger.refunds.filter(
      (one) => one.payment_intent === intent && one.status === 'succeeded',
    )
    const back = sum(paidOut) + byHand
    if (back !== sen) problems.push(`${back} sen of ${intent} were paid back, its notes say ${sen}`)
  }
  return problems
}

/**
 * Whether the last mail to a customer about a booking or an order is true, and whether every mail
 * was sent, except those that the mail server refused for three days.
 */
async function mailProblems(sql: pg.Client): Promise<string[]> {
  const { rows } = await planned<{ problem: string }>(
    sql,
    `
    WITH last AS (
      SELECT DISTINCT ON (booking_id, order_id) booking_id, order_id, says, told FROM notices
      WHERE audience = 'customer' ORDER BY booking_id, order_id, id DESC
    ), given_up AS (
      SELECT booking_id, order_id FROM mails WHERE status = 'failed'
        OR (status = 'dropped' AND coalesce(last_error, '') NOT LIKE 'not true%'))
    SELECT format('mail %s (%s) is %s', id, kind, status) AS problem FROM mails WHERE status NOT IN ('sent', 'dropped')
      AND NOT (status = 'failed' AND next_attempt_at >= created_at + interval '3 days')
    UNION ALL SELECT format('booking %s is %s for %s %s %s, the last mail was %s %s %s %s', b.id, b.status, b.date, b.time, b.duration,
        coalesce(l.says, 'none'), l.told ->> 'date', l.told ->> 'time', l.told ->> 'duration')
      FROM bookings b LEFT JOIN last l ON l.booking_id = b.id WHERE b.status = 'confirmed' AND b.id NOT IN (SELECT booking_id FROM given_up WHERE booking_id IS NOT NULL)
        AND ((l.told IS NULL AND EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id AND p.outcome = 'confirmed'))
          OR l.told ->> 'standing' NOT IN ('stands', 'done') OR l.told ->> 'date' <> b.date OR l.told ->> 'time' <> b.time
          OR l.told ->> 'duration' <> b.duration OR (l.told ->> 'hours')::int <> b.hours)
    UNION ALL SELECT format('booking %s is cancelled (%s), the last mail was %s', b.id, b.cancel_reason, l.says)
      FROM bookings b JOIN last l ON l.booking_id = b.id WHERE b.status = 'cancelled' AND l.told ->> 'standing' IN ('waits', 'stands', 'done')
        AND b.id NOT IN (SELECT booking_id FROM given_up WHERE booking_id IS NOT NULL)
    UNION ALL SELECT format('order %s is %s, the last mail was %s', o.id, o.status, coalesce(l.says, 'none'))
      FROM video_editing_orders o LEFT JOIN last l ON l.order_id = o.id
      WHERE o.id NOT IN (SELECT order_id FROM given_up WHERE order_id IS NOT NULL)
        AND ((o.status IN ('paid', 'in_progress', 'delivered', 'completed') AND coalesce(l.told ->> 'standing', '') NOT IN ('stands', 'done'))
          OR (o.status = 'refunded' AND coalesce(l.told ->> 'standing', '') <> 'ended'))`,
  )
  return rows.map(({ problem }) => problem)
}

/** Every contradiction between the database, the rooms and Stripe's ledger, as sentences. */
export async function bookProblems(
  sql: pg.Client,
  ledger: Ledger,
  certainty: Certainty = {},
): Promise<string[]> {
  return [
    ...(await moneyProblems(sql, ledger, certainty)),
    ...(await roomProblems(sql)),
    ...(await orderProblems(sql)),
    ...(await keptProblems(sql)),
    ...(await receiptProblems(sql, ledger, certainty)),
    ...(certainty.atRest ? [...(await memberProblems(sql)), ...(await mailProblems(sql))] : []),
  ]
}

/**
 * Throws with every contradiction between the database, the rooms and Stripe's ledger; says nothing
 * when there is none. Money: each succeeded intent has exactly one payment, which is confirmed,
 * refunded (by refunds that Stripe has) or needs attention, and stands in the open when it does.
 * Rooms: no overlap, each live booking has exactly its rows, nothing is outside the opening hours.
 * With `settled: false` a payment may still be on its way to its outcome. With `atRest` nothing is
 * under way any more, and everything must be true: each row equals Stripe's facts, what is kept is
 * what the bookings cost, the members' counters are those of their ledger, and the last mail that
 * each customer got says how it stands.
 */
export async function assertBooksBalance(
  sql: pg.Client,
  ledger: Ledger,
  certainty: Certainty = {},
): Promise<void> {
  const problems = await bookProblems(sql, ledger, certainty)
  if (problems.length > 0) throw new Error(`The books do not balance:\n${problems.join('\n')}`)
}
