import 'server-only'
import type Stripe from 'stripe'
import { db, Prisma } from '@/lib/db'
import { eachByItself } from '@/lib/each'
import { toDecimal } from '@/lib/money'
import { askStripe, stripe } from './client'
import { stripeCode } from './stripe-errors'

// Stripe's payouts and the lines of its balance, as it lists them: rows are added, and what changes is
// read again. Never a fact about a booking.

const PAGE = 100
const MAX_PAGES = 5
/** The most payouts whose lines one sweep reads; the others follow in turn. */
const MOST_PAYOUTS = 10

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** With what each line is about, which names the payment. */
export const listLines = (question: Stripe.BalanceTransactionListParams) =>
  stripe().balanceTransactions.list({ ...question, expand: ['data.source'] })

type Source = { id: string; payment_intent?: string | { id: string } | null }

function aboutOf({ source }: Stripe.BalanceTransaction) {
  if (source === null || typeof source === 'string') return { sourceId: source, intentId: null }
  const { id, payment_intent: intent } = source as Source
  return { sourceId: id, intentId: (typeof intent === 'object' ? intent?.id : intent) ?? null }
}

/** `payout`: the one that they are paid out with; a line that is known keeps its own. */
export async function keepLines(
  lines: readonly Stripe.BalanceTransaction[],
  payout: string | null = null,
): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map((line) => {
    const { sourceId, intentId } = aboutOf(line)
    return Prisma.sql`(${line.id}, ${payout}, ${line.type}, ${line.reporting_category},
      ${toDecimal(line.amount)}::decimal, ${toDecimal(line.fee)}::decimal, ${toDecimal(line.net)}::decimal,
      ${line.currency}, ${sourceId}, ${intentId}, ${intentId === null ? line.description : null},
      ${instant(line.available_on)}::timestamptz, ${instant(line.created)}::timestamptz)`
  })
  await db().$executeRaw`
    INSERT INTO stripe_balance_lines AS l (id, payout_id, type, category, amount, fee, net, currency,
      source_id, intent_id, description, available_at, created_at)
    VALUES ${Prisma.join(rows)}
    ON CONFLICT (id) DO UPDATE SET payout_id = excluded.payout_id
      WHERE excluded.payout_id IS NOT NULL AND l.payout_id IS DISTINCT FROM excluded.payout_id`
}

export async function keepPayouts(payouts: readonly Stripe.Payout[]): Promise<void> {
  if (payouts.length === 0) return
  const rows = payouts.map(
    (payout) => Prisma.sql`(${payout.id}, ${toDecimal(payout.amount)}::decimal, ${payout.currency},
      ${payout.status}, ${payout.failure_message}, ${payout.reconciliation_status === 'completed'},
      ${instant(payout.arrival_date)}::timestamptz,
      ${instant(payout.created)}::timestamptz)`,
  )
  await db().$executeRaw`
    INSERT INTO stripe_payouts AS p (id, amount, currency, status, failure, itemised, arrives_at, created_at)
    VALUES ${Prisma.join(rows)}
    ON CONFLICT (id) DO UPDATE SET status = excluded.status, failure = excluded.failure,
      itemised = excluded.itemised, arrives_at = excluded.arrives_at, amount = excluded.amount
      WHERE (p.status, p.failure, p.itemised, p.arrives_at, p.amount)
        IS DISTINCT FROM (excluded.status, excluded.failure, excluded.itemised, excluded.arrives_at,
          excluded.amount)`
}

/** Reads a payout at Stripe, whatever an event says of it; one that Stripe does not know is nothing. */
export async function readPayout(id: string): Promise<void> {
  let payout: Stripe.Payout
  try {
    payout = await askStripe(stripe().payouts.retrieve(id))
  } catch (error) {
    if (stripeCode(error) === 'resource_missing') return
    throw error
  }
  await keepPayouts([payout])
  await readLinesOf(id)
}

/** Goes on where the last reading of its lines stopped, a few pages at most. */
async function readLinesOf(id: string): Promise<void> {
  const row = await db().stripePayout.findUnique({ where: { id } })
  if (!row?.itemised || row.linesRead) return
  let after = row.linesAfter
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await askStripe(
      listLines({ payout: id, limit: PAGE, ...(after !== null && { starting_after: after }) }),
    )
    await keepLines(page.data, id)
    after = page.data.at(-1)?.id ?? after
    await db().stripePayout.update({
      where: { id },
      data: { linesAfter: after, linesRead: !page.has_more },
    })
    if (!page.has_more) return
  }
}

/** The lines of payouts that are not all here, of the oldest first. */
export async function readMissingLines(): Promise<void> {
  const unread = await db().stripePayout.findMany({
    where: { itemised: true, linesRead: false },
    orderBy: { createdAt: 'asc' },
    take: MOST_PAYOUTS,
    select: { id: true },
  })
  const [failure] = await eachByItself(unread, 'payout', ({ id }) => readLinesOf(id))
  if (failure) throw failure.error
}
