import 'server-only'
import type Stripe from 'stripe'
import { db, transaction, type Prisma, type Tx } from '@/lib/db'
import { log } from '@/lib/log'
import { classify, stripe } from '@/lib/payments/client'
import { replaceParts } from '@/lib/payments/part-refunds'
import { recordUnmadeRefund } from '@/lib/payments/refund-log'
import { refundOf } from '@/lib/payments/rules'
import { isStoredFailure, refusalOf, stripeCode } from '@/lib/payments/stripe-errors'
import { keptOf } from '@/lib/sales/money'

/**
 * All that is kept of these payments goes back: what came through Stripe becomes due for refund,
 * what was paid at the studio is shown under Needs attention until it was returned there. Returns
 * the payments that Stripe is to be asked about after the commit, and whether any of this is new.
 * The caller has locked the rows.
 */
export async function startRefunds(
  tx: Tx,
  where: Prisma.PaymentWhereInput,
): Promise<{ due: number[]; isNew: boolean }> {
  const payments = await tx.payment.findMany({ where, orderBy: { id: 'asc' } })
  const kept = payments.filter((payment) => keptOf(payment) > 0)
  const fresh = kept.flatMap((payment) => {
    const data = refundOf(payment)
    return data ? [{ id: payment.id, data }] : []
  })
  for (const { id, data } of fresh) await tx.payment.update({ where: { id }, data })
  await replaceParts(
    tx,
    fresh.map(({ id }) => id),
  )
  const atStripe = kept.filter(({ stripePaymentIntentId }) => stripePaymentIntentId !== null)
  return { due: atStripe.map(({ id }) => id), isNew: fresh.length > 0 }
}

/** A payment due for refund, in the state in which it was found. */
export type DueRefund = { id: number; intentId: string; stripeRefundId: string | null }

/**
 * Asks Stripe once for the whole rest of a refund_due payment, outside any transaction. The
 * attempt's idempotency key is in the row before the call and its parameters never change, so an
 * interrupted call is repeated, not made again; and Stripe refuses more than was paid. 'away':
 * nothing is known, and the reconciler tries again. A refusal is stored with Stripe's message for
 * the administrator. Any other result is found by the next reading.
 */
export async function makeRefund(due: DueRefund): Promise<'asked' | 'away'> {
  const key = await beginAttempt(due)
  if (key === null) return 'asked'
  const answer = await askForRefund(due, key)
  if (answer.ok) {
    await db().payment.updateMany({
      where: { id: due.id, refundKey: key },
      data: { stripeRefundId: answer.refund.id },
    })
    return 'asked'
  }
  const meaning = await classify(answer.error)
  if (meaning === 'ours') throw answer.error
  if (meaning === 'away') {
    if (isStoredFailure(answer.error))
      await db().payment.updateMany({
        where: { id: due.id, refundKey: key, stripeRefundId: null },
        data: { refundKey: null },
      })
    return 'away'
  }
  // Another caller was faster, which is fine.
  if (stripeCode(answer.error) === 'charge_already_refunded') return 'asked'
  await recordRefusal(due.id, key, answer.error)
  return 'asked'
}

/** That of the attempt begun before, or a new one when that has ended. Null when the row has changed. */
async function beginAttempt({ id, stripeRefundId }: DueRefund): Promise<string | null> {
  const [row] = await db().$queryRaw<{ key: string }[]>`
    UPDATE payments SET stripe_refund_id = NULL, updated_at = now(),
      refund_key = CASE WHEN stripe_refund_id IS NULL THEN coalesce(refund_key, gen_random_uuid()::text)
        ELSE gen_random_uuid()::text END
    WHERE id = ${id} AND outcome = 'refund_due' AND stripe_refund_id IS NOT DISTINCT FROM ${stripeRefundId}
    RETURNING refund_key AS key`
  return row?.key ?? null
}

type Answer = { ok: true; refund: Stripe.Refund } | { ok: false; error: unknown }

// Without an amount Stripe refunds all that is left: the administrator may have refunded a part in
// the dashboard.
const askForRefund = ({ id, intentId }: DueRefund, key: string): Promise<Answer> =>
  stripe()
    .refunds.create(
      { payment_intent: intentId, metadata: { payment_id: String(id) } },
      { idempotencyKey: key },
    )
    .then(
      (refund) => ({ ok: true, refund }),
      (error: unknown) => ({ ok: false, error }),
    )

async function recordRefusal(id: number, key: string, error: unknown): Promise<void> {
  await transaction(async (tx) => {
    const refused = await tx.$executeRaw`
      UPDATE payments SET outcome = 'needs_attention', reason = 'refund_failed', refund_status = 'failed',
        refund_reason = CASE WHEN reason = 'refund_failed' THEN refund_reason ELSE reason END,
        refusal = ${refusalOf(error)}, refund_key = NULL, handled_at = NULL,
        sync_version = sync_version + 1, updated_at = now()
      WHERE id = ${id} AND outcome = 'refund_due' AND refund_key = ${key}`
    if (refused === 0) return
    const payment = await tx.payment.findUniqueOrThrow({ where: { id } })
    await recordUnmadeRefund(tx, payment, { sen: keptOf(payment), why: 'refused' })
  })
  log.warn({ paymentId: id, code: stripeCode(error) }, 'refund refused')
}
