// Stripe as seen from its own side: the sandbox's control API and its ledger, and a card paid
// without a browser.
import Stripe from 'stripe'
import { site } from './e2e'
import type { Ledger as Books } from './books'

export type Ledger = Books & { charges: Stripe.Charge[] }

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`${site().STRIPE_API_BASE}/_sandbox/${path}`, init)
  if (!response.ok)
    throw new Error(`The sandbox answers ${response.status} to ${path}: ${await response.text()}`)
  return (await response.json()) as T
}

/**
 * POST to the sandbox's control API, e.g. control('webhooks', { mode: 'hold' }). It counts for
 * every test that runs meanwhile.
 */
export const control = (path: string, body: unknown): Promise<unknown> =>
  call(path, { method: 'POST', body: JSON.stringify(body) })

/** Stripe's own books. */
export const ledger = (): Promise<Ledger> => call<Ledger>('state')

/** Every payment intent that Stripe has for a booking. */
export async function intentsOf(bookingId: number): Promise<Stripe.PaymentIntent[]> {
  const { payment_intents } = await call<Ledger>('state')
  return payment_intents.filter(({ metadata }) => metadata.booking_id === String(bookingId))
}

/**
 * How often a booking (or an order) was tried to be paid and how often money moved: { intents,
 * declined, paid }.
 */
export async function paymentsOf(
  bought: number,
  key: 'booking_id' | 'order_id' = 'booking_id',
): Promise<{ intents: number; declined: number; paid: number }> {
  const { payment_intents, charges } = await call<Ledger>('state')
  const ids = payment_intents
    .filter(({ metadata }) => metadata[key] === String(bought))
    .map(({ id }) => id)
  const mine = charges.filter(({ payment_intent }) => ids.includes(String(payment_intent)))
  const count = (status: Stripe.Charge.Status) =>
    mine.filter((charge) => charge.status === status).length
  return { intents: ids.length, declined: count('failed'), paid: count('succeeded') }
}

/** Pays an intent with one of Stripe's named test cards, as a browser elsewhere would. */
export async function payIntent(
  intent: string,
  card = 'pm_card_visa',
): Promise<Stripe.PaymentIntent> {
  const { hostname, port } = new URL(site().STRIPE_API_BASE ?? '')
  const stripe = new Stripe('sk_test_sandbox', {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
  })
  return stripe.paymentIntents.confirm(intent, { payment_method: card })
}
