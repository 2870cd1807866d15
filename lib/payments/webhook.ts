import 'server-only'
import type Stripe from 'stripe'
import { transaction } from '@/lib/db'
import { env } from '@/lib/env'
import { Problem } from '@/lib/problem'
import { endTroubles, noteTrouble } from '@/lib/troubles'
import { stripe } from './client'
import { readPayout } from './payouts'
import type { Settlements } from './settlement'
import { rememberEvent, syncPayment } from './sync'

const TOLERANCE_SECONDS = 300 // 0 would switch the age check off.

const badSignature = () => new Problem('invalid_request', { sentence: 'bad_signature' })

const secretOfWebhooks = (): string => {
  const secret = env().STRIPE_WEBHOOK_SECRET
  if (!secret) throw new Problem('payments_off')
  return secret
}

/** Whether a signature can be right is seen before the body is read. Throws invalid_request, payments_off. */
export function assertSigned(signature: string | null): void {
  secretOfWebhooks()
  if (!isSignature(signature)) throw badSignature()
}

const isSignature = (signature: string | null): boolean => /^t=\d+,.*v1=/.test(signature ?? '')

/** Throws invalid_request for a wrong, old or missing signature, and for no event. */
export async function verifiedEvent(body: Buffer, signature: string | null): Promise<Stripe.Event> {
  const secret = secretOfWebhooks()
  let event: Stripe.Event
  try {
    event = stripe().webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE_SECONDS)
  } catch {
    await noteRefusal(body, signature, secret)
    throw badSignature()
  }
  const isNamed = [event?.id, event?.type].every((value) => isName(value))
  if (!isNamed || typeof event.data?.object !== 'object' || event.data.object === null)
    throw new Problem('invalid_request', { sentence: 'not_json' })
  return event
}

/** What Stripe calls things; PostgreSQL could not store a NUL. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{1,255}$/.test(value)

/**
 * A delivery as Stripe makes them was refused: with a right signature and a wrong time one of the
 * clocks is wrong, otherwise the secret is another one's.
 */
async function noteRefusal(body: Buffer, signature: string | null, secret: string): Promise<void> {
  if (!isSignature(signature)) return
  await noteTrouble(
    isSignedAtSomeTime(body, signature ?? '', secret) ? 'webhook_clock' : 'webhook_signature',
  )
}

function isSignedAtSomeTime(body: Buffer, signature: string, secret: string): boolean {
  try {
    stripe().webhooks.constructEvent(body, signature, secret, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Applies one verified event by reading the payment it is about at Stripe, whatever the event
 * claims. Returns only after its effects are committed: a 2xx before that would lose money when the
 * process dies. Of an event about a payout, that is read. One about neither, or about what
 * neither Stripe nor we know (any more), is only stored. Throws unavailable when Stripe is away, so
 * that Stripe delivers it again.
 */
export async function applyEvent(settlements: Settlements, event: Stripe.Event): Promise<void> {
  const { id: objectId } = event.data.object as { id?: unknown }
  const ref = { id: event.id, type: event.type, objectId: isName(objectId) ? objectId : '' }
  const intentId = intentOf(event)
  if (intentId) await syncPayment(settlements, intentId, ref)
  else {
    if (event.type.startsWith('payout.') && ref.objectId) await readPayout(ref.objectId)
    await transaction((tx) => rememberEvent(tx, ref))
  }
}

/** A delivery was accepted: whatever kept others out is over. */
export const noteDelivered = (): Promise<unknown> =>
  endTroubles(['webhook_signature', 'webhook_clock'])

/** The PaymentIntent that an event is about; null for all other events. */
export function intentOf({ type, data: { object } }: Stripe.Event): string | null {
  if (type.startsWith('payment_intent.')) return idOf((object as Stripe.PaymentIntent).id)
  if (!/^(charge\.(refund|dispute)|refund\.)/.test(type)) return null
  return idOf((object as Stripe.Charge | Stripe.Refund | Stripe.Dispute).payment_intent)
}

function idOf(named: string | { id: string } | null | undefined): string | null {
  const id = typeof named === 'string' ? named : named?.id
  return isName(id) ? id : null
}
