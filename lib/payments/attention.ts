import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit'
import { currentOpening } from '@/lib/availability/data'
import { db, transaction, type Prisma, type Tx } from '@/lib/db'
import { senOf, toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { keyRefusedSince } from './client'
import { refundNow } from './refunds'
import type { PaymentAlert } from './rules'
import { settlementFor, type Settlements } from './settlement'

// Money the owner must look at, and what they can do about it. What waits is defined once, in the
// database's view payment_alerts.

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
    refusal: row.refusal,
    succeededAt: row.succeededAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Why a payment waits for the owner. */
export type AlertKind = 'open' | 'disputed' | 'paid_back' | 'unread'

/** How many things wait for the owner: money, a refused key, mails that were given up. */
export async function attentionCount(): Promise<number> {
  const [[waiting], mails, refused] = await Promise.all([
    db().$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM payment_alerts`,
    db().mail.count({ where: { status: 'failed', kind: { not: 'sign_in_code' } } }),
    keyRefusedSince(),
  ])
  return (waiting?.count ?? 0) + mails + (refused ? 1 : 0)
}

/**
 * Money the owner must know of, oldest first, at most 200 of each kind: `open` is neither confirmed
 * nor given back, or a refund of it failed; `disputed` is wanted back by the customer's bank;
 * `paid_back` went back although its booking stands; `unread` could not be asked about at Stripe
 * for an hour. `late` came after its hold had ended and `handled` was looked after, the newest
 * twenty of each. `keyRefusedSince`: since when Stripe refuses our key (ISO), or null.
 */
export async function attentionPayments(): Promise<
  Record<AlertKind | 'late' | 'handled', PaymentAlert[]> & { keyRefusedSince: string | null }
> {
  const waits = async (kind: AlertKind) => {
    const rows = await db().$queryRaw<{ id: number }[]>`
      SELECT payment_id AS id FROM payment_alerts WHERE kind = ${kind} ORDER BY 1 LIMIT 200`
    return list({ id: { in: rows.map(({ id }) => id) } }, 'asc', 200)
  }
  const list = async (where: Prisma.PaymentWhereInput, order: 'asc' | 'desc', take: number) =>
    (await db().payment.findMany({ where, include, orderBy: { id: order }, take })).map(toAlert)
  const [open, disputed, paidBack, unread, late, handled, refused] = await Promise.all([
    waits('open'),
    waits('disputed'),
    waits('paid_back'),
    waits('unread'),
    list({ reason: 'late', outcome: { not: null } }, 'desc', 20),
    list({ handledAt: { not: null } }, 'desc', 20),
    keyRefusedSince(),
  ])
  const keyRefused = refused?.toISOString() ?? null
  return { open, disputed, paid_back: paidBack, unread, late, handled, keyRefusedSince: keyRefused }
}

type Word = { id: number; note: string; version?: string | undefined; actor: string; now: Date }
type Row = {
  id: number
  kind: AlertKind | null
  outcome: string | null
  purpose: string
  reason: string | null
  refundReason: string | null
  intentId: string | null
  updatedAt: Date
}

/**
 * The payment, locked, when it waits for the owner. Throws not_found, version_conflict, and
 * not_changeable when it does not wait.
 */
async function waiting(tx: Tx, id: number, version?: string): Promise<Row & { kind: AlertKind }> {
  await tx.$executeRaw`SELECT 1 FROM payments WHERE id = ${id} FOR UPDATE`
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT p.id, a.kind, outcome, purpose, reason, refund_reason AS "refundReason",
      stripe_payment_intent_id AS "intentId", updated_at AS "updatedAt"
    FROM payments p LEFT JOIN payment_alerts a ON a.payment_id = p.id WHERE p.id = ${id}`
  if (!row) throw new Problem('not_found')
  assertVersion(row, version)
  const { kind } = row
  if (kind === null) throw new Problem('not_changeable', { sentence: 'payment_settled' })
  return { ...row, kind }
}

/**
 * The owner has looked after it as it stands: the money's outcome stays what it is, and a later
 * change of it opens it again. In one transaction with the audit row. A refund that is due follows
 * by itself and is not looked after. Throws as `waiting`.
 */
export const markHandled = ({ id, note, version, actor, now }: Word): Promise<void> =>
  transaction(async (tx) => {
    const { outcome } = await waiting(tx, id, version)
    if (outcome === 'refund_due')
      throw new Problem('not_changeable', { sentence: 'payment_settled' })
    await tx.payment.update({ where: { id }, data: { note, handledAt: now } })
    await recordChange(tx, {
      actor,
      action: 'handled',
      entity: 'payment',
      entityId: id,
      before: { handled: false },
      after: { handled: true }, // the note is free text: the log could not let go of a name in it
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
    await settlement.link(tx, { id, bookingId, orderId }, { now, opening })
    await tx.payment.update({
      where: { id },
      data: {
        ...{ purpose, bookingId, orderId, note },
        ...{ outcome: 'confirmed', reason: null },
        syncDue: true,
        syncVersion: { increment: 1 },
      },
    })
    await settlement.earn(tx, { id, bookingId, orderId })
    await recordChange(tx, {
      actor,
      action: 'link',
      entity: 'payment',
      entityId: id,
      before: { purpose: 'unmatched' },
      after: { bookingId, orderId },
    })
    await settlement.recount(tx, { id, bookingId, orderId })
  })
}

/**
 * Gives the money back, or tries once more to. Money paid at the desk was given back there: that is
 * noted. Throws as `waiting`, not_changeable when Stripe refuses.
 */
export async function refundPayment(
  settlements: Settlements,
  { id, actor }: { id: number; actor: string },
): Promise<void> {
  const isAtStripe = await transaction(async (tx) => {
    const payment = await waiting(tx, id)
    // Stripe was away: now, instead of with the reconciler's next round
    if (payment.outcome === 'refund_due') return true
    if (payment.outcome !== 'needs_attention')
      throw new Problem('not_changeable', { sentence: 'payment_settled' })
    const reason =
      payment.reason === 'refund_failed' ? (payment.refundReason ?? 'owner_refund') : payment.reason
    const outcome = payment.intentId ? 'refund_due' : 'refunded'
    if (payment.intentId)
      await tx.payment.update({
        where: { id },
        data: { outcome, reason, refundKey: null, stripeRefundId: null, refusal: null },
      })
    else
      await tx.$executeRaw`
        UPDATE payments SET outcome = ${outcome}, refund_status = 'succeeded', refunded_amount = amount, updated_at = now()
        WHERE id = ${id}`
    await recordChange(tx, {
      actor,
      action: 'refund',
      entity: 'payment',
      entityId: id,
      before: { outcome: 'needs_attention', reason: payment.reason },
      after: { outcome },
    })
    return payment.intentId !== null
  })
  if (isAtStripe) await refundNow(settlements, id)
}

/**
 * True when the money that paid for a booking, or for its upgrade, went back in full or was charged
 * back, and the owner has not decided about it: the customer may neither upgrade nor move it.
 */
export const moneyWentBack = async (
  tx: Pick<Tx, '$queryRaw'>,
  bookingId: number,
): Promise<boolean> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM bookings_paid_back WHERE booking_id = ${bookingId} AND handled_at IS NULL LIMIT 1`
  return rows.length > 0
}

/** One payment as the owner's list shows it. */
export const paymentAlert = async (id: number): Promise<PaymentAlert> =>
  toAlert(await db().payment.findUniqueOrThrow({ where: { id }, include }))
