import type pg from 'pg'
import type Stripe from 'stripe'

/** What the sandbox's GET /_sandbox/state says: Stripe's own ledger. */
export type Ledger = { payment_intents: Stripe.PaymentIntent[]; refunds: Stripe.Refund[] }

type Payment = {
  id: number
  intent: string | null
  status: string
  outcome: string | null
  amount: number
  refunded: number
  refund_status: string | null
  offline: boolean
}

// How many hours a booking takes of the room each day, and on which days: decisions B2 and B3 once
// more, in SQL, so that the application's rules are not what checks them. A weekly booking is five
// working days from its date on.
const ROWS_NEEDED = `
  WITH days AS (
    SELECT b.id, day::date AS day, row_number() OVER (PARTITION BY b.id ORDER BY day) AS nth
    FROM bookings b CROSS JOIN LATERAL generate_series(b.date::date, b.date::date + CASE b.duration WHEN 'weekly' THEN 40 ELSE 0 END, interval '1 day') AS day
    WHERE b.status <> 'cancelled'
      AND (b.duration <> 'weekly' OR (extract(isodow FROM day) < 6 AND NOT EXISTS (SELECT 1 FROM holidays h WHERE h.date = to_char(day, 'YYYY-MM-DD'))))
  ), needed AS (
    SELECT d.id AS booking_id, (d.day + b.time::time) AT TIME ZONE 'Asia/Kuala_Lumpur' AS starts_at,
      (d.day + b.time::time) AT TIME ZONE 'Asia/Kuala_Lumpur'
        + make_interval(hours => CASE b.duration WHEN 'hourly' THEN 1 WHEN 'half-day' THEN 4 ELSE 8 END) AS ends_at
    FROM days d JOIN bookings b ON b.id = d.id WHERE d.nth <= CASE b.duration WHEN 'weekly' THEN 5 ELSE 1 END
  )`

/** Everything that is wrong with the rooms: each is a sentence; none when all is right. */
async function roomProblems(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ problem: string }>(`${ROWS_NEEDED}
    SELECT format('booking %s lacks its reservation from %s to %s', n.booking_id, n.starts_at, n.ends_at) AS problem
      FROM needed n WHERE NOT EXISTS (SELECT 1 FROM slot_reservations r JOIN bookings b ON b.id = r.booking_id JOIN services s ON s.id = b.service_id
        WHERE r.booking_id = n.booking_id AND r.starts_at = n.starts_at AND r.ends_at = n.ends_at AND r.studio_id = s.studio_id)
    UNION ALL SELECT format('reservation %s of booking %s should not be', r.id, r.booking_id)
      FROM slot_reservations r WHERE r.kind = 'booking' AND r.upgrade_id IS NULL AND NOT EXISTS (SELECT 1 FROM needed n
        WHERE n.booking_id = r.booking_id AND n.starts_at = r.starts_at AND n.ends_at = r.ends_at)
    UNION ALL SELECT format('reservation %s is held for an upgrade that is not', r.id)
      FROM slot_reservations r JOIN booking_upgrades u ON u.id = r.upgrade_id WHERE u.status <> 'held' OR u.booking_id <> r.booking_id
    UNION ALL SELECT format('upgrade %s of booking %s is %s, its payment %s', u.id, u.booking_id, u.status, p.outcome)
      FROM booking_upgrades u JOIN payments p ON p.id = u.payment_id
      WHERE (u.status = 'applied') <> (p.outcome = 'confirmed' OR (p.outcome = 'refunded' AND p.reason IS NOT DISTINCT FROM 'owner_refund'))
        AND p.outcome IS NOT NULL AND p.refund_status IS NULL
    UNION ALL SELECT format('booking %s costs %s, but %s was paid for it', b.id, b.total_amount, paid.sum)
      FROM bookings b JOIN (SELECT booking_id, sum(amount) FROM payments WHERE outcome = 'confirmed' GROUP BY 1) paid ON paid.booking_id = b.id
      WHERE b.status = 'confirmed' AND EXISTS (SELECT 1 FROM booking_upgrades u WHERE u.booking_id = b.id) AND b.total_amount <> paid.sum
    UNION ALL SELECT format('booking %s spans %s to %s, its reservations do not', b.id, b.starts_at, b.ends_at)
      FROM bookings b JOIN (SELECT booking_id, min(starts_at) AS first, max(ends_at) AS last FROM needed GROUP BY 1) n ON n.booking_id = b.id
      WHERE b.starts_at <> n.first OR b.ends_at <> n.last
    UNION ALL SELECT format('reservations %s and %s overlap', a.id, z.id)
      FROM slot_reservations a JOIN slot_reservations z ON a.id < z.id AND a.studio_id = z.studio_id AND a.starts_at < z.ends_at AND z.starts_at < a.ends_at
    UNION ALL SELECT format('booking %s is pending and nothing is reserved for it', b.id)
      FROM bookings b WHERE b.status = 'pending' AND NOT EXISTS (SELECT 1 FROM slot_reservations r WHERE r.booking_id = b.id)
    UNION ALL SELECT format('booking %s is %s, but nobody paid and no administrator said so', b.id, b.status)
      FROM bookings b WHERE b.status IN ('confirmed', 'completed') AND b.total_amount > 0
        AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id AND (p.outcome IN ('confirmed', 'refunded') OR p.reason = 'refund_failed'))
        AND NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'booking' AND l.entity_id = b.id::text AND l.actor <> 'customer')
    UNION ALL SELECT format('booking %s was paid by payment %s and is %s without anybody having cancelled it', b.id, p.id, b.status)
      FROM bookings b JOIN payments p ON p.booking_id = b.id AND p.outcome = 'confirmed'
      WHERE (b.status = 'pending' AND NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'booking' AND l.entity_id = b.id::text AND l.action = 'status'))
        OR (b.status = 'cancelled' AND b.cancel_reason IN ('expired', 'released'))`)
  return rows.map(({ problem }) => problem)
}

/**
 * Video editing orders that say other than their money: one confirmed payment each while they are
 * paid for, none before.
 */
async function orderProblems(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ problem: string }>(`
    WITH o AS (SELECT o.*, (SELECT count(*) FROM payments p WHERE p.order_id = o.id AND p.outcome = 'confirmed') AS kept FROM video_editing_orders o)
    SELECT format('order %s is %s and has %s confirmed payments', id, status, kept) AS problem FROM o
      WHERE (status IN ('paid', 'in_progress', 'delivered', 'completed') AND kept <> 1) OR (status IN ('pending', 'cancelled', 'refunded') AND kept <> 0)
    UNION ALL SELECT format('order %s is %s without a date of payment or a due date', id, status) FROM o
      WHERE status IN ('paid', 'in_progress', 'delivered', 'completed') AND (paid_at IS NULL OR due_at IS NULL)
    UNION ALL SELECT format('%s orders of %s have the first-order price', count(*), customer_email) FROM o
      WHERE discount = 'first_order' AND status NOT IN ('cancelled', 'refunded') GROUP BY customer_email HAVING count(*) > 1`)
  return rows.map(({ problem }) => problem)
}

const refundsOf = (ledger: Ledger, intent: string | null) =>
  ledger.refunds
    .filter(
      (refund) =>
        refund.payment_intent === intent &&
        (refund.status === 'succeeded' || refund.status === 'pending'),
    )
    .reduce((sum, refund) => sum + refund.amount, 0)

/**
 * Everything in which our payments and Stripe's ledger differ. `settled` says that nothing may be
 * on its way any more.
 */
async function moneyProblems(sql: pg.Client, ledger: Ledger, settled: boolean): Promise<string[]> {
  const { rows } = await sql.query<Payment>(
    `SELECT id, stripe_payment_intent_id AS intent, status, outcome, (amount * 100)::int AS amount, (refunded_amount * 100)::int AS refunded, refund_status,
      stripe_payment_intent_id IS NULL AND reason IS NOT NULL AND reason IN ('offline', 'offline_refund') AS offline FROM payments`,
  )
  const problems: string[] = []
  const paid = ledger.payment_intents.filter((intent) => intent.status === 'succeeded')
  for (const intent of paid) {
    const mine = rows.filter((row) => row.intent === intent.id)
    if (mine.length !== 1) problems.push(`${intent.id} succeeded and has ${mine.length} payments`)
    else if (settled && mine[0]?.status !== 'succeeded')
      problems.push(`${intent.id} succeeded, payment ${mine[0]?.id} is ${mine[0]?.status}`)
  }
  // What was paid at the desk is no business of Stripe's.
  for (const row of rows.filter(({ offline }) => !offline)) {
    const back = refundsOf(ledger, row.intent)
    const received = paid.find((intent) => intent.id === row.intent)?.amount_received
    const say = (what: string) =>
      problems.push(`payment ${row.id} (${row.intent}, ${row.outcome}): ${what}`)
    if (row.outcome !== null && received === undefined)
      say('has an outcome, but Stripe never took the money')
    if (row.outcome === null && back > 0) say('was never settled, but was refunded')
    if (row.outcome === null || received === undefined) continue
    if (settled && row.outcome === 'refund_due') say('the refund is still due')
    if (row.outcome === 'refunded' && (back !== received || row.refunded !== back))
      say(`${back} of ${received} sen went back, the books say ${row.refunded}`)
    if (row.outcome === 'confirmed' && back >= received)
      say('kept as confirmed, but everything went back')
    if (row.outcome === 'confirmed' && row.refunded !== back)
      say(`${back} sen went back, the books say ${row.refunded}`)
    if (row.outcome === 'confirmed' && row.amount !== received)
      say(`confirmed for ${row.amount} sen, but ${received} came`)
  }
  return problems
}

/**
 * Throws with every contradiction between the database, the rooms and Stripe's ledger; says nothing
 * when there is none. Money: each succeeded intent has exactly one payment, which is confirmed,
 * refunded (by refunds that Stripe has) or needs attention. Rooms: no overlap, and each live
 * booking has exactly its rows. With `settled: false` a payment may still be on its way to its
 * outcome.
 */
export async function assertBooksBalance(
  sql: pg.Client,
  ledger: Ledger,
  { settled = true } = {},
): Promise<void> {
  const problems = [
    ...(await moneyProblems(sql, ledger, settled)),
    ...(await roomProblems(sql)),
    ...(await orderProblems(sql)),
  ]
  if (problems.length > 0) throw new Error(`The books do not balance:\n${problems.join('\n')}`)
}
