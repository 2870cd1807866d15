import 'server-only'
import { cutList, mapped, type CutList } from '@/lib/cut-list'
import { db, Prisma } from '@/lib/db'
import { senOf, signedSenOf, type Stored } from '@/lib/money'
import { nextMonth } from '@/lib/receipts/rules'
import { CURRENCY, isOurCurrency } from '@/lib/sales/money'
import { toInstant } from '@/lib/time'
import { explained } from '../rules'
import type { ListedPayout, Payout, ShownLine } from '../schema'

/** More than any payout of a studio has. */
const MOST_LINES = 5000

const toListed = (row: {
  id: string
  amount: Prisma.Decimal
  currency: string
  status: string
  failure: string | null
  arrivesAt: Date
}): ListedPayout => {
  const { id, amount, currency, status, failure, arrivesAt } = row
  return { id, amountSen: signedSenOf(amount), currency, status, failure, arrivesAt }
}

/** The newest first. */
export const newestPayouts = async (most: number): Promise<CutList<ListedPayout>> =>
  mapped(
    await cutList(
      most,
      (take) => db().stripePayout.findMany({ orderBy: { createdAt: 'desc' }, take }),
      () => db().stripePayout.count(),
    ),
    toListed,
  )

/** Those that arrive in a month (yyyy-mm), earliest first. */
export const payoutsOfMonth = async (month: string): Promise<ListedPayout[]> =>
  (
    await db().stripePayout.findMany({
      where: {
        arrivesAt: {
          gte: toInstant(`${month}-01`, '00:00'),
          lt: toInstant(`${nextMonth(month)}-01`, '00:00'),
        },
      },
      orderBy: [{ arrivesAt: 'asc' }, { id: 'asc' }],
    })
  ).map(toListed)

/** What is on its way to the bank, and when money that no payout has becomes available next. */
export async function nextPayout(
  now: Date,
): Promise<{ payout: ListedPayout | null; availableAt: Date | null; amountSen: number }> {
  const row = await db().stripePayout.findFirst({
    where: { status: { in: ['pending', 'in_transit'] } },
    orderBy: { arrivesAt: 'asc' },
  })
  const waiting = Prisma.sql`payout_id IS NULL AND type <> 'payout' AND currency = ${CURRENCY}
    AND available_at > ${now.toISOString()}::timestamptz`
  const [next] = await db().$queryRaw<{ at: Date; amount: Stored }[]>`
    SELECT max(available_at) AS at, sum(net) AS amount FROM stripe_balance_lines WHERE ${waiting}
      AND available_at < (SELECT min(available_at) + interval '1 day' FROM stripe_balance_lines
        WHERE ${waiting})
    HAVING count(*) > 0`
  return {
    payout: row && toListed(row),
    availableAt: next?.at ?? null,
    amountSen: next ? signedSenOf(next.amount) : 0,
  }
}

type Row = {
  id: string
  payoutId: string
  category: string
  amount: Stored
  fee: Stored
  net: Stored
  description: string | null
  createdAt: Date
  intentId: string | null
  paymentId: number | null
  received: Stored | null
  refunded: Stored | null
  currency: string | null
  /** Of the line itself. */
  settled: string
  method: string | null
  bookingId: number | null
  orderId: number | null
  name: string | null
  refundedBefore: Stored
  refundFailed: boolean
}

/** The lines of payouts, the payouts' own left out, in the order in which they came about. */
async function linesOf(payouts: readonly string[]): Promise<ShownLine[]> {
  const rows = await db().$queryRaw<Row[]>`
    SELECT l.id, l.payout_id AS "payoutId", l.category, l.amount, l.fee, l.net, l.description,
      l.created_at AS "createdAt", l.intent_id AS "intentId", p.id AS "paymentId",
      coalesce(p.received_amount, p.amount) AS received, p.refunded_amount AS refunded, p.currency,
      l.currency AS settled, p.method,
      p.booking_id AS "bookingId", p.order_id AS "orderId",
      coalesce(nullif(trim(b.first_name || ' ' || coalesce(b.last_name, '')), ''), o.customer_name) AS name,
      (SELECT coalesce(sum(-e.amount), 0) FROM stripe_balance_lines e
        WHERE e.intent_id = l.intent_id AND e.category = 'refund'
          AND (e.created_at, e.id) < (l.created_at, l.id)
          AND NOT EXISTS (SELECT FROM stripe_balance_lines f WHERE f.intent_id = e.intent_id
            AND f.source_id = e.source_id AND f.category = 'refund_failure')) AS "refundedBefore",
      EXISTS (SELECT FROM stripe_balance_lines f WHERE f.intent_id = l.intent_id
        AND f.source_id = l.source_id AND f.category = 'refund_failure') AS "refundFailed"
    FROM stripe_balance_lines l LEFT JOIN payments p ON p.stripe_payment_intent_id = l.intent_id
      LEFT JOIN bookings b ON b.id = p.booking_id LEFT JOIN video_editing_orders o ON o.id = p.order_id
    WHERE l.payout_id = ANY(${payouts}::text[]) AND l.type <> 'payout'
    ORDER BY l.created_at, l.id LIMIT ${MOST_LINES * payouts.length}::int`
  return rows.map(
    ({ amount, fee, net, received, refunded, currency, settled, refundedBefore, ...row }) => ({
      ...row,
      amountSen: signedSenOf(amount),
      feeSen: signedSenOf(fee),
      netSen: signedSenOf(net),
      payment:
        received === null || refunded === null || currency === null
          ? null
          : {
              receivedSen: senOf(received),
              refundedSen: senOf(refunded),
              isRinggit: isOurCurrency({ currency }) && isOurCurrency({ currency: settled }),
            },
      refundedBeforeSen: senOf(refundedBefore),
    }),
  )
}

/** One payout with its lines, our own sum of them, and why Stripe's is another. Null for an unknown one. */
export async function payoutById(id: string): Promise<Payout | null> {
  const row = await db().stripePayout.findUnique({ where: { id } })
  if (!row) return null
  const payout = toListed(row)
  const lines = await linesOf([id])
  return {
    ...payout,
    itemised: row.itemised,
    lines,
    ...explained(payout.amountSen, lines),
  }
}

export async function linesByPayout(
  payouts: readonly ListedPayout[],
): Promise<{ payout: ListedPayout; lines: ShownLine[] }[]> {
  const lines = await linesOf(payouts.map(({ id }) => id))
  return payouts.map((payout) => ({
    payout,
    lines: lines.filter(({ payoutId }) => payoutId === payout.id),
  }))
}
