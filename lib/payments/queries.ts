import 'server-only'
import { timingSafeEqual } from 'node:crypto'
import { db, type Prisma, type Tx } from '@/lib/db'
import { env } from '@/lib/env'
import { isOurCurrency } from '@/lib/sales/money'
import { offersWallets } from '@/lib/settings/queries'
import { HOUR_MS } from '@/lib/time'
import { askStripe, isStripeAway, stripe } from './client'
import { retrieveIntent } from './facts'
import type { MethodRefusal, PaymentConfig } from './schema'
import type { SettledPayment } from './settlement'

/** The script's address is set only when the sandbox replaces Stripe. */
export function paymentConfig(): Omit<PaymentConfig, 'wallets'> {
  const { payments, STRIPE_PUBLISHABLE_KEY, sandbox } = env()
  return {
    mode: payments,
    publishableKey: STRIPE_PUBLISHABLE_KEY ?? null,
    scriptUrl: sandbox ? '/sandbox/stripe/v3/stripe.js' : null,
  }
}

/** For the browser to load Stripe, and to know what it may offer. */
export async function configForBrowser(): Promise<PaymentConfig> {
  const config = paymentConfig()
  return { ...config, wallets: config.mode !== 'off' && (await offersWallets()) }
}

/** What is in the balance at Stripe now, in sen; null while Stripe is away or there are no keys. */
export async function stripeBalance(): Promise<{
  availableSen: number
  pendingSen: number
} | null> {
  if (env().payments === 'off') return null
  try {
    const { available, pending } = await askStripe(
      stripe().balance.retrieve({}, { timeout: 4_000, maxNetworkRetries: 0 }),
    )
    const sum = (parts: readonly { amount: number; currency: string }[]) =>
      parts.filter(isOurCurrency).reduce((total, { amount }) => total + amount, 0)
    return { availableSen: sum(available), pendingSen: sum(pending) }
  } catch (error) {
    if (isStripeAway(error)) return null
    throw error
  }
}

/** `secret` is this intent's: without the cookie, only it proves ownership (docs/decisions/020 C8). */
export async function ownsIntent(intentId: string, secret: string | null): Promise<boolean> {
  if (!secret || !secret.startsWith(`${intentId}_secret_`)) return false
  const actual = Buffer.from((await retrieveIntent(intentId))?.client_secret ?? '')
  const given = Buffer.from(secret)
  return actual.length === given.length && timingSafeEqual(actual, given)
}

export type DuePayment = SettledPayment & {
  intent: string
  purpose: string
  /** Stripe can still take the money. */
  isOpen: boolean
}

/**
 * What Stripe should be asked about: open payments that nobody asked about for `seconds`, what the
 * last reading left due, refunds that are owed; those asked about longest ago first, so that one
 * that keeps failing cannot starve the others. Beside them at most `slow` that only wait: a refund
 * on its way, after a tenth of the time it has taken so far, and a document that could not be
 * issued, after five minutes; both after six hours at the latest. Webhooks and sweeps tell sooner.
 */
export const paymentsToReconcile = ({
  seconds,
  limit,
  slow,
}: {
  seconds: number
  limit: number
  slow: number
}): Promise<DuePayment[]> =>
  db().$queryRaw<DuePayment[]>`
    WITH due AS (
      SELECT p.*,
        (p.status NOT IN ('succeeded', 'canceled')
          AND coalesce(p.checked_at, p.created_at)
            < now() - make_interval(secs => ${seconds}::double precision))
        OR p.sync_due OR p.outcome = 'refund_due' OR p.part_due > 0 AS is_urgent,
        coalesce(p.checked_at, '-infinity') < now() - least(
          CASE WHEN p.refund_status = 'pending' THEN (now() - p.refund_pending_since) / 10 END,
          CASE WHEN p.documents_failing_since IS NOT NULL THEN interval '5 minutes' END,
          interval '6 hours') AS has_waited
      FROM payments p
      WHERE p.stripe_payment_intent_id IS NOT NULL
        AND (p.status NOT IN ('succeeded', 'canceled') OR p.sync_due OR p.outcome = 'refund_due'
          OR p.part_due > 0 OR p.refund_status = 'pending' OR p.documents_failing_since IS NOT NULL)),
    turns AS (
      SELECT due.*, row_number() OVER (
        PARTITION BY is_urgent ORDER BY checked_at NULLS FIRST, id) AS turn
      FROM due WHERE is_urgent OR (has_waited AND status = 'succeeded'))
    SELECT id, booking_id AS "bookingId", order_id AS "orderId", purpose,
      stripe_payment_intent_id AS intent, status NOT IN ('succeeded', 'canceled') AS "isOpen"
    FROM turns WHERE turn <= CASE WHEN is_urgent THEN ${limit}::int ELSE ${slow}::int END
    ORDER BY is_urgent DESC, turn`

/**
 * Refunds that have waited while their act could be taken back, and were not asked for since. For some
 * seconds only: what Stripe does not answer then is the reconciler's.
 */
export const refundsToBegin = (): Promise<{ intent: string }[]> => db().$queryRaw`
  SELECT p.stripe_payment_intent_id AS intent
  FROM undoable_acts a JOIN payments p ON p.booking_id = a.booking_id
  WHERE a.until BETWEEN now() - interval '20 seconds' AND now()
    AND p.outcome = 'refund_due' AND p.refund_key IS NULL AND p.stripe_refund_id IS NULL
  ORDER BY p.id`

/** Payments that may still be paid. */
export const OPEN = {
  status: { notIn: ['succeeded', 'canceled'] },
} satisfies Prisma.PaymentWhereInput

/**
 * Ends those whose intent was never made: Stripe did not answer, or the customer left, and nobody
 * has a secret to pay them with. Left open they would block every later payment for the same
 * purchase. An intent that turns up is still found by its reference.
 */
export const endUnmade = (
  tx: Pick<Tx, 'payment'>,
  where: Prisma.PaymentWhereInput,
): Promise<unknown> =>
  tx.payment.updateMany({
    where: { AND: [where, OPEN], stripePaymentIntentId: null },
    data: { status: 'canceled', syncVersion: { increment: 1 } },
  })

export const endLongUnmade = (now: Date): Promise<unknown> =>
  endUnmade(db(), { createdAt: { lt: new Date(now.getTime() - HOUR_MS) } })

/** It goes to the end of the queue, and is shown to the administrator after a while. */
export const noteUnread = (id: number): Promise<unknown> => db().$executeRaw`
  UPDATE payments SET checked_at = now(), sync_failing_since = coalesce(sync_failing_since, now())
    WHERE id = ${id}`

/**
 * What paid for a booking, or for its upgrade, was refunded in full or charged back, and the
 * administrator has not decided about it: the customer may neither upgrade nor move it.
 */
export const moneyWentBack = async (
  tx: Pick<Tx, '$queryRaw'>,
  bookingId: number,
): Promise<boolean> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM bookings_paid_back WHERE booking_id = ${bookingId} AND handled_at IS NULL LIMIT 1`
  return rows.length > 0
}

/** Since the administrator last chose them; earlier refusals were about another choice. */
export const methodRefusals = (client: Pick<Tx, '$queryRaw'> = db()): Promise<MethodRefusal[]> =>
  client.$queryRaw<MethodRefusal[]>`
    SELECT method, refused_at AS "refusedAt", refusal FROM payment_method_refusals
    WHERE refused_at > coalesce(
      (SELECT updated_at FROM settings WHERE key = 'methods'), '-infinity'::timestamptz)
    ORDER BY method`
