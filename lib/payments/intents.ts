import 'server-only'
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { db, transaction, type Prisma } from '@/lib/db'
import type { Payment } from '@/lib/generated/prisma/client'
import { Problem } from '@/lib/problem'
import { CURRENCY } from '@/lib/sales/money'
import { paymentMethods } from '@/lib/settings/queries'
import type { ExtraMethod, PaymentMethod } from '@/lib/settings/schema'
import { askStripe, stripe } from './client'
import { endUnmade, OPEN } from './queries'
import { settlementFor, type Settlements } from './settlement'
import { isStoredFailure, meaningOf, refusalOf } from './stripe-errors'
import { cancelAtStripe, syncPayment } from './sync'

/** A row of `payments` that is not paid yet, and what is due for it. */
export type OpenPayment = Payment & { dueSen: number; metadata: Record<string, string> }

/**
 * Under the row's idempotency key, so that a call whose answer was lost returns the same intent;
 * returns the row's one intent. When another creation, under another key, was faster, ours is
 * cancelled and never handed out.
 */
export async function createIntent(
  settlements: Settlements,
  payment: OpenPayment,
): Promise<string> {
  const created = await requestIntent(payment)
  const { intentId, payable } = await attachIntent(settlements, payment, created.id)
  if (intentId !== created.id) await closeIntent(settlements, created.id)
  if (payable && intentId) return intentId
  if (intentId) await closeIntent(settlements, intentId)
  throw new Problem('not_payable')
}

/**
 * With the payment methods that the studio has chosen. One that Stripe refuses is left out and
 * recorded for the administrator, so that the payment can be made: cards are always offered
 * (docs/decisions/032).
 */
async function requestIntent(payment: OpenPayment): Promise<Stripe.PaymentIntent> {
  let methods = await paymentMethods()
  const refusals: Refusals = new Map()
  const intent = await (async () => {
    for (;;)
      try {
        return await createAtStripe(payment, methods)
      } catch (error) {
        const refused = meaningOf(error) === 'refused' ? refusedOf(error, methods) : []
        if (refused.length === 0) throw await errorForCaller(error, payment)
        for (const method of refused) refusals.set(method, refusalOf(error))
        methods = methods.filter((method) => method === 'card' || !refused.includes(method))
      }
  })()
  // Stripe silently leaves out the methods that the account or the amount does not allow.
  const extra = methods.filter((method) => method !== 'card')
  const offered = extra.filter((method) => intent.payment_method_types.includes(method))
  for (const method of extra) if (!offered.includes(method)) refusals.set(method, null)
  await recordRefusals(offered, refusals)
  return intent
}

/** Stripe's message for each refused payment method; null when it gave none. */
type Refusals = Map<ExtraMethod, string | null>

/** An offered method has no refusal any more. */
async function recordRefusals(offered: readonly ExtraMethod[], refusals: Refusals): Promise<void> {
  for (const [method, refusal] of refusals)
    await db().$executeRaw`
      INSERT INTO payment_method_refusals (method, refusal) VALUES (${method}, ${refusal})
      ON CONFLICT (method) DO UPDATE SET refusal = excluded.refusal, refused_at = now()`
  if (offered.length > 0)
    await db().paymentMethodRefusal.deleteMany({ where: { method: { in: [...offered] } } })
}

/** The payment methods that an error names, or all that could be its cause; never cards. */
function refusedOf(error: unknown, asked: readonly PaymentMethod[]): ExtraMethod[] {
  const extra = asked.filter((method) => method !== 'card')
  const named = extra.filter((method) => new RegExp(`\\b${method}\\b`).test(refusalOf(error)))
  return named.length > 0 ? named : extra
}

const createAtStripe = (
  { id, dueSen: amount, metadata, reference, idempotencyKey }: OpenPayment,
  methods: PaymentMethod[],
): Promise<Stripe.PaymentIntent> =>
  stripe().paymentIntents.create(
    {
      amount,
      currency: CURRENCY,
      // What API versions before 2026-10-28 called payment_method_types.
      allowed_payment_method_types: methods,
      metadata: { ...metadata, payment_id: String(id), reference },
    },
    // An idempotency key belongs to its parameters: with other methods, or for another time, it is
    // another call.
    { idempotencyKey: [idempotencyKey, methods.join('+'), metadata.session ?? ''].join(':') },
  )

/** The error of a failed creation, as the caller gets it. */
async function errorForCaller(
  error: unknown,
  { id, idempotencyKey }: OpenPayment,
): Promise<unknown> {
  // Stripe stores a 5xx under the key for a day: the next try needs another one. Only the key that
  // failed is replaced, because another tab may have replaced it already. An intent that was
  // created anyway is cancelled when a webhook or a sweep reports it.
  if (isStoredFailure(error))
    await db().payment.updateMany({
      where: { id, idempotencyKey, stripePaymentIntentId: null },
      data: { idempotencyKey: randomUUID() },
    })
  return askStripe(Promise.reject(error)).catch((thrown: unknown) => thrown)
}

/** The row's intent afterwards, the first that was attached, and whether it can be paid. */
async function attachIntent(
  settlements: Settlements,
  payment: OpenPayment,
  intentId: string,
): Promise<{ intentId: string | null; payable: boolean }> {
  return transaction(async (tx) => {
    const settlement = settlementFor(settlements, payment.purpose)
    const waits = await settlement.waitsForPayment(tx, payment)
    await tx.payment.updateMany({
      where: { id: payment.id, stripePaymentIntentId: null, status: { not: 'canceled' } },
      data: { stripePaymentIntentId: intentId },
    })
    const row = await tx.payment.findUniqueOrThrow({ where: { id: payment.id } })
    const attached = row.stripePaymentIntentId
    return { intentId: attached, payable: waits && attached !== null }
  })
}

export type Closed = 'canceled' | 'succeeded' | 'in_flight'

/**
 * So that it can never be paid; never inside a transaction. 'succeeded': it was paid first and is
 * now settled; 'in_flight': Stripe refuses because the bank is still deciding. An intent that
 * Stripe does not know is 'canceled'. Throws unavailable when Stripe is away.
 */
export async function closeIntent(settlements: Settlements, intentId: string): Promise<Closed> {
  await cancelAtStripe(intentId)
  const { status } = await syncPayment(settlements, intentId)
  if (status === 'succeeded') return 'succeeded'
  return status === 'canceled' || status === 'unknown' ? 'canceled' : 'in_flight'
}

/**
 * Those that are still open: the intents as `closeIntent`, and those that have none at once.
 * Outside any transaction. 'canceled' when none of them can be paid any more and none was paid
 * meanwhile. Throws unavailable while Stripe is away.
 */
export async function closePayments(
  settlements: Settlements,
  where: Prisma.PaymentWhereInput,
): Promise<Closed> {
  await endUnmade(db(), where)
  const open = await db().payment.findMany({
    where: { AND: [where, OPEN], stripePaymentIntentId: { not: null } },
    select: { stripePaymentIntentId: true },
    orderBy: { id: 'asc' },
  })
  const results: Closed[] = []
  for (const { stripePaymentIntentId: intentId } of open)
    if (intentId) results.push(await closeIntent(settlements, intentId))
  return results.includes('in_flight')
    ? 'in_flight'
    : results.includes('succeeded')
      ? 'succeeded'
      : 'canceled'
}
