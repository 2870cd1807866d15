import 'server-only'
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { lockRoom } from '@/lib/availability/mutations'
import { holidayDates } from '@/lib/availability/data'
import { spansOf, type Duration } from '@/lib/availability/rules'
import { confirmBooking, queueBookingConfirmed, reviveBooking } from '@/lib/bookings/mutations'
import { db, transaction, type Tx } from '@/lib/db'
import { log } from '@/lib/log'
import { senOf, toDecimal } from '@/lib/money'
import { retrieveIntent } from './data'
import { pursueRefund } from './refunds'
import { isFinal, settle } from './rules'

/** An event of Stripe's that caused a settlement; its id is stored with the effects, in the same transaction. */
export type EventRef = { id: string; type: string; objectId: string }

/** Remembers an event; false when it was already processed. Blocks while another delivery of it is being processed. */
export async function rememberEvent(tx: Tx, event: EventRef): Promise<boolean> {
  const inserted = await tx.$executeRaw`
    INSERT INTO stripe_events (id, type, object_id) VALUES (${event.id}, ${event.type}, ${event.objectId}) ON CONFLICT DO NOTHING`
  return inserted > 0
}

/**
 * Brings our books in line with one PaymentIntent as Stripe has it NOW: the one function behind the webhook, the
 * success page and the reconciler (decision C5). Never trusts an event's snapshot, metadata or a URL. Safe to call any
 * number of times, at once, in any order. Throws unavailable when Stripe is away (nothing is written then).
 */
export async function settleIntent(intentId: string, event?: EventRef): Promise<void> {
  const intent = await retrieveIntent(intentId)
  const [room, holidays] = await Promise.all([roomOf(intentId), holidayDates()])
  const refundDue = await transaction(async (tx) => {
    if (room !== null && intent.status === 'succeeded') await lockRoom(tx, room)
    if (event && !(await rememberEvent(tx, event))) return null
    const [payment] = await tx.$queryRaw<{ id: number; status: string }[]>`
      SELECT id, status FROM payments WHERE stripe_payment_intent_id = ${intentId} FOR UPDATE`
    if (!payment) {
      if (intent.status === 'succeeded') await recordUnmatched(tx, intent)
      return null
    }
    if (isFinal(payment.status)) return null
    if (intent.status !== 'succeeded') {
      await tx.payment.update({ where: { id: payment.id }, data: { status: intent.status, checkedAt: new Date() } })
      return null
    }
    return settleSucceeded(tx, payment.id, intent, holidays)
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

/** Writes the outcome of a succeeded payment; returns its id when a refund is due. The caller holds the room's lock. */
async function settleSucceeded(tx: Tx, paymentId: number, intent: Stripe.PaymentIntent, holidays: ReadonlySet<string>): Promise<number | null> {
  const now = new Date()
  const payment = await tx.payment.findUniqueOrThrow({
    where: { id: paymentId },
    include: { booking: { include: { service: true, payments: { where: { outcome: 'confirmed', purpose: 'booking' } } } } },
  })
  const { booking } = payment
  if (!booking) throw new Error(`Payment ${paymentId} has no booking to settle`)
  const settlement = settle(
    { amount: intent.amount_received, currency: intent.currency },
    { amount: senOf(payment.amount), currency: payment.currency },
    { ...booking, alreadyPaid: booking.payments.length > 0 },
    now,
  )
  let outcome: string = settlement.outcome
  let reason = 'reason' in settlement ? settlement.reason : null
  if (settlement.outcome === 'confirmed' && settlement.action === 'confirm') await confirmBooking(tx, booking.id, now)
  if (settlement.outcome === 'confirmed' && settlement.action === 'revive') {
    const spans = spansOf(booking.date, booking.time, booking.duration as Duration, holidays)
    const revived = await reviveBooking(tx, { id: booking.id, studioId: booking.service.studioId, spans }, now)
    if (!revived) [outcome, reason] = ['refund_due', 'late']
  }
  await tx.payment.update({
    where: { id: paymentId },
    data: { status: 'succeeded', outcome, reason, succeededAt: now, checkedAt: now, cardFingerprint: fingerprintOf(intent) },
  })
  if (outcome === 'confirmed') await queueBookingConfirmed(tx, booking.id)
  if (outcome !== 'confirmed') log.warn({ paymentId, outcome, reason }, 'payment not confirmed')
  return outcome === 'refund_due' ? paymentId : null
}

const fingerprintOf = (intent: Stripe.PaymentIntent): string | null =>
  typeof intent.latest_charge === 'object' ? (intent.latest_charge?.payment_method_details?.card?.fingerprint ?? null) : null

/** Money we cannot place (a payment link, say) is kept and shown to the owner, never lost (decision C5). */
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
