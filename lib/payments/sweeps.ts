import 'server-only'
import type Stripe from 'stripe'
import { db } from '@/lib/db'
import { eachByItself } from '@/lib/each'
import { errorFields, log } from '@/lib/log'
import { askStripe, isStripeAway, noteKeyAccepted, stripe } from './client'
import { keepLines, keepPayouts, listLines, readMissingLines } from './payouts'
import type { Settlements } from './settlement'
import { syncPayment } from './sync'
import { applyEvent, intentOf } from './webhook'

// Catches lost webhooks: Stripe's own lists are read from where the last sweep ended, with an
// overlap, so that no event is lost.

const MAX_PAGES = 5
const PAGE = 100
/** How far back the first sweep of a database goes; Stripe keeps events for 30 days. */
const REACH_DAYS = 29
const MINUTES = 60

const EVENTS = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.refund.updated',
  'charge.refunded',
  'payment_intent.canceled',
  'payment_intent.created',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'payout.canceled',
  'payout.created',
  'payout.failed',
  'payout.paid',
  'payout.updated',
  'refund.created',
  'refund.failed',
  'refund.updated',
]

type Question = Stripe.PaginationParams & { created: Stripe.RangeQueryParam }
type Found = { id: string }
type Sweep<T extends Found = Found> = {
  name: string
  /** The overlap, for differing clocks and for what Stripe lists late. */
  overlapSeconds: number
  list(question: Question): Promise<{ data: T[]; has_more: boolean }>
  /** The new entries of a page, oldest first: the intent each is about, and how it is applied. */
  news(settlements: Settlements, page: T[]): Promise<News[]>
}
type News = { intentId: string | null; bringIn(): Promise<unknown> }

const intentAbout = (item: { payment_intent?: string | { id: string } | null }): string | null =>
  (typeof item.payment_intent === 'object' ? item.payment_intent?.id : item.payment_intent) ?? null

/** One reading for each payment that these are about. */
function readingsOf(
  settlements: Settlements,
  items: readonly { payment_intent?: string | { id: string } | null }[],
): News[] {
  const ids = new Set(items.map(intentAbout).filter((id) => id !== null))
  return [...ids].map((id) => ({ intentId: id, bringIn: () => syncPayment(settlements, id) }))
}

const events: Sweep<Stripe.Event> = {
  name: 'events',
  overlapSeconds: 15 * MINUTES,
  list: (question) => stripe().events.list({ ...question, types: EVENTS }),
  async news(settlements, page) {
    const ids = page.map(({ id }) => id)
    const rows = await db().stripeEvent.findMany({
      where: { id: { in: ids } },
      select: { id: true },
    })
    const known = new Set(rows.map(({ id }) => id))
    return page
      .filter(({ id }) => !known.has(id))
      .reverse()
      .map((event) => ({
        intentId: intentOf(event),
        bringIn: () => applyEvent(settlements, event),
      }))
  },
}

const refunds: Sweep<Stripe.Refund> = {
  name: 'refunds',
  overlapSeconds: 15 * MINUTES,
  list: (question) => stripe().refunds.list(question),
  news: async (settlements, page) => readingsOf(settlements, page),
}

const disputes: Sweep<Stripe.Dispute> = {
  name: 'disputes',
  overlapSeconds: 15 * MINUTES,
  list: (question) => stripe().disputes.list(question),
  news: async (settlements, page) => readingsOf(settlements, page),
}

const intents: Sweep<Stripe.PaymentIntent> = {
  name: 'payment_intents',
  // Listed by creation, and paid later: a payment page stays open this long.
  overlapSeconds: 24 * 60 * MINUTES,
  list: (question) => stripe().paymentIntents.list(question),
  async news(settlements, page) {
    const rows = await db().payment.findMany({
      where: { stripePaymentIntentId: { in: page.map(({ id }) => id) } },
      select: { stripePaymentIntentId: true, status: true },
    })
    const statusOf = new Map(rows.map((row) => [row.stripePaymentIntentId, row.status]))
    const isNews = ({ id, status, metadata }: Stripe.PaymentIntent) =>
      status === 'succeeded'
        ? statusOf.get(id) !== 'succeeded'
        : // Created for a payment of ours but not its own intent: it must not stay open.
          status !== 'canceled' && metadata.reference !== undefined && !statusOf.has(id)
    const ids = page.filter(isNews).map(({ id }) => ({ payment_intent: id }))
    return readingsOf(settlements, ids)
  },
}

const lines: Sweep<Stripe.BalanceTransaction> = {
  name: 'balance_lines',
  overlapSeconds: 15 * MINUTES,
  list: listLines,
  news: async (_, page) => [{ intentId: null, bringIn: () => keepLines(page) }],
}

const payouts: Sweep<Stripe.Payout> = {
  name: 'payouts',
  // Listed by creation; the bank may refuse one days after it was paid.
  overlapSeconds: 14 * 24 * 60 * MINUTES,
  list: (question) => stripe().payouts.list(question),
  news: async (_, page) => [{ intentId: null, bringIn: () => keepPayouts(page) }],
}

/**
 * Events, refunds, disputes, paid intents, payouts and the lines of the balance, each list from its
 * own stored cursor; applies what our database does not have. Throws the first list's error after
 * the others were read: unavailable when Stripe is away; that list's cursor then stays.
 */
export async function sweepStripe(settlements: Settlements): Promise<void> {
  const lists = [
    () => sweep(settlements, events),
    () => sweep(settlements, refunds),
    () => sweep(settlements, disputes),
    () => sweep(settlements, intents),
    () => readUnread(settlements),
    () => sweep(settlements, lines),
    () => sweep(settlements, payouts),
    readMissingLines,
  ]
  const [failure] = await eachByItself(lists, 'list of Stripe', (list) => list())
  if (failure) throw failure.error
  await noteKeyAccepted()
}

async function sweep<T extends Found>(settlements: Settlements, each: Sweep<T>): Promise<void> {
  const window = await windowOf(each)
  // Stripe counts whole seconds: the first and the last second of the window are read whole.
  const created = {
    gte: Math.floor(window.from.getTime() / 1000),
    lte: Math.ceil(window.to.getTime() / 1000),
  }
  let after = window.after
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const question = { limit: PAGE, created, ...(after && { starting_after: after }) }
    const page = await askStripe(each.list(question))
    for (const news of await each.news(settlements, page.data)) await bringIn(each.name, news)
    after = page.has_more ? (page.data.at(-1)?.id ?? null) : null
    if (after === null) break
  }
  const next =
    after === null
      ? { sweptUntil: window.to, windowEnd: null, afterId: null }
      : { sweptUntil: window.sweptUntil, windowEnd: window.to, afterId: after }
  const { beginsAt } = window
  const { name } = each
  await db().stripeSweep.upsert({
    where: { name },
    create: { name, beginsAt, ...next },
    update: next,
  })
}

/**
 * What the last run left over, or everything since its end. The first window begins with the first
 * payment of this database, because older ones of the account are not ours.
 */
async function windowOf({ name, overlapSeconds }: Pick<Sweep, 'name' | 'overlapSeconds'>) {
  const [clock] = await db().$queryRaw<{ now: Date; first: Date }[]>`
    SELECT now() AS now, greatest(now() - make_interval(days => ${REACH_DAYS}::int),
      coalesce((SELECT min(created_at) FROM payments), now())) AS first`
  if (!clock) throw new Error('The database told no time')
  const row = await db().stripeSweep.findUnique({ where: { name } })
  const beginsAt = row?.beginsAt ?? clock.first
  const sweptUntil = row?.sweptUntil ?? beginsAt
  const from = new Date(sweptUntil.getTime() - overlapSeconds * 1000)
  return {
    beginsAt,
    sweptUntil,
    from: from > beginsAt ? from : beginsAt,
    to: row?.windowEnd ?? clock.now,
    after: row?.afterId ?? null,
  }
}

/**
 * A failing entry does not keep the others from being applied: its payment is left to the
 * reconciler and shown to the administrator after a while. One without a row is recorded in
 * `unread_intents`, for the next sweeps. When Stripe is away, the sweep stops and its cursor stays.
 */
async function bringIn(list: string, { intentId, bringIn: work }: News): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isStripeAway(error)) throw error
    if (intentId === null) throw error
    log.error({ list, intentId, ...errorFields(error) }, 'not brought in')
    await noteFailing(intentId)
  }
}

async function noteFailing(intentId: string): Promise<void> {
  const { count } = await db().payment.updateMany({
    where: { stripePaymentIntentId: intentId },
    data: { syncDue: true },
  })
  if (count > 0)
    await db()
      .$executeRaw`UPDATE payments SET sync_failing_since = coalesce(sync_failing_since, now())
      WHERE stripe_payment_intent_id = ${intentId}`
  else
    await db().$executeRaw`INSERT INTO unread_intents (intent_id) VALUES (${intentId})
      ON CONFLICT DO NOTHING`
}

/** The most that one sweep reads again; the others follow in turn. */
const MOST_UNREAD = 20

/** Reads again what has no payment of ours and could not be recorded. */
async function readUnread(settlements: Settlements): Promise<void> {
  const unread = await db().$queryRaw<{ id: string }[]>`
    UPDATE unread_intents SET tried_at = now() WHERE intent_id IN (
      SELECT intent_id FROM unread_intents ORDER BY tried_at LIMIT ${MOST_UNREAD})
    RETURNING intent_id AS id`
  await eachByItself(unread, 'unread intent', async ({ id }) => {
    await syncPayment(settlements, id)
    await db().unreadIntent.deleteMany({ where: { intentId: id } })
  })
}
