// What the documents say, compared with the sales, the payments and Stripe's refunds: whose they are,
// their sums, their tax, and when they are dated.
import type pg from 'pg'
import type { Ledger } from '@/tests/support/books'
import { movedNow } from '@/tests/history/clock'
import type { World } from '@/tests/history/world'

const WHAT = `format('%s %s of payment %s', r.kind, r.number, r.payment_id)`

/** Documents that differ from their sale, their payment or what they correct. */
async function differingFromSale(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ problem: string }>(`
    WITH sold AS (
      SELECT p.*, s.tax_rate, s.tax_label,
        CASE p.reason WHEN 'refund_failed' THEN p.refund_reason ELSE p.reason END AS why,
        CASE WHEN s.total_amount = coalesce(p.received_amount, p.amount) THEN s.tax_amount END AS tax,
        coalesce(nullif(b.email, ''), o.customer_email) AS email, EXISTS (SELECT 1 FROM audit_log l WHERE l.entity = 'payment' AND l.entity_id = p.id::text AND l.action = 'link') AS linked
      FROM payments p LEFT JOIN bookings b ON b.id = p.booking_id LEFT JOIN video_editing_orders o ON o.id = p.order_id
        LEFT JOIN sales s ON s.id = p.sale_id
    )
    SELECT ${WHAT} || format(' says %s + %s = %s', r.subtotal, r.tax_amount, r.total_amount) AS problem
      FROM receipts r WHERE r.subtotal + r.tax_amount <> r.total_amount OR r.total_amount <= 0 OR r.tax_amount < 0
    UNION ALL SELECT ${WHAT} || format(' has the tax %s of %s, the sale has %s of %s', r.tax_label, r.tax_rate, p.tax_label, p.tax_rate)
      FROM receipts r JOIN sold p ON p.id = r.payment_id WHERE r.tax_rate <> p.tax_rate OR r.tax_label <> p.tax_label
    UNION ALL SELECT ${WHAT} || format(' has %s of tax on %s at %s', r.tax_amount, r.subtotal, r.tax_rate)
      FROM receipts r JOIN sold p ON p.id = r.payment_id WHERE abs(r.tax_amount - r.subtotal * r.tax_rate) > 0.02 OR (r.kind = 'receipt' AND r.tax_amount <> p.tax AND NOT p.linked)
    UNION ALL SELECT ${WHAT} || format(' is for money that paid for nothing (%s)', p.why)
      FROM receipts r JOIN sold p ON p.id = r.payment_id
      WHERE p.why IN ('late', 'duplicate', 'cancelled', 'amount_mismatch', 'unmatched') AND NOT p.linked
        -- Another sum than was due, which the owner looked after and kept.
        AND NOT (p.why = 'amount_mismatch' AND p.handled_at IS NOT NULL)
    UNION ALL SELECT ${WHAT} || ' is for somebody else' FROM receipts r JOIN sold p ON p.id = r.payment_id WHERE r.buyer ->> 'email' <> p.email
    UNION ALL SELECT ${WHAT} || ' is not about the receipt of its payment' FROM receipts r LEFT JOIN receipts c ON c.id = r.receipt_id
      WHERE (r.kind = 'receipt') <> (r.receipt_id IS NULL) OR c.payment_id <> r.payment_id OR c.kind <> 'receipt'
    UNION ALL SELECT ${WHAT} || ' has another seller, buyer, tax or language than its receipt' FROM receipts r JOIN receipts c ON c.id = r.receipt_id
      WHERE r.seller <> c.seller OR r.buyer <> c.buyer OR r.tax_rate <> c.tax_rate OR r.tax_label <> c.tax_label OR r.tax_kind <> c.tax_kind OR r.locale <> c.locale
    UNION ALL SELECT format('the notes on receipt %s are over %s with %s of tax, it is over %s with %s', c.number, back.total, back.tax, c.total_amount, c.tax_amount)
      FROM receipts c, LATERAL (SELECT sum(CASE r.kind WHEN 'credit_note' THEN r.total_amount ELSE -r.total_amount END) AS total,
        sum(CASE r.kind WHEN 'credit_note' THEN r.tax_amount ELSE -r.tax_amount END) AS tax FROM receipts r WHERE r.receipt_id = c.id) back
      WHERE back.total < 0 OR back.total > c.total_amount OR (back.total = c.total_amount AND back.tax <> c.tax_amount) OR (back.total = 0 AND back.tax <> 0)
    UNION ALL SELECT format('payment %s was given back at the studio, and its notes say %s', p.id, coalesce(sum(r.total_amount), 0))
      FROM payments p LEFT JOIN receipts r ON r.payment_id = p.id AND r.kind = 'credit_note'
      WHERE p.stripe_payment_intent_id IS NULL AND p.outcome = 'refunded'
        -- Money that paid for nothing has no receipt, and so no note.
        AND EXISTS (SELECT 1 FROM receipts c WHERE c.payment_id = p.id AND c.kind = 'receipt') GROUP BY p.id HAVING coalesce(sum(r.total_amount), 0) <> p.refunded_amount
    UNION ALL SELECT format('%s of payment %s went back by hand, and its notes say %s', by_hand, id, noted) FROM (SELECT p.id,
        (SELECT sum(f.amount) FROM part_refunds f WHERE f.payment_id = p.id AND f.method IS NOT NULL) AS by_hand,
        (SELECT coalesce(sum(r.total_amount), 0) FROM receipts r WHERE r.part_refund_id IN (SELECT f.id FROM part_refunds f WHERE f.payment_id = p.id AND f.method IS NOT NULL)) AS noted
        FROM payments p WHERE EXISTS (SELECT 1 FROM receipts c WHERE c.payment_id = p.id)) returned WHERE by_hand <> noted`)
  return rows.map(({ problem }) => problem)
}

type Note = { kind: string; number: number; refund: string; sen: number; at: Date }

/** Notes that are not those of Stripe's refunds: one for each that arrived, two for one that failed since. */
async function differingFromRefunds(
  sql: pg.Client,
  ledger: Ledger,
  receipted: ReadonlySet<string>,
): Promise<string[]> {
  const { rows } = await sql.query<Note>(
    `SELECT kind, number, stripe_refund_id AS refund, (total_amount * 100)::int AS sen, issued_at AS at FROM receipts WHERE stripe_refund_id IS NOT NULL ORDER BY id`,
  )
  const problems: string[] = []
  for (const { kind, number, refund: id, sen, at } of rows) {
    const refund = ledger.refunds.find((one) => one.id === id)
    const what = `${kind} ${number}`
    if (!refund) problems.push(`${what} is about a refund that Stripe does not have`)
    else if (refund.amount !== sen)
      problems.push(`${what} is over ${sen} sen, its refund over ${refund.amount}`)
    else if (at.getTime() < refund.created * 1_000)
      problems.push(`${what} is dated before its refund`)
  }
  const notes = (id: string, kind: string) =>
    rows.filter((row) => row.refund === id && row.kind === kind).length
  for (const { id, status, payment_intent: intent } of ledger.refunds) {
    if (!receipted.has(String(intent))) continue
    const [credited, debited] = [notes(id, 'credit_note'), notes(id, 'debit_note')]
    const isRight =
      status === 'succeeded'
        ? credited === 1 && debited === 0
        : credited <= 1 && debited === (status === 'pending' ? 0 : credited)
    if (!isRight)
      problems.push(
        `refund ${id} ${status}, and has ${credited} credit notes and ${debited} debit notes`,
      )
  }
  return problems
}

/** Dates that cannot be: before their cause, after now, or against the order of the numbers. */
async function wronglyDated(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ problem: string }>(
    `
    SELECT ${WHAT} || format(' is dated %s, after now', r.issued_at) AS problem FROM receipts r WHERE r.issued_at > $1
    UNION ALL SELECT ${WHAT} || format(' is dated %s, before its money came', r.issued_at) FROM receipts r JOIN payments p ON p.id = r.payment_id
      WHERE r.issued_at < p.succeeded_at
    UNION ALL SELECT ${WHAT} || ' is dated before its receipt' FROM receipts r JOIN receipts c ON c.id = r.receipt_id WHERE r.issued_at < c.issued_at
    UNION ALL SELECT ${WHAT} || format(' is dated before %s %s', r.kind, z.number) FROM receipts r JOIN receipts z ON z.kind = r.kind AND z.number < r.number AND z.issued_at > r.issued_at`,
    [new Date(movedNow())],
  )
  return rows.map(({ problem }) => problem)
}

/** Documents that name another seller than that of their sale. */
async function ofAnotherSeller({ sql, sellers }: World): Promise<string[]> {
  const { rows } = await sql.query<{
    what: string
    seller: { name: string; taxRegistration: string }
    sold: Date
    issued: Date
  }>(
    `SELECT ${WHAT} AS what, r.seller, coalesce(b.created_at, o.created_at) AS sold, r.issued_at AS issued FROM receipts r JOIN payments p ON p.id = r.payment_id
      LEFT JOIN bookings b ON b.id = p.booking_id LEFT JOIN video_editing_orders o ON o.id = p.order_id WHERE r.kind = 'receipt'`,
  )
  /** Each was the seller from `begun` on, at the latest from `since` on. */
  const between = (from: number, to: number) =>
    sellers.filter(
      ({ begun }, index) => begun <= to && (sellers[index + 1]?.since ?? Infinity) >= from,
    )
  return rows.flatMap(({ what, seller, sold, issued }) => {
    const then = between(sold.getTime(), sold.getTime())
    const until = between(sold.getTime(), issued.getTime())
    return [
      ...(then.some(({ registration }) => registration === seller.taxRegistration)
        ? []
        : [`${what} has the tax registration ${seller.taxRegistration} of another time`]),
      ...(until.some(({ name }) => name === seller.name)
        ? []
        : [`${what} is of the seller ${seller.name}, who was not one then`]),
    ]
  })
}

/** Every fault in the documents once nothing is in progress any more. */
export async function documentProblems(world: World, ledger: Ledger): Promise<string[]> {
  const { rows } = await world.sql.query<{ intent: string }>(
    `SELECT p.stripe_payment_intent_id AS intent FROM receipts r JOIN payments p ON p.id = r.payment_id WHERE r.kind = 'receipt'`,
  )
  const receipted = new Set(rows.map(({ intent }) => intent))
  return [
    ...(await differingFromSale(world.sql)),
    ...(await differingFromRefunds(world.sql, ledger, receipted)),
    ...(await wronglyDated(world.sql)),
    ...(await ofAnotherSeller(world)),
  ]
}

/**
 * Documents that are new, and dated before the step that issued them began. `since`: the last moment
 * at which nobody was stopped on the way.
 */
export async function datedBeforeIssue(world: World, since: number): Promise<string[]> {
  const { rows } = await world.sql.query<{ id: number; what: string; at: Date }>(
    `SELECT r.id, ${WHAT} AS what, r.issued_at AS at FROM receipts r WHERE r.id > $1 ORDER BY r.id`,
    [world.lastDocument],
  )
  world.lastDocument = rows.at(-1)?.id ?? world.lastDocument
  return rows
    .filter(({ at }) => at.getTime() < since)
    .map(({ what, at }) => `${what} is dated ${at.toISOString()}, before it was issued`)
}
