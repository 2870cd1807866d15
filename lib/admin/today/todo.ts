import 'server-only'
import { FAILED } from '@/lib/mail/queries'
import { TRANSFER_WAITS, troubles } from '@/lib/admin/attention/queries'
import { sameSlips } from '@/lib/bookings/same-slip'
import { askedSen, awaitsDecision, isUnpaid, owedSen, transferSen } from '@/lib/bookings/status'
import { standingInClosedTime } from '@/lib/closings/queries'
import { UNANSWERED } from '@/lib/contacts/queries'
import { cutList, type CutList } from '@/lib/cut-list'
import { db, type Prisma } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { senOf, type Stored } from '@/lib/money'
import { fullName } from '@/lib/names'
import { MONEY_COLUMNS, moneyOf, owedOf, refundableOf, type PaymentMoney } from '@/lib/sales/money'
import { isAsked } from '@/lib/sales/owed'
import { addDays, DAY_MS, studioDate, toInstant } from '@/lib/time'
import type { Todo, TodoKind } from './schema'

/** Read of each kind, for the first of them and for all; what is beyond is counted. */
const MOST = 100
const MOST_OF_ALL = 1000
const UNPAID_DAYS = 7
const CLASH_DAYS = 30

/** What waits for the owner, in no order, and how much more there is. */
export async function thingsToDo(
  locale: Locale,
  now: Date,
  { all = false } = {},
): Promise<CutList<Todo>> {
  const most = all ? MOST_OF_ALL : MOST
  const found = await Promise.all([
    paymentsToDecide(most),
    bookings(now, most),
    orders(now, most),
    messages(most),
    failedMails(most),
    partPaidOrders(most),
    clashes(locale, now),
    lasting(),
  ])
  return {
    rows: found.flatMap(({ rows }) => rows),
    more: found.reduce((sum, { more }) => sum + more, 0),
  }
}

/** `of`: how many there are, in each row of a list that may be cut. */
type Counted = { of: number }
const beyond = (rows: readonly Counted[]): number => (rows[0]?.of ?? 0) - rows.length

type Alert = {
  id: number
  kind: string
  reason: string | null
  name: string | null
  amount: Stored
  at: Date
} & Counted

export async function paymentsToDecide(most = MOST): Promise<CutList<Todo>> {
  const found = await db().$queryRaw<Alert[]>`
    SELECT p.id, (count(*) OVER ())::int AS of, a.kind, p.reason, p.created_at AS at,
      coalesce(nullif(CASE
        WHEN a.kind IN ('disputed', 'dispute_answered', 'dispute_lost')
          THEN coalesce(nullif(p.disputed_amount, 0), p.lost_amount)
        WHEN p.outcome = 'needs_attention' THEN greatest(0,
          coalesce(p.received_amount, p.amount) - p.refunded_amount - p.lost_amount)
        WHEN p.outcome = 'confirmed' AND p.reason = 'refund_failed' THEN least(p.part_failed,
          coalesce(p.received_amount, p.amount) - p.refunded_amount - p.lost_amount)
        END, 0), p.received_amount, p.amount) AS amount,
      coalesce(nullif(trim(b.first_name || ' ' || coalesce(b.last_name, '')), ''), o.customer_name) AS name
    FROM payment_alerts a JOIN payments p ON p.id = a.payment_id
      LEFT JOIN bookings b ON b.id = p.booking_id LEFT JOIN video_editing_orders o ON o.id = p.order_id
    ORDER BY p.id LIMIT ${most}::int`
  const rows = found.map(({ id, kind, reason, name, amount, at }) => ({
    key: `payment-${id}`,
    kind: (kind === 'open' && reason === 'refund_failed' ? 'refund_failed' : kind) as TodoKind,
    name: name ?? '',
    amountSen: senOf(amount),
    at: at.toISOString(),
    href: `/admin/attention#payment-${id}`,
  }))
  return { rows, more: beyond(found) }
}

const included = {
  payments: { select: MONEY_COLUMNS },
  slip: { select: { sentAt: true } },
} as const

const KINDS = ['unpaid_over', 'unpaid', 'part_paid', 'transfer'] as const
type OfBooking = (typeof KINDS)[number]
type Row = Prisma.BookingGetPayload<{ include: typeof included }>

/** Bookings that may be on the list, by why: found in one query, read in another, judged by rule. */
async function bookings(now: Date, most: number): Promise<CutList<Todo>> {
  const soon = new Date(now.getTime() + UNPAID_DAYS * DAY_MS)
  const found = await db().$queryRaw<({ kind: OfBooking; id: number } & Counted)[]>`
    (SELECT 'unpaid_over' AS kind, id, (count(*) OVER ())::int AS of FROM bookings_unpaid_over
      ORDER BY ends_at LIMIT ${most}::int)
    UNION ALL (SELECT 'unpaid', id, (count(*) OVER ())::int FROM bookings
      WHERE status = 'pending' AND hold_expires_at IS NULL
        AND starts_at > ${now}::timestamptz AND starts_at < ${soon}::timestamptz
      ORDER BY starts_at LIMIT ${most}::int)
    UNION ALL (SELECT 'part_paid', id, (count(*) OVER ())::int FROM bookings b
      WHERE starts_at > ${now}::timestamptz AND ${isAsked}
        AND EXISTS (SELECT FROM payments p WHERE p.booking_id = b.id AND p.outcome = 'confirmed')
      ORDER BY starts_at LIMIT ${most}::int)
    UNION ALL (SELECT 'transfer', id, (count(*) OVER ())::int FROM bookings b
      WHERE ${TRANSFER_WAITS}
      ORDER BY transfer_chosen_at LIMIT ${most}::int)`
  if (found.length === 0) return { rows: [], more: 0 }
  const ids = [...new Set(found.map(({ id }) => id))]
  const rows = await db().booking.findMany({ where: { id: { in: ids } }, include: included })
  const same = await sameSlips(rows.flatMap(({ id, slip }) => (slip ? [id] : [])))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ofKind = (kind: OfBooking) => found.filter((one) => one.kind === kind)
  return {
    rows: found.flatMap(({ kind, id }) => {
      const row = byId.get(id)
      return (row && todoOf[kind](row, same.get(id) ?? [])) ?? []
    }),
    more: KINDS.reduce((sum, kind) => sum + beyond(ofKind(kind)), 0),
  }
}

const isPartPaid = ({ payments }: { payments: readonly PaymentMoney[] }): boolean =>
  refundableOf(moneyOf(payments)) > 0

const bookingTodo = (kind: TodoKind, prefix: string, row: Row, amountSen: number): Todo => ({
  key: `${prefix}-${row.id}`,
  kind,
  name: fullName(row),
  amountSen,
  at: row.startsAt.toISOString(),
  href: `/admin/bookings/${row.id}`,
})

const todoOf: Record<OfBooking, (row: Row, sameSlip: number[]) => Todo | null> = {
  unpaid_over: (row) => bookingTodo('unpaid_over', 'over', row, owedSen(row)),
  /** A session of the next days that is to be paid by link. */
  unpaid: (row) =>
    isUnpaid(row) && !isPartPaid(row) ? bookingTodo('unpaid', 'unpaid', row, owedSen(row)) : null,
  /** A session to come of which a part was received: its time is kept until the rest comes. */
  part_paid: (row) =>
    askedSen(row) > 0 && isPartPaid(row)
      ? bookingTodo('part_paid', 'part', row, askedSen(row))
      : null,
  /** To be looked for in the account, until the owner says whether it is there. */
  transfer: (row, sameSlip) =>
    awaitsDecision(row)
      ? {
          ...bookingTodo(row.slip ? 'slip' : 'transfer', 'transfer', row, transferSen(row)),
          at: row.holdExpiresAt?.toISOString() ?? null,
          transfer: { id: row.id, version: row.updatedAt.toISOString(), sameSlip },
        }
      : null,
}

/** Edits that are due by tomorrow. */
async function orders(now: Date, most: number): Promise<CutList<Todo>> {
  const where = {
    status: { in: ['paid', 'in_progress'] },
    deliveries: 0,
    dueAt: { lt: toInstant(addDays(studioDate(now), 2), '00:00') },
  }
  const { rows, more } = await cutList(
    most,
    (take) => db().videoEditingOrder.findMany({ where, orderBy: { dueAt: 'asc' }, take }),
    () => db().videoEditingOrder.count({ where }),
  )
  const listed = rows.map(({ id, customerName, dueAt }) => ({
    key: `order-${id}`,
    kind: dueAt && dueAt < now ? ('order_late' as const) : ('order_due' as const),
    name: customerName,
    amountSen: null,
    at: dueAt?.toISOString() ?? null,
    href: `/admin/orders?q=${encodeURIComponent(`#${id}`)}`,
  }))
  return { rows: listed, more }
}

async function messages(most: number): Promise<CutList<Todo>> {
  const { rows, more } = await cutList(
    most,
    (take) =>
      db().contact.findMany({
        where: UNANSWERED,
        select: { id: true, name: true, createdAt: true },
        orderBy: { createdAt: 'asc' },
        take,
      }),
    () => db().contact.count({ where: UNANSWERED }),
  )
  const listed = rows.map(({ id, name, createdAt }) => ({
    key: `message-${id}`,
    kind: 'message' as const,
    name,
    amountSen: null,
    at: createdAt.toISOString(),
    href: `/admin/inbox/${id}`,
  }))
  return { rows: listed, more }
}

async function failedMails(most: number): Promise<CutList<Todo>> {
  const { rows, more } = await cutList(
    most,
    (take) =>
      db().mail.findMany({
        where: FAILED,
        select: { id: true, recipient: true, createdAt: true },
        orderBy: { id: 'asc' },
        take,
      }),
    () => db().mail.count({ where: FAILED }),
  )
  const listed = rows.map(({ id, recipient, createdAt }) => ({
    key: `mail-${id}`,
    kind: 'mail_failed' as const,
    name: recipient,
    amountSen: null,
    at: createdAt.toISOString(),
    href: `/admin/attention#mail-${id}`,
  }))
  return { rows: listed, more }
}

async function partPaidOrders(most: number): Promise<CutList<Todo>> {
  const where = { status: 'pending', payments: { some: { outcome: 'confirmed' } } }
  const { rows, more } = await cutList(
    most,
    (take) =>
      db().videoEditingOrder.findMany({
        where,
        include: { payments: { select: MONEY_COLUMNS } },
        orderBy: { createdAt: 'asc' },
        take,
      }),
    () => db().videoEditingOrder.count({ where }),
  )
  const listed = rows.map((row) => ({
    key: `part-order-${row.id}`,
    kind: 'part_paid' as const,
    name: row.customerName,
    amountSen: owedOf(senOf(row.totalAmount), moneyOf(row.payments)),
    at: row.createdAt.toISOString(),
    href: `/admin/orders?q=${encodeURIComponent(`#${row.id}`)}`,
  }))
  return { rows: listed, more }
}

async function clashes(locale: Locale, now: Date): Promise<CutList<Todo>> {
  const { rows, count } = await standingInClosedTime({ now, locale, days: CLASH_DAYS })
  const listed = rows.map(({ id, client: name, date, time }) => ({
    key: `clash-${id}`,
    kind: 'clash' as const,
    name,
    amountSen: null,
    at: toInstant(date, time).toISOString(),
    href: '/admin/calendar#closed-time',
  }))
  return { rows: listed, more: count - rows.length }
}

async function lasting(): Promise<CutList<Todo>> {
  const rows = (await troubles()).map(({ kind, job, since }) => ({
    key: `trouble-${kind}-${job ?? ''}`,
    kind: 'trouble' as const,
    name: '',
    amountSen: null,
    at: since,
    href: '/admin/attention',
  }))
  return { rows, more: 0 }
}
