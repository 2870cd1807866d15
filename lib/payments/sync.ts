import 'server-only'
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { lockRoom } from '@/lib/availability/room'
import { currentOpening } from '@/lib/availability/data'
import type { Opening } from '@/lib/availability/rules'
import { db, transaction, type Tx } from '@/lib/db'
import { log } from '@/lib/log'
import { recountEmail } from '@/lib/memberships/loyalty'
import { toDecimal } from '@/lib/money'
import { retrieveIntent } from './data'
import { pursueRefund } from './refunds'
import { isFinal } from './rules'
import { settleBooking } from '@/lib/bookings/settle'
import { settleOrderPayment } from '@/lib/orders/settle'
import { settleUpgradePayment } from '@/lib/bookings/settle-upgrade'

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
export async function settleIntent(intentId: string, event?: EventRef): Promise<void> {
  const intent = await retrieveIntent(intentId)
  const [room, opening] = await Promise.all([roomOf(intentId), currentOpening()])
  const refundDue = await transaction(async (tx) => {
    if (room !== null && intent.status === 'succeeded') await lockRoom(tx, room)
    if (event && !(await rememberEvent(tx, event))) return null
    const [payment] = await tx.$queryRaw<{ id: number; status: string; purpose: string }[]>`
      SELECT id, status, purpose FROM payments WHERE stripe_payment_intent_id = ${intentId} FOR UPDATE`
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
    return settleSucceeded(tx, payment, intent, opening)
  })
  if (refundDue !== null) await pursueRefund(refundDue)
}

async function roomOf(intentId: string): Promise<number | null> {
  const payment = await db().payment.findUnique({
    where: { stripePaymentIntentId: intentId },
    select: { booking: { select: { service: { select: { studioId: true } } } } },
  })
  return payment?.booking?.service.studioId ?? null
}

// What a payment is for decides what its success means: one file per purpose.
const SETTLEMENTS: Record<string, typeof settleBooking> = {
  booking: settleBooking,
  order: settleOrderPayment,
  upgrade: settleUpgradePayment,
}

/**
 * Writes the outcome of a succeeded payment; returns its id when a refund is due. For a booking the
 * caller holds the room's lock.
 */
async function settleSucceeded(
  tx: Tx,
  payment: { id: number; purpose: string },
  intent: Stripe.PaymentIntent,
  opening: Opening,
): Promise<number | null> {
  const settlePurpose = SETTLEMENTS[payment.purpose]
  if (!settlePurpose) throw new Error(`Nobody settles a payment for ${payment.purpose}`)
  const now = new Date()
  const received = { amount: intent.amount_received, currency: intent.currency }
  const settled = await settlePurpose(tx, payment.id, { received, opening, now })
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
  if (settled.outcome === 'confirmed' && settled.spender) await recountEmail(tx, settled.spender)
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
