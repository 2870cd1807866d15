import 'server-only'
import { timingSafeEqual } from 'node:crypto'
import { db, type Tx } from '@/lib/db'
import { env } from '@/lib/env'
import { retrieveIntent } from './facts'
import type { MethodRefusal, PaymentConfig } from './schema'
import type { SettledPayment } from './settlement'

/**
 * What the browser needs to load Stripe; the script's address is set only when the sandbox replaces
 * Stripe.
 */
export function paymentConfig(): PaymentConfig {
  const { payments, STRIPE_PUBLISHABLE_KEY, sandbox } = env()
  return {
    mode: payments,
    publishableKey: STRIPE_PUBLISHABLE_KEY ?? null,
    scriptUrl: sandbox ? '/sandbox/stripe/v3/stripe.js' : null,
  }
}

/**
 * True when `secret` is this intent's client secret: without the cookie, only the secret proves
 * ownership (docs/decisions/020 C8).
 */
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
 * Payments that must be read at Stripe: open ones that were not read for `seconds`, those that the
 * last reading left due, and refunds that are due or unfinished. Least recently read first, so that
 * one that keeps failing cannot starve the others.
 */
export const paymentsToReconcile = (seconds: number, limit: number): Promise<DuePayment[]> =>
  db().$queryRaw<DuePayment[]>`
    SELECT p.id, p.booking_id AS "bookingId", p.order_id AS "orderId", p.purpose,
      p.stripe_payment_intent_id AS intent, p.status NOT IN ('succeeded', 'canceled') AS "isOpen"
    FROM payments p WHERE p.stripe_payment_intent_id IS NOT NULL AND (
      (p.status NOT IN ('succeeded', 'canceled')
        AND coalesce(p.checked_at, p.created_at)
          < now() - make_interval(secs => ${seconds}::double precision))
      OR p.sync_due OR p.outcome = 'refund_due' OR p.refund_status = 'pending')
    ORDER BY p.checked_at NULLS FIRST, p.id LIMIT ${limit}`

/**
 * The payment could not be read at Stripe: it goes to the end of the queue, and is shown to the
 * administrator after a while.
 */
export const noteUnread = (id: number): Promise<unknown> => db().$executeRaw`
  UPDATE payments SET checked_at = now(), sync_failing_since = coalesce(sync_failing_since, now())
    WHERE id = ${id}`

/**
 * True when the money that paid for a booking, or for its upgrade, was refunded in full or charged
 * back, and the administrator has not decided about it: the customer may neither upgrade nor move
 * it.
 */
export const moneyWentBack = async (
  tx: Pick<Tx, '$queryRaw'>,
  bookingId: number,
): Promise<boolean> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM bookings_paid_back WHERE booking_id = ${bookingId} AND handled_at IS NULL LIMIT 1`
  return rows.length > 0
}

/**
 * Payment methods that Stripe refused since the administrator last chose them; earlier refusals
 * were about another choice.
 */
export const methodRefusals = (client: Pick<Tx, '$queryRaw'> = db()): Promise<MethodRefusal[]> =>
  client.$queryRaw<MethodRefusal[]>`
    SELECT method, refused_at AS "refusedAt", refusal FROM payment_method_refusals
    WHERE refused_at > coalesce(
      (SELECT updated_at FROM settings WHERE key = 'methods'), '-infinity'::timestamptz)
    ORDER BY method`
