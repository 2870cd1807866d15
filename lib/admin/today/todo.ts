import 'server-only'
import { FAILED } from '@/lib/mail/queries'
import { troubles } from '@/lib/admin/attention/queries'
import { askedSen, awaitsDecision, isUnpaid, owedSen, transferSen } from '@/lib/bookings/status'
import { standingInClosedTime } from '@/lib/closings/queries'
import { UNANSWERED } from '@/lib/contacts/queries'
import { db } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { senOf, type Stored } from '@/lib/money'
import { fullName } from '@/lib/names'
import { MONEY_COLUMNS, moneyOf, owedOf, refundableOf, type PaymentMoney } from '@/lib/sales/money'
import { addDays, DAY_MS, studioDate, toInstant } from '@/lib/time'
import type { Todo, TodoKind } from './schema'

/** Of each kind; the list says how many there are beyond what it shows. */
const MOST = 100
const UNPAID_DAYS = 7
const CLASH_DAYS = 30

/** All that waits for the owner, in no order. */
export async function thingsToDo(locale: Locale, now: Date): Promise<Todo[]> {
  const found = await Promise.all([
    paymentsToDecide(),
    unpaidOver(),
    orders(now),
    messages(),
    failedMails(),
    unpaid(now),
    partPaid(now),
    partPaidOrders(),
    transfers(),
    clashes(locale, now),
    lasting(),
  ])
  return found.flat()
}

type Alert = {
  id: number
  kind: string
  reason: string | null
  name: string | null
  amount: Stored
  at: Date
}

export async function paymentsToDecide(): Promise<Todo[]> {
  const rows = await db().$queryRaw<Alert[]>`
    SELECT p.id, a.kind, p.reason, p.created_at AS at, coalesce(p.received_amount, p.amount)
        - CASE WHEN p.outcome = 'needs_attention' THEN p.refunded_amount ELSE 0 END AS amount,
      coalesce(nullif(trim(b.first_name || ' ' || coalesce(b.last_name, '')), ''), o.customer_name) AS name
    FROM payment_alerts a JOIN payments p ON p.id = a.payment_id
      LEFT JOIN bookings b ON b.id = p.booking_id LEFT JOIN video_editing_orders o ON o.id = p.order_id
    ORDER BY p.id LIMIT ${MOST}::int`
  return rows.map(({ id, kind, reason, name, amount, at }) => ({
    key: `payment-${id}`,
    kind: (kind === 'open' && reason === 'refund_failed' ? 'refund_failed' : kind) as TodoKind,
    name: name ?? '',
    amountSen: senOf(amount),
    at: at.toISOString(),
    href: `/admin/attention#payment-${id}`,
  }))
}

const withPayments = { payments: { select: MONEY_COLUMNS } } as const

async function unpaidOver(): Promise<Todo[]> {
  const over = await db().$queryRaw<{ id: number }[]>`
    SELECT id FROM bookings_unpaid_over ORDER BY ends_at LIMIT ${MOST}::int`
  const rows = await db().booking.findMany({
    where: { id: { in: over.map(({ id }) => id) } },
    include: withPayments,
  })
  return rows.map((row) => ({
    key: `over-${row.id}`,
    kind: 'unpaid_over',
    name: fullName(row),
    amountSen: owedSen(row),
    at: row.startsAt.toISOString(),
    href: `/admin/bookings/${row.id}`,
  }))
}

/** Edits that are due by tomorrow. */
async function orders(now: Date): Promise<Todo[]> {
  const today = studioDate(now)
  const rows = await db().videoEditingOrder.findMany({
    where: {
      status: { in: ['paid', 'in_progress'] },
      deliveries: 0,
      dueAt: { lt: toInstant(addDays(today, 2), '00:00') },
    },
    orderBy: { dueAt: 'asc' },
    take: MOST,
  })
  return rows.map(({ id, customerName, dueAt }) => ({
    key: `order-${id}`,
    kind: dueAt && dueAt < now ? 'order_late' : 'order_due',
    name: customerName,
    amountSen: null,
    at: dueAt?.toISOString() ?? null,
    href: `/admin/orders?q=${encodeURIComponent(`#${id}`)}`,
  }))
}

async function messages(): Promise<Todo[]> {
  const rows = await db().contact.findMany({
    where: UNANSWERED,
    select: { id: true, name: true, createdAt: true },
    orderBy: { createdAt: 'asc' },
    take: MOST,
  })
  return rows.map(({ id, name, createdAt }) => ({
    key: `message-${id}`,
    kind: 'message',
    name,
    amountSen: null,
    at: createdAt.toISOString(),
    href: `/admin/inbox/${id}`,
  }))
}

async function failedMails(): Promise<Todo[]> {
  const rows = await db().mail.findMany({
    where: FAILED,
    select: { id: true, recipient: true, createdAt: true },
    orderBy: { id: 'asc' },
    take: MOST,
  })
  return rows.map(({ id, recipient, createdAt }) => ({
    key: `mail-${id}`,
    kind: 'mail_failed',
    name: recipient,
    amountSen: null,
    at: createdAt.toISOString(),
    href: `/admin/attention#mail-${id}`,
  }))
}

/** Sessions of the next days that are to be paid by link. */
async function unpaid(now: Date): Promise<Todo[]> {
  const rows = await db().booking.findMany({
    where: {
      status: 'pending',
      holdExpiresAt: null,
      startsAt: { gt: now, lt: new Date(now.getTime() + UNPAID_DAYS * DAY_MS) },
    },
    include: withPayments,
    orderBy: { startsAt: 'asc' },
    take: MOST,
  })
  return rows
    .filter((row) => isUnpaid(row) && !isPartPaid(row))
    .map((row) => ({
      key: `unpaid-${row.id}`,
      kind: 'unpaid',
      name: fullName(row),
      amountSen: owedSen(row),
      at: row.startsAt.toISOString(),
      href: `/admin/bookings/${row.id}`,
    }))
}

const isPartPaid = ({ payments }: { payments: readonly PaymentMoney[] }): boolean =>
  refundableOf(moneyOf(payments)) > 0

const PARTLY = { payments: { some: { outcome: 'confirmed' } } } as const

/** Sessions to come of which a part was received: their time is kept until the rest comes. */
async function partPaid(now: Date): Promise<Todo[]> {
  const rows = await db().booking.findMany({
    where: {
      startsAt: { gt: now },
      ...PARTLY,
      OR: [{ status: 'pending', holdExpiresAt: null }, { onAccount: { gt: 0 } }],
    },
    include: withPayments,
    orderBy: { startsAt: 'asc' },
    take: MOST,
  })
  return rows
    .filter((row) => row.status !== 'cancelled' && askedSen(row) > 0 && isPartPaid(row))
    .map((row) => ({
      key: `part-${row.id}`,
      kind: 'part_paid',
      name: fullName(row),
      amountSen: askedSen(row),
      at: row.startsAt.toISOString(),
      href: `/admin/bookings/${row.id}`,
    }))
}

async function partPaidOrders(): Promise<Todo[]> {
  const rows = await db().videoEditingOrder.findMany({
    where: { status: 'pending', ...PARTLY },
    include: withPayments,
    orderBy: { createdAt: 'asc' },
    take: MOST,
  })
  return rows.map((row) => ({
    key: `part-order-${row.id}`,
    kind: 'part_paid',
    name: row.customerName,
    amountSen: owedOf(senOf(row.totalAmount), moneyOf(row.payments)),
    at: row.createdAt.toISOString(),
    href: `/admin/orders?q=${encodeURIComponent(`#${row.id}`)}`,
  }))
}

/** What is to be looked for in the account: with a slip, or while the time is held. */
async function transfers(): Promise<Todo[]> {
  const rows = await db().booking.findMany({
    where: {
      transferChosenAt: { not: null },
      transferDecision: null,
      OR: [{ status: 'pending' }, { slip: { isNot: null } }],
    },
    include: { ...withPayments, slip: { select: { sentAt: true } } },
    orderBy: { transferChosenAt: 'asc' },
    take: MOST,
  })
  return rows.filter(awaitsDecision).map((row) => ({
    key: `transfer-${row.id}`,
    kind: row.slip ? 'slip' : 'transfer',
    name: fullName(row),
    amountSen: transferSen(row),
    at: row.holdExpiresAt?.toISOString() ?? null,
    href: `/admin/bookings/${row.id}`,
    transfer: { id: row.id, version: row.updatedAt.toISOString() },
  }))
}

async function clashes(locale: Locale, now: Date): Promise<Todo[]> {
  const { rows } = await standingInClosedTime({ now, locale, days: CLASH_DAYS })
  return rows.map(({ id, client: name, date, time }) => ({
    key: `clash-${id}`,
    kind: 'clash',
    name,
    amountSen: null,
    at: toInstant(date, time).toISOString(),
    href: '/admin/calendar#closed-time',
  }))
}

async function lasting(): Promise<Todo[]> {
  return (await troubles()).map(({ kind, job, since }) => ({
    key: `trouble-${kind}-${job ?? ''}`,
    kind: 'trouble',
    name: '',
    amountSen: null,
    at: since,
    href: '/admin/attention',
  }))
}
