import 'server-only'
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { db, transaction, type Tx } from '@/lib/db'
import { senOf } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { isStripeFailure, orUnavailable, stripe, stripeCode } from './client'
import { retrieveIntent } from './data'
import { settleIntent } from './sync'

/** A row of `payments` that waits for its money, and what it is for. */
export type OpenPayment = {
  id: number
  stripePaymentIntentId: string | null
  idempotencyKey: string
  /** Sen. */
  amount: number
  metadata: Record<string, string>
  /**
   * Notes a new intent with what it pays for, which it locks; false when that can no longer be
   * paid.
   */
  attach(tx: Tx, intentId: string): Promise<boolean>
}

type Question = { bookingId: number; visitorHash: string | null; amount: number; now: Date }

/**
 * The client secret of the one PaymentIntent of a held booking (decision C4): made when there is
 * none, the same one each time after. Throws not_found (not this visitor's), not_payable,
 * price_changed, unavailable, payments_off. `amount` is what the browser believes, in sen.
 */
export const clientSecretFor = (question: Question): Promise<string> =>
  secretOf(() => openBookingPayment(question))

/**
 * The client secret of the one PaymentIntent of what `open` finds to be paid: it writes the
 * payment's row, before Stripe is called so that no intent is ever unknown to us, or throws why
 * there is nothing to pay.
 */
export async function secretOf(open: () => Promise<OpenPayment>): Promise<string> {
  stripe() // refuses before anything is written when no keys are set
  for (let attempt = 1; attempt <= 2; attempt++) {
    const payment = await open()
    const intent = payment.stripePaymentIntentId
      ? await retrieveIntent(payment.stripePaymentIntentId)
      : await createIntent(payment)
    if (intent.status === 'canceled' || intent.status === 'succeeded') {
      await settleIntent(intent.id)
      if (intent.status === 'succeeded')
        throw new Problem('not_payable', {
          sentence: 'already_paid',
          data: { paymentIntentId: intent.id },
        })
      continue // Stripe cancels an intent after too many declined cards: a new one may still pay
    }
    if (!intent.client_secret) throw new Error('Stripe gave an intent without a client secret')
    return intent.client_secret
  }
  throw new Problem('not_payable')
}

/** The booking's open payment row. */
function openBookingPayment(question: Question): Promise<OpenPayment> {
  return transaction(async (tx) => {
    const [locked] = await tx.$queryRaw<{ id: number }[]>`
      SELECT id FROM bookings WHERE id = ${question.bookingId} AND visitor_hash = ${question.visitorHash} FOR UPDATE`
    if (!locked) throw new Problem('not_found')
    const booking = await tx.booking.findUniqueOrThrow({
      where: { id: locked.id },
      include: {
        payments: { where: { purpose: 'booking', status: { notIn: ['succeeded', 'canceled'] } } },
      },
    })
    const live =
      booking.status === 'pending' &&
      booking.holdExpiresAt !== null &&
      booking.holdExpiresAt > question.now
    if (booking.status === 'confirmed')
      throw new Problem('not_payable', { sentence: 'already_paid' })
    if (!live) throw new Problem('not_payable')
    const total = senOf(booking.totalAmount)
    if (question.amount !== total)
      throw new Problem('price_changed', { data: { totalAmount: booking.totalAmount.toFixed(2) } })
    const open =
      booking.payments[0] ??
      (await tx.payment.create({
        data: {
          bookingId: booking.id,
          purpose: 'booking',
          amount: booking.totalAmount,
          idempotencyKey: randomUUID(),
        },
      }))
    return {
      ...open,
      amount: total,
      metadata: { booking_id: String(booking.id) },
      attach: (later, intentId) => attachToBooking(later, booking.id, intentId),
    }
  })
}

async function attachToBooking(tx: Tx, id: number, intentId: string): Promise<boolean> {
  const [booking] = await tx.$queryRaw<
    { status: string }[]
  >`SELECT status FROM bookings WHERE id = ${id} FOR UPDATE`
  await tx.booking.updateMany({
    where: { id, stripePaymentIntentId: null },
    data: { stripePaymentIntentId: intentId },
  })
  return booking?.status === 'pending'
}

/**
 * Creates the intent under the row's idempotency key: an executed call whose answer was lost gives
 * the same intent.
 */
async function createIntent(payment: OpenPayment): Promise<Stripe.PaymentIntent> {
  try {
    const created = await stripe().paymentIntents.create(
      {
        amount: payment.amount,
        currency: 'myr',
        // What API versions before 2026-10-28 called payment_method_types.
        allowed_payment_method_types: ['card'],
        metadata: { ...payment.metadata, payment_id: String(payment.id) },
      },
      { idempotencyKey: payment.idempotencyKey },
    )
    await attachIntent(payment, created.id)
    return await retrieveIntent(created.id) // a replayed answer is a snapshot of the past
  } catch (error) {
    // Stripe stores a 5xx under the key for a day: the next try needs another one. An intent that
    // was made all the same can never be paid, because nobody was given its secret.
    if (isStripeFailure(error))
      await db().payment.updateMany({
        where: { id: payment.id, stripePaymentIntentId: null },
        data: { idempotencyKey: randomUUID() },
      })
    return orUnavailable(Promise.reject(error))
  }
}

async function attachIntent(payment: OpenPayment, intentId: string): Promise<void> {
  const attached = await transaction(async (tx) => {
    const payable = await payment.attach(tx, intentId)
    await tx.payment.updateMany({
      where: { id: payment.id, stripePaymentIntentId: null },
      data: { stripePaymentIntentId: intentId },
    })
    return payable
  })
  if (attached) return
  await closeIntent(intentId)
  throw new Problem('not_payable')
}

export type Closed = 'canceled' | 'succeeded' | 'in_flight'

/**
 * Cancels an intent at Stripe so that it can never be paid any more; never inside a transaction.
 * 'succeeded' means the money came first and has been settled; 'in_flight' that Stripe refuses
 * because the bank is still deciding. Throws unavailable when Stripe is away.
 */
export async function closeIntent(intentId: string): Promise<Closed> {
  try {
    await orUnavailable(stripe().paymentIntents.cancel(intentId))
  } catch (error) {
    if (stripeCode(error) !== 'payment_intent_unexpected_state') throw error
  }
  const intent = await retrieveIntent(intentId)
  await settleIntent(intentId)
  if (intent.status === 'succeeded') return 'succeeded'
  return intent.status === 'canceled' ? 'canceled' : 'in_flight'
}
