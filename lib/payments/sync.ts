import 'server-only'
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { currentOpening } from '@/lib/availability/data'
import type { Opening } from '@/lib/availability/rules'
import { db, transaction, type Tx } from '@/lib/db'
import { log } from '@/lib/log'
import { toDecimal } from '@/lib/money'
import { retrieveIntent } from './data'
import { pursueRefund } from './refunds'
import { isFinal } from './rules'
import { settlementFor, type SettledPayment, type Settlements } from './settlement'

/**
 * An event of Stripe's that caused a settlement; its id is stored with the effects, in the same
 * transaction.
 */
export type EventRef = { id: string; type: string; objectId: string }

/**
 * Remembers an event; false when it was already processed. Blocks while another delivery of it is
 * being processed.
 */
export async function rememberEvent(tx: Tx, event: EventRef): Promise<boolean> {
  const inserted = await tx.$executeRaw`
    INSERT INTO stripe_events (id, type, object_id) VALUES (${event.id}, ${event.type}, ${event.objectId}) ON CONFLICT DO NOTHING`
  return inserted > 0
}

/**
 * Brings our books in line with one PaymentIntent as Stripe has it NOW: the one function behind the
 * webhook, the success page and the reconciler (decision C5). Never trusts an event's snapshot,
 * metadata or a URL. Safe to call any number of times, at once, in any order. Throws unavailable
 * when Stripe is away (nothing is written then).
 */
export async function syncPayment(
  settlements: Settlements,
  intentId: string,
  event?: EventRef,
): Promise<void> {
  const intent = await retrieveIntent(intentId)
  const [known, opening] = await Promise.all([knownPayment(intentId), currentOpening()])
  if (known && intent.status === 'succeeded' && known.purpose !== 'unmatched')
    await settlementFor(settlements, known.purpose).makeRoom?.(settlements, known)
  const refundDue = await transaction(async (tx) => {
    if (known && intent.status === 'succeeded' && known.purpose !== 'unmatched')
      await settlementFor(settlements, known.purpose).lock(tx, known)
    if (event && !(await rememberEvent(tx, event))) return null
    const [payment] = await tx.$queryRaw<Locked[]>`
      SELECT id, status, purpose, booking_id AS "bookingId", order_id AS "orderId"
      FROM payments WHERE stripe_payment_intent_id = ${intentId} FOR UPDATE`
    if (!payment) {
      if (intent.status === 'succeeded') await recordUnmatched(tx, intent)
      return null
    }
    if (isFinal(payment.status)) return null
    if (intent.status !== 'succeeded') {
      await tx.payment.update({
        where: { id: payment.id },
        data: { status: intent.status, checkedAt: new Date() },
      })
      return null
    }
    return settleSucceeded(tx, settlements, { payment, intent, opening })
  })
  if (refundDue !== null) await pursueRefund(settlements, refundDue)
}

type Locked = SettledPayment & { status: string; purpose: string }

const knownPayment = (intentId: string) =>
  db().payment.findUnique({
    where: { stripePaymentIntentId: intentId },
    select: { id: true, purpose: true, bookingId: true, orderId: true },
  })

type Success = { payment: Locked; intent: Stripe.PaymentIntent; opening: Opening }

/**
 * Writes the outcome of a succeeded payment; returns its id when a refund is due. The caller holds
 * the locks of its purpose.
 */
async function settleSucceeded(
  tx: Tx,
  settlements: Settlements,
  { payment, intent, opening }: Success,
): Promise<number | null> {
  const settlement = settlementFor(settlements, payment.purpose)
  const now = new Date()
  const received = { amount: intent.amount_received, currency: intent.currency }
  const settled = await settlement.settle(tx, payment, { received, opening, now })
  const { outcome } = settled
  const reason = 'reason' in settled ? settled.reason : null
  await tx.payment.update({
    where: { id: payment.id },
    data: {
      status: 'succeeded',
      outcome,
      reason,
      succeededAt: now,
      checkedAt: now,
      cardFingerprint: fingerprintOf(intent),
    },
  })
  if (outcome === 'confirmed') await settlement.recount(tx, payment)
  if (outcome !== 'confirmed')
    log.warn({ paymentId: payment.id, outcome, reason }, 'payment not confirmed')
  return outcome === 'refund_due' ? payment.id : null
}

const fingerprintOf = (intent: Stripe.PaymentIntent): string | null =>
  typeof intent.latest_charge === 'object'
    ? (intent.latest_charge?.payment_method_details?.card?.fingerprint ?? null)
    : null

/**
 * Money we cannot place (a payment link, say) is kept and shown to the owner, never lost (decision
 * C5).
 */
async function recordUnmatched(tx: Tx, intent: Stripe.PaymentIntent): Promise<void> {
  await tx.payment.createMany({
    skipDuplicates: true,
    data: {
      purpose: 'unmatched',
      stripePaymentIntentId: intent.id,
      idempotencyKey: randomUUID(),
      amount: toDecimal(intent.amount_received),
      currency: intent.currency,
      status: 'succeeded',
      outcome: 'needs_attention',
      reason: 'unmatched',
      succeededAt: new Date(),
      checkedAt: new Date(),
      cardFingerprint: fingerprintOf(intent),
    },
  })
  log.warn({ intent: intent.id }, 'payment unmatched')
}
