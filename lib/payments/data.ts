import 'server-only'
import { timingSafeEqual } from 'node:crypto'
import type Stripe from 'stripe'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { orUnavailable, stripe } from './client'

export type PaymentConfig = {
  mode: 'stripe' | 'sandbox' | 'off'
  publishableKey: string | null
  scriptUrl: string | null
}

/**
 * What the browser needs to load Stripe; the script's address is only ever named when
 * STRIPE_API_BASE is set.
 */
export function paymentConfig(): PaymentConfig {
  const { payments, STRIPE_PUBLISHABLE_KEY, STRIPE_API_BASE } = env()
  return {
    mode: payments,
    publishableKey: STRIPE_PUBLISHABLE_KEY ?? null,
    scriptUrl: STRIPE_API_BASE ? '/sandbox/stripe/v3/stripe.js' : null,
  }
}

/**
 * The intent as Stripe has it now, with its latest charge. Throws unavailable when Stripe is away.
 */
export const retrieveIntent = (id: string): Promise<Stripe.PaymentIntent> =>
  orUnavailable(stripe().paymentIntents.retrieve(id, { expand: ['latest_charge'] }))

/** The status of an intent as Stripe has it now. Throws unavailable when Stripe is away. */
export const intentStatus = async (id: string): Promise<Stripe.PaymentIntent.Status> =>
  (await retrieveIntent(id)).status

/**
 * True when `secret` is this intent's client secret; only then is a stranger to the cookie its
 * owner (decision C8).
 */
export async function ownsIntent(intentId: string, secret: string | null): Promise<boolean> {
  if (!secret || !secret.startsWith(`${intentId}_secret_`)) return false
  const actual = Buffer.from((await retrieveIntent(intentId)).client_secret ?? '')
  const given = Buffer.from(secret)
  return actual.length === given.length && timingSafeEqual(actual, given)
}

/**
 * Open payments whose intent Stripe should be asked about: never checked, or not for `seconds`.
 * Oldest check first.
 */
export const paymentsToReconcile = (seconds: number, limit: number) =>
  db().$queryRaw<{ id: number; stripe_payment_intent_id: string; orphan: boolean }[]>`
    SELECT p.id, p.stripe_payment_intent_id,
      coalesce(b.status IN ('cancelled', 'completed'), o.status <> 'pending', false) OR coalesce(u.status = 'ended', false) AS orphan
    FROM payments p LEFT JOIN bookings b ON b.id = p.booking_id LEFT JOIN video_editing_orders o ON o.id = p.order_id
      LEFT JOIN booking_upgrades u ON u.payment_id = p.id
    WHERE p.status NOT IN ('succeeded', 'canceled') AND p.stripe_payment_intent_id IS NOT NULL
      AND coalesce(p.checked_at, p.created_at) < now() - make_interval(secs => ${seconds}::double precision)
    ORDER BY p.checked_at NULLS FIRST, p.id LIMIT ${limit}`

/** Payments that owe the customer a refund, and refunds that Stripe has not finished. */
export const refundsToPursue = (limit: number) =>
  db().payment.findMany({
    where: { OR: [{ outcome: 'refund_due' }, { outcome: 'refunded', refundStatus: 'pending' }] },
    select: { id: true },
    orderBy: { updatedAt: 'asc' },
    take: limit,
  })
