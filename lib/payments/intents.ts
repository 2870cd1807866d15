import 'server-only'
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { db, transaction, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { isStripeFailure, orUnavailable, stripe, stripeCode } from './client'
import { retrieveIntent } from './data'
import type { Settlements } from './settlement'
import { syncPayment } from './sync'

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

/**
 * The client secret of the one PaymentIntent of what `open` finds to be paid: it writes the
 * payment's row, before Stripe is called so that no intent is ever unknown to us, or throws why
 * there is nothing to pay.
 */
export async function secretOf(
  settlements: Settlements,
  open: () => Promise<OpenPayment>,
): Promise<string> {
  stripe() // refuses before anything is written when no keys are set
  for (let attempt = 1; attempt <= 2; attempt++) {
    const payment = await open()
    const intent = payment.stripePaymentIntentId
      ? await retrieveIntent(payment.stripePaymentIntentId)
      : await createIntent(settlements, payment)
    if (intent.status === 'canceled' || intent.status === 'succeeded') {
      await syncPayment(settlements, intent.id)
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

/**
 * Creates the intent under the row's idempotency key: an executed call whose answer was lost gives
 * the same intent.
 */
async function createIntent(
  settlements: Settlements,
  payment: OpenPayment,
): Promise<Stripe.PaymentIntent> {
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
    await attachIntent(settlements, payment, created.id)
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

async function attachIntent(
  settlements: Settlements,
  payment: OpenPayment,
  intentId: string,
): Promise<void> {
  const attached = await transaction(async (tx) => {
    const payable = await payment.attach(tx, intentId)
    await tx.payment.updateMany({
      where: { id: payment.id, stripePaymentIntentId: null },
      data: { stripePaymentIntentId: intentId },
    })
    return payable
  })
  if (attached) return
  await closeIntent(settlements, intentId)
  throw new Problem('not_payable')
}

export type Closed = 'canceled' | 'succeeded' | 'in_flight'

/**
 * Cancels an intent at Stripe so that it can never be paid any more; never inside a transaction.
 * 'succeeded' means the money came first and has been settled; 'in_flight' that Stripe refuses
 * because the bank is still deciding. Throws unavailable when Stripe is away.
 */
export async function closeIntent(settlements: Settlements, intentId: string): Promise<Closed> {
  try {
    await orUnavailable(stripe().paymentIntents.cancel(intentId))
  } catch (error) {
    if (stripeCode(error) !== 'payment_intent_unexpected_state') throw error
  }
  const intent = await retrieveIntent(intentId)
  await syncPayment(settlements, intentId)
  if (intent.status === 'succeeded') return 'succeeded'
  return intent.status === 'canceled' ? 'canceled' : 'in_flight'
}
