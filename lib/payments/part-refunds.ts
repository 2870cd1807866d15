import 'server-only'
import { db, transaction, type Prisma, type Tx } from '@/lib/db'
import type { PartRefund } from '@/lib/generated/prisma/client'
import { log } from '@/lib/log'
import { senOf, toDecimal } from '@/lib/money'
import { MONEY_COLUMNS, moneyOf, refundableOf } from '@/lib/sales/money'
import { classify, stripe } from './client'
import type { RefundFact, StripeFacts } from './facts'
import { isActiveRefund, type PartsNow } from './reconcile'
import { recordUnmadeRefund } from './refund-log'
import { isStoredFailure, refusalOf, stripeCode } from './stripe-errors'

// Parts of a payment that the owner gives back, each a row: asked for here under an idempotency key of
// its own, and known again among Stripe's refunds by the reference in its metadata; recorded as given
// back by the studio; or made in Stripe's dashboard.

/** A part that Stripe is to be asked for. */
export type DuePart = { partId: number; id: number; intentId: string }

/** Writes the sums of a payment's parts into its row, whose lock the caller holds. */
export const sumParts = (tx: Pick<Tx, '$executeRaw'>, paymentIds: readonly number[]) =>
  tx.$executeRaw`
    UPDATE payments p SET part_due = sums.due, off_price = sums.off, part_failed = sums.failed,
      updated_at = now()
    FROM (SELECT o.id, coalesce(sum(r.amount) FILTER (WHERE r.status = 'due'), 0) AS due,
        coalesce(sum(r.off_price) FILTER (WHERE r.status IN ('due', 'made')), 0) AS off,
        coalesce(sum(r.amount - r.settled) FILTER (WHERE r.status IN ('failed', 'refused')), 0) AS failed
      FROM payments o LEFT JOIN part_refunds r ON r.payment_id = o.id
      WHERE o.id = ANY (${[...paymentIds]}::int[]) GROUP BY o.id) AS sums
    WHERE p.id = sums.id
      AND (p.part_due, p.off_price, p.part_failed) IS DISTINCT FROM (sums.due, sums.off, sums.failed)`

type About = { bookingId: number | null; orderId: number | null }

/**
 * What of money that the owner gives back lowers the price, which is not owed again: all of it but
 * what was more than the price. Of what was cancelled, nothing.
 */
export async function offPriceOf(
  tx: Pick<Tx, 'payment' | 'booking' | 'videoEditingOrder'>,
  about: About,
  sen: number,
): Promise<number> {
  const { bookingId, orderId } = about
  const sold =
    orderId === null
      ? await tx.booking.findUniqueOrThrow({ where: { id: bookingId ?? 0 } })
      : await tx.videoEditingOrder.findUniqueOrThrow({ where: { id: orderId } })
  if (sold.status === 'cancelled') return 0
  const payments = await tx.payment.findMany({
    where: orderId === null ? { bookingId } : { orderId },
    select: MONEY_COLUMNS,
  })
  const money = moneyOf(payments)
  const surplus = refundableOf(money) + money.offPriceSen - senOf(sold.totalAmount)
  return Math.max(0, sen - Math.max(0, surplus))
}

/**
 * So much of the parts that failed, the oldest first, was given back another way or is kept: `sen`
 * absent, all of it. The caller holds the payment's row, and sums the parts.
 */
export async function settleFailed(
  tx: Pick<Tx, 'partRefund'>,
  paymentId: number,
  sen = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  const parts = await tx.partRefund.findMany({
    where: { paymentId, status: { in: ['failed', 'refused'] } },
    orderBy: { id: 'asc' },
  })
  let left = sen
  for (const { id, amount, settled } of parts) {
    const now = Math.min(left, senOf(amount) - senOf(settled))
    if (now === 0) continue
    await tx.partRefund.update({
      where: { id },
      data: { settled: { increment: toDecimal(now) } },
    })
    left -= now
  }
}

/** All of these payments goes back: what was due in parts goes with it. */
export async function replaceParts(tx: Tx, paymentIds: readonly number[]): Promise<void> {
  const { count } = await tx.partRefund.updateMany({
    where: { paymentId: { in: [...paymentIds] }, status: 'due' },
    data: { status: 'replaced' },
  })
  if (count > 0) await sumParts(tx, paymentIds)
}

/** The refund of the whole was taken back before Stripe was asked for it. */
export async function putPartsBack(
  tx: Tx,
  parts: readonly { id: number; payment: number }[],
): Promise<void> {
  const { count } = await tx.partRefund.updateMany({
    where: { id: { in: parts.map(({ id }) => id) }, status: 'replaced' },
    data: { status: 'due' },
  })
  if (count > 0)
    await sumParts(
      tx,
      parts.map(({ payment }) => payment),
    )
}

type Read = About & {
  id: number
  intentId: string
  stripeRefundId: string | null
  reason: string | null
}

/**
 * Takes over what Stripe knows of a payment's parts; `due` is the oldest that is to be asked for,
 * `failed` the refunds that have failed since the last reading. One that was asked for and that Stripe
 * does not list yet is waited for. `outcome` is the payment's, or what it is settled as now. The caller
 * holds the payment's row.
 */
export async function readParts(
  tx: Tx,
  payment: Read,
  outcome: string | null,
  { refunds }: StripeFacts,
): Promise<PartsNow & { changed: boolean; due: DuePart | null; failed: RefundFact[] }> {
  const { id, intentId } = payment
  const parts = await tx.partRefund.findMany({ where: { paymentId: id }, orderBy: { id: 'asc' } })
  const now = parts.map((part) => {
    const fact = refunds.find((one) => isOf(one, part))
    if (!fact) return { ...part, was: part.status, fact: null }
    const status = isActiveRefund(fact) ? 'made' : 'failed'
    return { ...part, status, stripeRefundId: fact.id, was: part.status, fact }
  })
  const news = now.filter(({ status, was }) => status !== was)
  for (const { id: partId, status, stripeRefundId } of news)
    await tx.partRefund.update({ where: { id: partId }, data: { status, stripeRefundId } })
  const isKnown = (fact: RefundFact) => parts.some((part) => isOf(fact, part))
  const isOwnWhole = ({ id: refund, isWhole }: RefundFact) =>
    isWhole === true || refund === payment.stripeRefundId
  const isNew = (await givesBackAll(tx, payment, outcome))
    ? () => true
    : (fact: RefundFact) => outcome === 'confirmed' && !isOwnWhole(fact)
  // Stripe lists the newest first.
  const others = refunds.filter((fact) => !isKnown(fact) && isNew(fact)).toReversed()
  for (const fact of others) {
    const later = refunds.slice(0, refunds.indexOf(fact)).filter(isKnown).filter(isActiveRefund)
    await addPart(tx, payment, fact, later)
  }
  const summed = parts.length > 0 ? await sumParts(tx, [id]) : 0
  const due = now.find((part) => part.status === 'due' && part.stripeRefundId === null)
  return {
    changed: news.length > 0 || summed > 0 || others.length > 0,
    failedSen: parts.length + others.length > 0 ? await failedSenOf(tx, id) : 0,
    due: due && outcome === 'confirmed' ? { partId: due.id, id, intentId } : null,
    failed: [...news.flatMap(({ fact }) => fact ?? []), ...others].filter(
      (fact) => !isActiveRefund(fact),
    ),
  }
}

async function failedSenOf(tx: Tx, id: number): Promise<number> {
  const { partFailed } = await tx.payment.findUniqueOrThrow({
    where: { id },
    select: { partFailed: true },
  })
  return senOf(partFailed)
}

const isOf = (fact: RefundFact, part: PartRefund): boolean =>
  fact.part === part.reference || fact.id === part.stripeRefundId

/** All of it is going back, on purpose, of a session that stands: it is not owed again. */
const givesBackAll = async (
  tx: Tx,
  { bookingId, reason }: Read,
  outcome: string | null,
): Promise<boolean> =>
  outcome === 'refund_due' &&
  bookingId !== null &&
  (reason === null || reason === 'owner_refund') &&
  (await tx.booking.count({ where: { id: bookingId, status: { not: 'cancelled' } } })) > 0

/**
 * A refund made in Stripe's dashboard is a part that the owner gave back. It is what was tried again
 * of an earlier one that had failed; `later` are parts that were asked for since.
 */
async function addPart(
  tx: Tx,
  { id, ...about }: Read,
  fact: RefundFact,
  later: readonly RefundFact[],
): Promise<void> {
  const { amountSen } = fact
  const isMade = isActiveRefund(fact)
  if (isMade) await settleFailed(tx, id, amountSen)
  const laterSen = later.reduce((sum, one) => sum + one.amountSen, 0)
  await tx.partRefund.create({
    data: {
      ...{ paymentId: id, amount: toDecimal(amountSen), stripeRefundId: fact.id },
      status: isMade ? 'made' : 'failed',
      offPrice: toDecimal(isMade ? await offPriceOf(tx, about, amountSen) : 0),
      settled: toDecimal(isMade ? 0 : Math.min(amountSen, laterSen)),
    },
  })
  // What the next one is more than the price begins with this one.
  await sumParts(tx, [id])
}

/**
 * Asks Stripe for one part, outside any transaction, under a key that is stored first. 'away': nothing
 * is known, and the reconciler tries again. What became of it is found by the next reading.
 */
export async function makePartRefund({ partId, id, intentId }: DuePart): Promise<'asked' | 'away'> {
  const [part] = await db().$queryRaw<{ amount: Prisma.Decimal; reference: string; key: string }[]>`
    UPDATE part_refunds SET refund_key = coalesce(refund_key, gen_random_uuid()::text)
    WHERE id = ${partId} AND status = 'due' AND stripe_refund_id IS NULL
    RETURNING amount, reference::text, refund_key AS key`
  if (!part) return 'asked'
  const own = { id: partId, status: 'due', refundKey: part.key, stripeRefundId: null }
  try {
    const refund = await stripe().refunds.create(
      {
        payment_intent: intentId,
        amount: senOf(part.amount),
        metadata: { payment_id: String(id), part: part.reference },
      },
      { idempotencyKey: part.key },
    )
    await db().partRefund.updateMany({ where: own, data: { stripeRefundId: refund.id } })
    return 'asked'
  } catch (error) {
    const meaning = await classify(error)
    if (meaning === 'ours') throw error
    if (meaning === 'away') {
      if (isStoredFailure(error))
        await db().partRefund.updateMany({ where: own, data: { refundKey: null } })
      return 'away'
    }
    await recordRefusal(id, partId, error)
    return 'asked'
  }
}

/** The money stays, and the administrator is told. */
async function recordRefusal(id: number, partId: number, error: unknown): Promise<void> {
  await transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM payments WHERE id = ${id} FOR UPDATE`
    const { count } = await tx.partRefund.updateMany({
      where: { id: partId, status: 'due', stripeRefundId: null },
      data: { status: 'refused' },
    })
    if (count === 0) return
    await sumParts(tx, [id])
    const { amount } = await tx.partRefund.findUniqueOrThrow({ where: { id: partId } })
    const payment = await tx.payment.findUniqueOrThrow({ where: { id } })
    await recordUnmadeRefund(tx, payment, { sen: senOf(amount), why: 'refused' })
    await tx.$executeRaw`
      UPDATE payments SET reason = 'refund_failed', refund_status = 'failed', refusal = ${refusalOf(error)},
        refund_reason = CASE WHEN reason = 'refund_failed' THEN refund_reason END, handled_at = NULL,
        sync_version = sync_version + 1, sync_due = true, updated_at = now()
      WHERE id = ${id} AND outcome = 'confirmed'`
  })
  log.warn({ paymentId: id, code: stripeCode(error) }, 'part refund refused')
}
