import 'server-only'
import type Stripe from 'stripe'
import { transaction } from '@/lib/db'
import { env } from '@/lib/env'
import { Problem } from '@/lib/problem'
import { stripe, stripeCode } from './client'
import { onDispute } from './events/dispute'
import { onPaymentIntent } from './events/payment-intent'
import { onRefund } from './events/refund'
import type { Settlements } from './settlement'
import { rememberEvent } from './sync'

const TOLERANCE_SECONDS = 300 // 0 would switch the age check off (Stripe notes, section 2)

/**
 * The event of a signed body. Throws invalid_request for a wrong, old or missing signature, and for
 * a signed body that is no event about an object with an id; nothing is read before.
 */
export function verifiedEvent(body: Buffer, signature: string | null): Stripe.Event {
  const secret = env().STRIPE_WEBHOOK_SECRET
  if (!secret) throw new Problem('payments_off')
  let event: Stripe.Event
  try {
    event = stripe().webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE_SECONDS)
  } catch {
    throw new Problem('invalid_request', { sentence: 'bad_signature' })
  }
  const object = event?.data?.object as { id?: unknown } | undefined
  if (
    ![event?.id, event?.type, object?.id].every(
      (value) => typeof value === 'string' && value !== '',
    )
  )
    throw new Problem('invalid_request', { sentence: 'not_json' })
  return event
}

/**
 * Applies one verified event. Returns only after its effects are committed: a 2xx before that would
 * lose money when the process dies. Throws when Stripe or the database is away, so that Stripe
 * delivers again, and invalid_request for an event about something that Stripe itself does not
 * have.
 */
export async function applyEvent(settlements: Settlements, event: Stripe.Event): Promise<void> {
  try {
    await applyEffects(settlements, event)
  } catch (error) {
    if (stripeCode(error) === 'resource_missing')
      throw new Problem('invalid_request', { sentence: 'not_found' })
    throw error
  }
}

async function applyEffects(settlements: Settlements, event: Stripe.Event): Promise<void> {
  if (event.type.startsWith('payment_intent.')) return onPaymentIntent(settlements, event)
  if (event.type === 'charge.refunded' || event.type.startsWith('refund.'))
    await onRefund(settlements, event)
  else if (event.type.startsWith('charge.dispute.')) await onDispute(settlements, event)
  // Their effects state facts read from Stripe and may be repeated, so the id is only kept for the
  // record.
  const object = event.data.object as { id?: string }
  await transaction((tx) =>
    rememberEvent(tx, { id: event.id, type: event.type, objectId: object.id ?? '' }),
  )
}
