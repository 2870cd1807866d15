import 'server-only'
import type Stripe from 'stripe'
import { db, transaction, type Tx } from '@/lib/db'
import { log } from '@/lib/log'
import { senOf, toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { isStripeAway, orUnavailable, stripe, stripeCode } from './client'
import { settlementFor, type Alternative, type Settlements } from './settlement'

/**
 * Gives back what is still missing of a refund_due payment, or learns how its pending refund
 * stands; outside any transaction. What Stripe has already given back is looked up first and Stripe
 * refuses more than was paid, so two callers can never pay twice. When Stripe is away nothing
 * changes and the reconciler comes back.
 */
export async function pursueRefund(settlements: Settlements, paymentId: number): Promise<void> {
  const payment = await db().payment.findUniqueOrThrow({ where: { id: paymentId } })
  const intentId = payment.stripePaymentIntentId
  if (!intentId) return
  if (payment.outcome === 'refunded' && payment.refundStatus === 'pending')
    return settleRefunds(settlements, intentId)
  if (payment.outcome !== 'refund_due') return
  try {
    const amount = senOf(payment.amount)
    let refunds = await standingRefunds(intentId)
    if (total(refunds) < amount) {
      await refundTheRest(paymentId, intentId, payment.reason)
      refunds = await standingRefunds(intentId)
    }
    await recordRefund(settlements, paymentId, { amount, refunds })
  } catch (error) {
    // the reconciler tries again; the payment stays refund_due, which the owner sees
    if (isStripeAway(error)) return
    await db().payment.updateMany({
      where: { id: paymentId, outcome: 'refund_due' },
      data: { outcome: 'needs_attention', reason: 'refund_failed' },
    })
    throw error
  }
}

/**
 * `pursueRefund` for the owner who asked for it and waits. Stripe's own refusal (a chargeback, say)
 * is an expected outcome, told as not_changeable: the payment stands under Needs attention by now.
 */
export async function refundNow(settlements: Settlements, paymentId: number): Promise<void> {
  try {
    await pursueRefund(settlements, paymentId)
  } catch (error) {
    log.warn({ paymentId, error: (error as Error).name }, 'refund refused')
    throw new Problem('not_changeable', { sentence: 'refund_refused' })
  }
}

const isStanding = (refund: Stripe.Refund) =>
  refund.status === 'succeeded' || refund.status === 'pending'
const total = (refunds: readonly Stripe.Refund[]) =>
  refunds.reduce((sum, refund) => sum + refund.amount, 0)

/** The refunds of an intent that did not fail, newest first. */
async function standingRefunds(intentId: string): Promise<Stripe.Refund[]> {
  const { data } = await stripe().refunds.list({ payment_intent: intentId, limit: 100 })
  return data.filter(isStanding)
}

/**
 * Without an amount Stripe gives back all that is left: the owner may have given a part back in the
 * dashboard.
 */
async function refundTheRest(
  paymentId: number,
  intentId: string,
  reason: string | null,
): Promise<void> {
  try {
    // The minute is part of the key because Stripe stores a 5xx under it for a day.
    const idempotencyKey = `refund:${intentId}:${Math.floor(Date.now() / 60_000)}`
    const params = {
      payment_intent: intentId,
      metadata: { payment_id: String(paymentId), reason: reason ?? '' },
    }
    await stripe().refunds.create(params, { idempotencyKey })
  } catch (error) {
    // somebody else was quicker: that is fine
    if (stripeCode(error) !== 'charge_already_refunded') throw error
  }
}

/**
 * Writes the end of a refund_due payment; unless it failed, its mails are queued in the same
 * transaction (C7).
 */
async function recordRefund(
  settlements: Settlements,
  paymentId: number,
  { amount, refunds }: { amount: number; refunds: readonly Stripe.Refund[] },
): Promise<void> {
  const failed = total(refunds) < amount
  const alternatives = failed ? [] : await alternativesFor(settlements, paymentId)
  await transaction(async (tx) => {
    const [before] = await tx.$queryRaw<(Paid & { outcome: string | null })[]>`
      SELECT id, outcome, reason, purpose, booking_id AS "bookingId", order_id AS "orderId" FROM payments WHERE id = ${paymentId} FOR UPDATE`
    // Another caller was first; what has happened to the refund since then must not be overwritten
    // by what we read before.
    if (before?.outcome !== 'refund_due') return
    const isPending = refunds.some((refund) => refund.status === 'pending')
    await tx.payment.update({
      where: { id: paymentId },
      data: {
        ...(failed
          ? { outcome: 'needs_attention', reason: 'refund_failed', refundStatus: 'failed' }
          : { outcome: 'refunded', refundStatus: isPending ? 'pending' : 'succeeded' }),
        stripeRefundId: refunds[0]?.id ?? null,
        refundedAmount: toDecimal(Math.min(total(refunds), amount)),
      },
    })
    if (failed) return
    await takeBack(tx, settlements, before)
    if (before.purpose === 'unmatched') return
    await settlementFor(settlements, before.purpose).queueRefunded(tx, before, alternatives)
  })
}

async function alternativesFor(
  settlements: Settlements,
  paymentId: number,
): Promise<Alternative[]> {
  const payment = await db().payment.findUniqueOrThrow({ where: { id: paymentId } })
  if (payment.purpose === 'unmatched') return []
  return (await settlementFor(settlements, payment.purpose).alternatives?.(payment)) ?? []
}

/**
 * Follows a refund that happened at Stripe, ours or one made in its dashboard: a full one turns the
 * outcome into refunded, a partial one keeps it and shows the amount, a failed one needs attention.
 * Reads Stripe, never the event.
 */
export async function settleRefunds(settlements: Settlements, intentId: string): Promise<void> {
  const { data } = await orUnavailable(
    stripe().refunds.list({ payment_intent: intentId, limit: 100 }),
  )
  const good = data.filter(isStanding)
  const refunded = total(good)
  await transaction(async (tx) => {
    const [payment] = await tx.$queryRaw<
      (Paid & {
        amount: string
        outcome: string | null
        refund_status: string | null
      })[]
    >`
      SELECT id, amount::text, outcome, refund_status, reason, purpose, booking_id AS "bookingId", order_id AS "orderId" FROM payments
      WHERE stripe_payment_intent_id = ${intentId} AND status = 'succeeded' FOR UPDATE`
    if (!payment) return
    const whole = refunded >= senOf(payment.amount)
    const undone =
      payment.outcome === 'refunded' && !whole && data.some((refund) => refund.status === 'failed')
    const pending = good.some((refund) => refund.status === 'pending')
    await tx.payment.update({
      where: { id: payment.id },
      data: {
        refundedAmount: toDecimal(Math.min(refunded, senOf(payment.amount))),
        refundStatus: undone
          ? 'failed'
          : refunded === 0
            ? payment.refund_status
            : pending
              ? 'pending'
              : 'succeeded',
        ...(undone
          ? { outcome: 'needs_attention', reason: 'refund_failed' }
          : whole && payment.outcome !== 'refund_due'
            ? { outcome: 'refunded' }
            : {}),
      },
    })
    if (whole && payment.outcome !== 'refund_due') await takeBack(tx, settlements, payment)
  })
}

type Paid = {
  id: number
  purpose: string
  bookingId: number | null
  orderId: number | null
  reason: string | null
}

/**
 * What was given back is no longer paid for, and what a session had earned is taken back, in the
 * same transaction; every time the refund is heard of, because it happens only once. A duplicate's
 * refund leaves what was bought paid by the other payment.
 */
async function takeBack(tx: Tx, settlements: Settlements, payment: Paid): Promise<void> {
  if (payment.reason === 'duplicate' || payment.purpose === 'unmatched') return
  await settlementFor(settlements, payment.purpose).takeBack(tx, payment, 'refunded')
}
