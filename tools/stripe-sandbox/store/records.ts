import type Stripe from 'stripe'

/** One event on its way to one target. */
export interface Delivery {
  id: string
  event: string
  target: string
  state: 'pending' | 'held' | 'dropped' | 'delivered' | 'given_up'
  attempts: number
  /** When the next attempt is due, milliseconds. */
  due: number
  lastResult: string | null
}

/** The answer saved under an idempotency key, with what the request asked. */
export interface SavedAnswer {
  id: string
  path: string
  fingerprint: string
  status: number
  body: string
  created: number
}

/**
 * What a payment method's card will do. Only published test numbers are kept; of any other card,
 * nothing.
 */
export interface CardOnFile {
  id: string
  testNumber: string | null
}

/** Where an intent that waits for the bank returns to. */
export interface Authorisation {
  id: string
  returnUrl: string | null
}

/** A change that comes by itself later (asynchronous refunds). */
export interface Timer {
  id: string
  at: number
  refund: string
  outcome: 'succeeded' | 'failed'
}

export interface WebhookSettings {
  id: 'webhooks'
  mode: 'deliver' | 'hold' | 'drop'
  first: boolean
  duplicates: number
  delayMs: number
  shuffle: boolean
  retrySchedule: number[]
}

/** Which payout has a line of the balance, by the line's id. */
export interface PaidOut {
  id: string
  payout: string
}

/** Every kind of object the journal holds; each has an `id`. */
export interface Records {
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  balance_transaction: Stripe.BalanceTransaction
  payout: Stripe.Payout
  paid_out: PaidOut
  customer: Stripe.Customer
  product: Stripe.Product
  price: Stripe.Price
  payment_link: Stripe.PaymentLink
  line_items: { id: string; items: { price: string; quantity: number }[] }
  payment_method: Stripe.PaymentMethod
  event: Stripe.Event
  card: CardOnFile
  authorisation: Authorisation
  delivery: Delivery
  answer: SavedAnswer
  timer: Timer
  settings: WebhookSettings
}

export type Kind = keyof Records
