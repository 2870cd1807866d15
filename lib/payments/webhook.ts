import 'server-only'
import type Stripe from 'stripe'
import { transaction } from '@/lib/db'
import { env } from '@/lib/env'
import { Problem } from '@/lib/problem'
import { stripe } from './client'
import type { Settlements } from './settlement'
import { rememberEvent, syncPayment } from './sync'

const TOLERANCE_SECONDS = 300 // 0 would switch the age check off.

/**
 * The event of a signed body. Throws invalid_request for a wrong, old or missing signature, and for
 * a signed body that is not an event; nothing is read before.
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
  const isNamed = [event?.id, event?.type].every(
    (value) => typeof value === 'string' && value !== '',
  )
  if (!isNamed || typeof event.data?.object !== 'object' || event.data.object === null)
    throw new Problem('invalid_request', { sentence: 'not_json' })
  return event
}

/**
 * Applies one verified event by reading the payment it is about at Stripe, whatever the event
 * claims. Returns only after its effects are committed: a 2xx before that would lose money when the
 * process dies. An event about no payment is only stored. Throws unavailable when Stripe is away,
 * so that Stripe delivers it again.
 */
export async function applyEvent(settlements: Settlements, event: Stripe.Event): Promise<void> {
  const object = event.data.object as { id?: string }
  const ref = { id: event.id, type: event.type, objectId: object.id ?? '' }
  const intentId = intentOf(event)
  if (intentId) await syncPayment(settlements, intentId, ref)
  else await transaction((tx) => rememberEvent(tx, ref))
}

/** The PaymentIntent that an event is about; null for all other events. */
function intentOf({ type, data: { object } }: Stripe.Event): string | null {
  if (type.startsWith('payment_intent.')) return idOf((object as Stripe.PaymentIntent).id)
  if (!/^(charge\.(refund|dispute)|refund\.)/.test(type)) return null
  return idOf((object as Stripe.Charge | Stripe.Refund | Stripe.Dispute).payment_intent)
}

const idOf = (named: string | { id: string } | null | undefined): string | null =>
  (typeof named === 'string' ? named : named?.id) ?? null
