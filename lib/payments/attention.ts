import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit'
import { currentOpening } from '@/lib/availability/data'
import { db, transaction, type Prisma, type Tx } from '@/lib/db'
import { senOf, toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { refundNow } from './refunds'
import type { PaymentAlert } from './rules'
import { settlementFor, type Settlements } from './settlement'

// Money the owner must look at, and what they can do about it (decisions C5, C7, C13).

const include = {
  booking: { select: { firstName: true, lastName: true, email: true } },
  order: { select: { customerName: true, customerEmail: true } },
} satisfies Prisma.PaymentInclude

function toAlert({
  booking,
  order,
  ...row
}: Prisma.PaymentGetPayload<{ include: typeof include }>): PaymentAlert {
  const fromBooking = booking && {
    name: [booking.firstName, booking.lastName].filter(Boolean).join(' '),
    email: booking.email,
  }
  return {
    id: row.id,
    bookingId: row.bookingId,
    orderId: row.orderId,
    client: fromBooking ?? (order && { name: order.customerName, email: order.customerEmail }),
    intentId: row.stripePaymentIntentId,
    amount: toDecimal(senOf(row.amount)),
    outcome: row.outcome ?? '',
    reason: row.reason,
    refundStatus: row.refundStatus,
    disputed: row.disputed,
    note: row.note,
    succeededAt: row.succeededAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  }
}

const OPEN: Prisma.PaymentWhereInput = {
  outcome: { in: ['needs_attention', 'refund_due'] },
  handledAt: null,
}

/** How many things wait for the owner: money, disputes, mails that were given up. */
export async function attentionCount(): Promise<number> {
  const [open, disputes, mails] = await Promise.all([
    db().payment.count({ where: OPEN }),
    db().payment.count({ where: DISPUTED }),
    db().mail.count({ where: { status: 'failed', kind: { not: 'sign_in_code' } } }),
  ])
  return open + disputes + mails
}

const DISPUTED: Prisma.PaymentWhereInput = {
  disputed: true,
  outcome: { in: ['confirmed', 'refunded'] },
  handledAt: null,
}

/**
 * Money the owner must know of: `open` is neither confirmed nor given back, `disputed` is wanted
 * back by the customer's bank, both oldest first; `late` came after its hold had ended and
 * `handled` was looked after, the newest twenty of each.
 */
export async function attentionPayments(): Promise<
  Record<'open' | 'disputed' | 'late' | 'handled', PaymentAlert[]>
> {
  const list = async (where: Prisma.PaymentWhereInput, order: 'asc' | 'desc', take: number) =>
    (await db().payment.findMany({ where, include, orderBy: { id: order }, take })).map(toAlert)
  const [open, disputed, late, handled] = await Promise.all([
    list(OPEN, 'asc', 200),
    list(DISPUTED, 'asc', 200),
    list({ reason: 'late', outcome: { not: null } }, 'desc', 20),
    list({ handledAt: { not: null } }, 'desc', 20),
  ])
  return { open, disputed, late, handled }
}

type Word = { id: number; note: string; version?: string | undefined; actor: string; now: Date }
type Row = {
  id: number
  outcome: string | null
  purpose: string
  reason: string | null
  disputed: boolean
  handled: boolean
  updatedAt: Date
}

/**
 * The payment, locked, when it waits for the owner. Throws not_found, version_conflict, and
 * not_changeable when it does not wait.
 */
async function waiting(tx: Tx, id: number, version?: string): Promise<Row> {
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT id, outcome, purpose, reason, disputed, handled_at IS NOT NULL AS handled, updated_at AS "updatedAt" FROM payments WHERE id = ${id} FOR UPDATE`
  if (!row) throw new Problem('not_found')
  assertVersion(row, version)
  if (row.handled || !(row.outcome === 'needs_attention' || row.disputed))
    throw new Problem('not_changeable', { sentence: 'payment_settled' })
  return row
}

/**
 * The owner has looked after it outside of this site. The money's outcome stays what it is; in one
 * transaction with the audit row.
 */
export const markHandled = ({ id, note, version, actor, now }: Word): Promise<void> =>
  transaction(async (tx) => {
    await waiting(tx, id, version)
    await tx.payment.update({ where: { id }, data: { note, handledAt: now } })
    await recordChange(tx, {
      actor,
      action: 'handled',
      entity: 'payment',
      entityId: id,
      before: { handled: false },
      after: { handled: true, note },
    })
  })

/**
 * Says what unmatched money was for: a booking that stands and was not paid, or an order that was
 * not. From then on it is that one's payment, with all that hangs on it. Throws as `waiting`, and
 * invalid_request where it does not fit.
 */
export async function linkPayment(
  settlements: Settlements,
  {
    id,
    bookingId,
    orderId,
    note,
    version,
    actor,
    now,
  }: Word & { bookingId: number | null; orderId: number | null },
): Promise<void> {
  const opening = await currentOpening()
  await transaction(async (tx) => {
    const payment = await waiting(tx, id, version)
    if (payment.purpose !== 'unmatched')
      throw new Problem('not_changeable', { sentence: 'payment_settled' })
    const purpose = bookingId === null ? 'order' : 'booking'
    const settlement = settlementFor(settlements, purpose)
    await settlement.link(tx, bookingId ?? orderId ?? 0, { now, opening })
    await tx.payment.update({
      where: { id },
      data: { purpose, bookingId, orderId, outcome: 'confirmed', note },
    })
    await recordChange(tx, {
      actor,
      action: 'link',
      entity: 'payment',
      entityId: id,
      before: { purpose: 'unmatched' },
      after: { bookingId, orderId, note },
    })
    await settlement.recount(tx, { id, bookingId, orderId })
  })
}

/**
 * Gives the money back, or tries once more to. Throws as `waiting`, not_changeable when Stripe
 * refuses.
 */
export async function refundPayment(
  settlements: Settlements,
  { id, actor }: { id: number; actor: string },
): Promise<void> {
  const due = await transaction(async (tx) => {
    const [row] = await tx.$queryRaw<
      { outcome: string | null }[]
    >`SELECT outcome FROM payments WHERE id = ${id} FOR UPDATE`
    // Stripe was away: now, instead of with the reconciler's next round
    if (row?.outcome === 'refund_due') return true
    const payment = await waiting(tx, id)
    if (payment.outcome !== 'needs_attention')
      throw new Problem('not_changeable', { sentence: 'payment_settled' })
    const reason = payment.reason === 'refund_failed' ? 'owner_refund' : payment.reason
    await tx.payment.update({ where: { id }, data: { outcome: 'refund_due', reason } })
    await recordChange(tx, {
      actor,
      action: 'refund',
      entity: 'payment',
      entityId: id,
      before: { outcome: 'needs_attention', reason: payment.reason },
      after: { outcome: 'refund_due' },
    })
    return true
  })
  if (due) await refundNow(settlements, id)
}

/** One payment as the owner's list shows it. */
export const paymentAlert = async (id: number): Promise<PaymentAlert> =>
  toAlert(await db().payment.findUniqueOrThrow({ where: { id }, include }))
