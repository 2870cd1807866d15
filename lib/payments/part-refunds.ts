import 'server-only'
import { db, type Prisma, type Tx } from '@/lib/db'
import { log } from '@/lib/log'
import { senOf } from '@/lib/money'
import { classify, stripe } from './client'
import type { StripeFacts } from './facts'
import { isActiveRefund, type PartsNow } from './reconcile'
import { isStoredFailure, refusalOf, stripeCode } from './stripe-errors'

// Parts of a payment that the owner gives back: each is a row with an idempotency key of its own, and
// is known again among Stripe's refunds by the reference in its metadata.

/** A part that Stripe is to be asked for. */
export type DuePart = { partId: number; id: number; intentId: string }

/** Writes the sums of a payment's parts into its row, whose lock the caller holds. */
export const sumParts = (tx: Pick<Tx, '$executeRaw'>, paymentIds: readonly number[]) =>
  tx.$executeRaw`
    UPDATE payments p SET part_due = sums.due, off_price = sums.off, updated_at = now()
    FROM (SELECT o.id, coalesce(sum(r.amount) FILTER (WHERE r.status = 'due'), 0) AS due,
        coalesce(sum(r.off_price) FILTER (WHERE r.status IN ('due', 'made')), 0) AS off
      FROM payments o LEFT JOIN part_refunds r ON r.payment_id = o.id
      WHERE o.id = ANY (${[...paymentIds]}::int[]) GROUP BY o.id) AS sums
    WHERE p.id = sums.id AND (p.part_due, p.off_price) IS DISTINCT FROM (sums.due, sums.off)`

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

/**
 * Takes over what Stripe knows of a payment's parts; `due` is the oldest that is to be asked for. One
 * that was asked for and that Stripe does not list yet is waited for. The caller holds the payment's
 * row.
 */
export async function readParts(
  tx: Tx,
  { id, intentId, outcome }: { id: number; intentId: string; outcome: string | null },
  { refunds }: StripeFacts,
): Promise<PartsNow & { changed: boolean; due: DuePart | null }> {
  const parts = await tx.partRefund.findMany({ where: { paymentId: id }, orderBy: { id: 'asc' } })
  const now = parts.map((part) => {
    const fact = refunds.find(
      (one) => one.part === part.reference || one.id === part.stripeRefundId,
    )
    if (!fact) return { ...part, was: part.status }
    const status = isActiveRefund(fact) ? 'made' : 'failed'
    return { ...part, status, stripeRefundId: fact.id, was: part.status }
  })
  const news = now.filter(({ status, was }) => status !== was)
  for (const { id: partId, status, stripeRefundId } of news)
    await tx.partRefund.update({ where: { id: partId }, data: { status, stripeRefundId } })
  const summed = parts.length > 0 ? await sumParts(tx, [id]) : 0
  const isFailed = ({ status }: { status: string }) => status === 'failed' || status === 'refused'
  const due = now.find((part) => part.status === 'due' && part.stripeRefundId === null)
  return {
    changed: news.length > 0 || summed > 0,
    failedNow: news.some(isFailed),
    anyFailed: now.some(isFailed),
    due: due && outcome === 'confirmed' ? { partId: due.id, id, intentId } : null,
  }
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
  await db().$executeRaw`
    WITH refused AS (UPDATE part_refunds SET status = 'refused'
      WHERE id = ${partId} AND status = 'due' AND stripe_refund_id IS NULL RETURNING payment_id)
    UPDATE payments SET reason = 'refund_failed', refund_status = 'failed', refusal = ${refusalOf(error)},
      refund_reason = CASE WHEN reason = 'refund_failed' THEN refund_reason END, handled_at = NULL,
      sync_version = sync_version + 1, sync_due = true, updated_at = now()
    WHERE id = (SELECT payment_id FROM refused) AND outcome = 'confirmed'`
  log.warn({ paymentId: id, code: stripeCode(error) }, 'part refund refused')
}
