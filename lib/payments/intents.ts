import 'server-only'
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { db, transaction, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { askStripe, stripe } from './client'
import { retrieveIntent } from './facts'
import type { Settlements } from './settlement'
import { isStoredFailure } from './stripe-errors'
import { cancelAtStripe, syncPayment } from './sync'

/** A row of `payments` that waits for its money, and what it is for. */
export type OpenPayment = {
  id: number
  stripePaymentIntentId: string | null
  idempotencyKey: string
  /** The row's name in the metadata of its intents. */
  reference: string
  /** Sen. */
  amountSen: number
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
 * there is nothing to pay. Throws not_payable, unavailable, payments_off.
 */
export async function secretOf(
  settlements: Settlements,
  open: () => Promise<OpenPayment>,
): Promise<string> {
  stripe() // refuses before anything is written when no keys are set
  for (let attempt = 1; attempt <= 2; attempt++) {
    const payment = await open()
    const intentId = payment.stripePaymentIntentId ?? (await createIntent(settlements, payment))
    const intent = await retrieveIntent(intentId) // a replayed answer is a snapshot of the past
    if (!intent || intent.status === 'canceled' || intent.status === 'succeeded') {
      await syncPayment(settlements, intentId)
      if (intent?.status === 'succeeded')
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
 * Creates the intent under the row's idempotency key, so that an executed call whose answer was
 * lost gives the same intent; returns the row's one intent. Where another creation was quicker,
 * under another key, its intent is the row's: ours is cancelled and never handed out.
 */
async function createIntent(settlements: Settlements, payment: OpenPayment): Promise<string> {
  const created = await requestIntent(payment)
  const { intentId, payable } = await attachIntent(payment, created.id)
  if (intentId !== created.id) await closeIntent(settlements, created.id)
  if (payable && intentId) return intentId
  if (intentId) await closeIntent(settlements, intentId)
  throw new Problem('not_payable')
}

async function requestIntent(payment: OpenPayment): Promise<Stripe.PaymentIntent> {
  const { id, amountSen: amount, metadata, reference, idempotencyKey } = payment
  try {
    return await stripe().paymentIntents.create(
      {
        amount,
        currency: 'myr',
        // What API versions before 2026-10-28 called payment_method_types.
        allowed_payment_method_types: ['card'],
        metadata: { ...metadata, payment_id: String(id), reference },
      },
      { idempotencyKey },
    )
  } catch (error) {
    // Stripe stores a 5xx under the key for a day: the next try needs another one. Only the key
    // that failed is replaced; another tab may have replaced it already. An intent that was made
    // all the same is cancelled when it is heard of.
    if (isStoredFailure(error))
      await db().payment.updateMany({
        where: { id, idempotencyKey, stripePaymentIntentId: null },
        data: { idempotencyKey: randomUUID() },
      })
    return askStripe(Promise.reject(error))
  }
}

/** The row's intent afterwards, which is the first that was attached, and whether it may be paid. */
async function attachIntent(
  payment: OpenPayment,
  intentId: string,
): Promise<{ intentId: string | null; payable: boolean }> {
  return transaction(async (tx) => {
    await tx.payment.updateMany({
      where: { id: payment.id, stripePaymentIntentId: null, status: { not: 'canceled' } },
      data: { stripePaymentIntentId: intentId },
    })
    const row = await tx.payment.findUniqueOrThrow({ where: { id: payment.id } })
    const attached = row.stripePaymentIntentId
    const payable = await payment.attach(tx, attached ?? intentId)
    return { intentId: attached, payable: payable && attached !== null }
  })
}

export type Closed = 'canceled' | 'succeeded' | 'in_flight'

/**
 * Cancels an intent at Stripe so that it can never be paid any more; never inside a transaction.
 * 'succeeded' means the money came first and has been settled; 'in_flight' that Stripe refuses
 * because the bank is still deciding. An intent that Stripe does not know is 'canceled'. Throws
 * unavailable when Stripe is away.
 */
export async function closeIntent(settlements: Settlements, intentId: string): Promise<Closed> {
  await cancelAtStripe(intentId)
  const { status } = await syncPayment(settlements, intentId)
  if (status === 'succeeded') return 'succeeded'
  return status === 'canceled' || status === 'unknown' ? 'canceled' : 'in_flight'
}
