import 'server-only'
import { unreadFeeds } from '@/lib/admin/feeds/queries'
import { cutList, type CutList } from '@/lib/cut-list'
import { db, Prisma, type Tx } from '@/lib/db'
import { env } from '@/lib/env'
import { senOf, toDecimal } from '@/lib/money'
import { FAILED, UNATTACHED, waitingMails } from '@/lib/mail/queries'
import { keyRefusedSince } from '@/lib/payments/client'
import { methodRefusals } from '@/lib/payments/queries'
import type { MethodRefusal } from '@/lib/payments/schema'
import { fullName } from '@/lib/names'
import { sameSlips } from '@/lib/bookings/same-slip'
import { askedSen, transferSen } from '@/lib/bookings/status'
import {
  byHandSen,
  goesBackByHand,
  refundBarOf,
  type PaymentOutcome,
  type PaymentReason,
} from '@/lib/payments/rules'
import { waitingPushes } from '@/lib/push/queries'
import { databaseDifference } from '@/lib/release'
import {
  contestedOf,
  failedPartOf,
  isBeingDisputed,
  keptOf,
  MONEY_COLUMNS,
  refundablePartOf,
  type HandledAs,
} from '@/lib/sales/money'
import { HOUR_MS, MINUTE_MS } from '@/lib/time'
import { lastingTroubles } from '@/lib/troubles'
import { handledWays } from './rules'
import {
  ALERT_KINDS,
  type AlertKind,
  type AlertList,
  type PaymentAlert,
  type TroubleAlert,
  type TransferOver,
  type UnpaidOver,
  type UnrecordedIntent,
} from './schema'

// Which payments wait is defined once, in the database's view payment_alerts.

const include = {
  booking: { select: { firstName: true, lastName: true, email: true } },
  order: { select: { customerName: true, customerEmail: true } },
  partRefunds: { where: { status: { in: ['failed', 'refused'] } }, select: { amount: true } },
} satisfies Prisma.PaymentInclude
type Row = Prisma.PaymentGetPayload<{ include: typeof include }>

/** What is to be decided about, or was: what is left, what could not go back, what a bank wants or took. */
function leftOf(row: Omit<Row, 'booking' | 'order'>): number {
  const sen =
    row.outcome === 'needs_attention'
      ? keptOf(row)
      : row.outcome === 'refund_due'
        ? 0
        : row.outcome === 'confirmed' && row.reason === 'refund_failed' && !isBeingDisputed(row)
          ? failedPartOf(row) || row.partRefunds.reduce((sum, { amount }) => sum + senOf(amount), 0)
          : contestedOf(row)
  return sen || senOf(row.receivedAmount ?? row.amount)
}

const disputeOf = ({
  disputeStatus,
  disputeAnswered,
}: Pick<Row, 'disputeStatus' | 'disputeAnswered'>) =>
  disputeStatus === 'lost' ? 'lost' : disputeAnswered ? 'answered' : 'open'

function toAlert({ booking, order, ...row }: Row, kind: AlertKind | null): PaymentAlert {
  const now = new Date()
  const fromBooking = booking && {
    name: fullName(booking),
    email: booking.email,
  }
  return {
    ...{ id: row.id, kind, ways: handledWays(kind, row, now) },
    handledAs: row.handledAt && ((row.handledAs as HandledAs | null) ?? null),
    bookingId: row.bookingId,
    orderId: row.orderId,
    client: fromBooking ?? (order && { name: order.customerName, email: order.customerEmail }),
    intentId: row.stripePaymentIntentId,
    received: senOf(row.receivedAmount ?? row.amount),
    left: leftOf(row),
    dueSen: senOf(row.amount),
    currency: row.currency,
    outcome: row.outcome as PaymentOutcome | null,
    reason: row.reason as PaymentReason | null,
    refundStatus: row.refundStatus,
    refundable: refundablePartOf(row),
    byHandSen: byHandSen(row, now),
    method: row.method,
    bar: refundBarOf(row, now),
    byHand: goesBackByHand(row),
    dispute: row.disputed ? disputeOf(row) : null,
    note: row.note,
    refusal: row.refusal,
    succeededAt: row.succeededAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** A condition on `b`, by the SQL function transfer_waits, which no index answers. */
export const TRANSFER_WAITS = Prisma.sql`(b.transfer_chosen_at IS NOT NULL
  AND b.transfer_decision IS NULL AND transfer_waits(b))`

const TRANSFER_OVER = Prisma.sql`(b.status <> 'pending' AND ${TRANSFER_WAITS})`

/**
 * All that the page Needs attention lists, counted. A transaction passes itself as `client` so that
 * it does not wait for a second connection.
 */
export async function attentionCount(
  client: Pick<Tx, '$queryRaw' | 'mail' | 'stripeKeyRefusal' | 'unreadIntent'> = db(),
): Promise<number> {
  const [[waiting], mails, refused, methods, lasting, unrecorded] = await Promise.all([
    client.$queryRaw<{ count: number }[]>`
      SELECT (SELECT count(*) FROM payment_alerts)::int
        + (SELECT count(*) FROM bookings_unpaid_over)::int
        + (SELECT count(*) FROM bookings b WHERE ${TRANSFER_OVER})::int AS count`,
    client.mail.count({ where: { OR: [FAILED, UNATTACHED] } }),
    keyRefusedSince(client),
    methodRefusals(client),
    troubles(client),
    client.unreadIntent.count(),
  ])
  return (
    (waiting?.count ?? 0) + mails + (refused ? 1 : 0) + methods.length + lasting.length + unrecorded
  )
}

const MOST_ALERTS = 200
const NEWEST_ALERTS = 20

/**
 * Oldest first, at most 200 of each kind, and how many `more` there are: `open` is neither
 * confirmed nor given back, or a refund of it failed; `disputed` is wanted back by the customer's
 * bank, which decides about `dispute_answered` and has taken `dispute_lost`; `paid_back` went back
 * although its booking stands; `unread` could not be asked about at Stripe for an hour;
 * `no_document` is settled, and its receipt or note could not be issued. `late` came after its hold
 * had ended and `handled` was looked after, of each the newest twenty. `keyRefusedSince`: since
 * when Stripe refuses our key (ISO), or null. `unrecorded`: money at Stripe without a payment of
 * ours. `methodRefusals`: ways to pay that Stripe did not let the last payment have.
 */
export async function attentionPayments(): Promise<
  Record<AlertList, PaymentAlert[]> & {
    keyRefusedSince: string | null
    methodRefusals: MethodRefusal[]
    unrecorded: UnrecordedIntent[]
    more: Record<AlertList | 'unrecorded', number>
  }
> {
  const read = async (
    where: Prisma.PaymentWhereInput,
    order: 'asc' | 'desc',
    { take, kind = null }: { take?: number; kind?: AlertKind | null },
  ) => {
    const rows = await db().payment.findMany({
      ...{ where, include, orderBy: { id: order } },
      ...(take !== undefined && { take }),
    })
    return rows.map((row) => toAlert(row, kind))
  }
  const waits = async (kind: AlertKind) => {
    const found = await db().$queryRaw<{ id: number; of: number }[]>`
      SELECT payment_id AS id, (count(*) OVER ())::int AS of FROM payment_alerts WHERE kind = ${kind}
      ORDER BY 1 LIMIT ${MOST_ALERTS}::int`
    const rows = await read({ id: { in: found.map(({ id }) => id) } }, 'asc', { kind })
    return { rows, more: (found[0]?.of ?? 0) - found.length }
  }
  const newest = (where: Prisma.PaymentWhereInput) =>
    cutList(
      NEWEST_ALERTS,
      (take) => read(where, 'desc', { take }),
      () => db().payment.count({ where }),
    )
  const [waiting, late, handled, refused, methods, unrecorded] = await Promise.all([
    Promise.all(ALERT_KINDS.map(async (kind) => [kind, await waits(kind)] as const)),
    newest({ reason: 'late', outcome: { not: null } }),
    newest({ handledAt: { not: null } }),
    keyRefusedSince(),
    methodRefusals(),
    cutList(
      MOST_ALERTS,
      (take) => db().unreadIntent.findMany({ orderBy: { since: 'asc' }, take }),
      () => db().unreadIntent.count(),
    ),
  ])
  const keyRefused = refused?.toISOString() ?? null
  const lists = [...waiting, ['late', late] as const, ['handled', handled] as const]
  const inLists = <T>(part: (list: CutList<PaymentAlert>) => T) =>
    Object.fromEntries(lists.map(([name, list]) => [name, part(list)])) as Record<AlertList, T>
  return {
    ...inLists(({ rows }) => rows),
    keyRefusedSince: keyRefused,
    methodRefusals: methods,
    unrecorded: unrecorded.rows.map(({ intentId, since }) => ({
      ...{ intentId, since: since.toISOString() },
    })),
    more: { ...inLists(({ more }) => more), unrecorded: unrecorded.more },
  }
}

export async function paymentAlert(id: number): Promise<PaymentAlert> {
  const [alert] = await db().$queryRaw<{ kind: AlertKind }[]>`
    SELECT kind FROM payment_alerts WHERE payment_id = ${id}`
  const row = await db().payment.findUniqueOrThrow({ where: { id }, include })
  return toAlert(row, alert?.kind ?? null)
}

/** Hosts without a long-lived process may run the jobs once a day only. */
const stoppedAfterMs = () => (env().VERCEL ? 26 * HOUR_MS : 10 * MINUTE_MS)

/** What has kept money, mail, notifications or bookings from their way for ten minutes or longer. */
export async function troubles(client: Pick<Tx, '$queryRaw'> = db()): Promise<TroubleAlert[]> {
  const [mails, pushes, noted, [jobs], difference, feeds] = await Promise.all([
    waitingMails(client),
    waitingPushes(client),
    lastingTroubles(client),
    client.$queryRaw<{ last: Date | null; now: Date }[]>`
      SELECT max(started_at) AS last, now() AS now FROM jobs`,
    databaseDifference(),
    unreadFeeds(client),
  ])
  const isStopped =
    jobs?.last != null && jobs.now.getTime() - jobs.last.getTime() > stoppedAfterMs()
  return [
    ...(mails ? [alertOf(`mail_${mails.reason}`, mails.since, { count: mails.count })] : []),
    ...(pushes ? [alertOf(`push_${pushes.reason}`, pushes.since, { count: pushes.count })] : []),
    ...noted.map(({ kind, since }) =>
      kind.startsWith('job_')
        ? alertOf('job', since, { job: kind.slice('job_'.length) })
        : alertOf(kind as TroubleAlert['kind'], since),
    ),
    ...(isStopped && jobs.last ? [alertOf('jobs_stopped', jobs.last)] : []),
    ...(difference ? [alertOf(difference.kind, difference.since)] : []),
    ...feeds.map(({ name, since }) => alertOf('feed', since, { job: name })),
  ]
}

const alertOf = (
  kind: TroubleAlert['kind'],
  since: Date,
  { count = null, job = null }: { count?: number | null; job?: string | null } = {},
): TroubleAlert => ({ kind, since: since.toISOString(), count, job })

/** Bookings to be paid by link whose time has passed without a payment, oldest first. */
export async function unpaidOver(): Promise<UnpaidOver[]> {
  const over = await db().$queryRaw<{ id: number }[]>`SELECT id FROM bookings_unpaid_over`
  const rows = await db().booking.findMany({
    where: { id: { in: over.map(({ id }) => id) } },
    include: { payments: { select: MONEY_COLUMNS } },
    orderBy: { endsAt: 'asc' },
  })
  return rows.map((row) => ({
    id: row.id,
    name: fullName(row),
    date: row.date,
    time: row.time,
    amount: toDecimal(askedSen(row)),
  }))
}

/** Transfers that nobody has decided and whose time is not held any more, oldest first. */
export async function transfersOver(): Promise<TransferOver[]> {
  const over = await db().$queryRaw<{ id: number }[]>`
    SELECT b.id FROM bookings b WHERE ${TRANSFER_OVER}`
  const rows = await db().booking.findMany({
    where: { id: { in: over.map(({ id }) => id) } },
    include: { payments: { select: MONEY_COLUMNS }, slip: { select: { sentAt: true } } },
    orderBy: { transferChosenAt: 'asc' },
  })
  const same = await sameSlips(rows.flatMap(({ id, slip }) => (slip ? [id] : [])))
  return rows.map((row) => ({
    ...{ id: row.id, name: fullName(row), date: row.date, time: row.time },
    ...{ amount: toDecimal(transferSen(row)), hasSlip: row.slip !== null },
    sameSlip: same.get(row.id) ?? [],
  }))
}
