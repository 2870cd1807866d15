import 'server-only'
import type Stripe from 'stripe'
import { askStripe, stripe } from './client'
import { stripeCode } from './stripe-errors'

/** The maximum number of refunds, and of disputes, that are read of one intent. */
const MOST = 1000

/** `part` names the part refund of ours that it is; `isWhole`: the site asked for all that was left. */
export type RefundFact = {
  id: string
  amountSen: number
  status: string
  part?: string | undefined
  isWhole?: boolean
}
/** `amountSen`: what it wants back, or took once it is lost. */
export type DisputeFact = { id: string; status: Stripe.Dispute.Status; amountSen: number }

/** Everything that Stripe knows about one payment at one moment. Amounts in sen. */
export type StripeFacts = {
  /** `unknown`: Stripe has no such intent. */
  status: Stripe.PaymentIntent.Status | 'unknown'
  receivedSen: number
  /** Three letters in lower case. */
  currency: string
  /** Fingerprint of the card that paid. */
  card: string | null
  /** How it was paid, by Stripe's name: card, fpx, grabpay. */
  method: string | null
  /** The reference of the row that the intent was made for; null for money that is not ours. */
  reference: string | null
  /** Newest first. */
  refunds: readonly RefundFact[]
  disputes: readonly DisputeFact[]
}

const UNKNOWN: StripeFacts = {
  status: 'unknown',
  receivedSen: 0,
  currency: 'myr',
  card: null,
  method: null,
  reference: null,
  refunds: [],
  disputes: [],
}

/** With its latest charge; null when Stripe does not know it. Throws unavailable when Stripe is away. */
export async function retrieveIntent(id: string): Promise<Stripe.PaymentIntent | null> {
  try {
    return await askStripe(stripe().paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
  } catch (error) {
    if (stripeCode(error) === 'resource_missing') return null
    throw error
  }
}

/** 'canceled' for one unknown to Stripe: it can never be paid. Throws unavailable while Stripe is away. */
export const intentStatus = async (id: string): Promise<Stripe.PaymentIntent.Status> =>
  (await retrieveIntent(id))?.status ?? 'canceled'

/** Refunds and disputes only once the intent has succeeded. Throws unavailable when Stripe is away. */
export async function readFacts(intentId: string): Promise<StripeFacts> {
  const intent = await retrieveIntent(intentId)
  if (!intent) return UNKNOWN
  const isPaid = intent.status === 'succeeded'
  const [refunds, disputes] = isPaid
    ? await Promise.all([refundsOf(intentId), disputesOf(intentId)])
    : [[], []]
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    status: intent.status,
    receivedSen: intent.amount_received,
    currency: intent.currency.toLowerCase(),
    card: charge?.payment_method_details?.card?.fingerprint ?? null,
    method: charge?.payment_method_details?.type ?? null,
    reference: intent.metadata.reference ?? null,
    refunds,
    disputes,
  }
}

async function refundsOf(intentId: string): Promise<RefundFact[]> {
  const pages = stripe().refunds.list({ payment_intent: intentId, limit: 100 })
  const refunds = await askStripe(pages.autoPagingToArray({ limit: MOST }))
  return refunds.map(({ id, amount, status, metadata }) => ({
    id,
    amountSen: amount,
    status: status ?? 'pending',
    part: metadata?.part,
    isWhole: metadata?.payment_id !== undefined && metadata.part === undefined,
  }))
}

async function disputesOf(intentId: string): Promise<DisputeFact[]> {
  const pages = stripe().disputes.list({ payment_intent: intentId, limit: 100 })
  const disputes = await askStripe(pages.autoPagingToArray({ limit: MOST }))
  return disputes.map((dispute) => ({
    ...{ id: dispute.id, status: dispute.status },
    amountSen: takenBy(dispute),
  }))
}

/**
 * What a dispute took of the balance, which may be less than its amount: one over more than was left
 * after a refund is called lost, and only the rest of it is kept by the bank. Its amount where it has
 * taken nothing yet, or another currency.
 */
function takenBy({ amount, currency, balance_transactions: lines }: Stripe.Dispute): number {
  const isSame = lines.length > 0 && lines.every((line) => line.currency === currency)
  return isSame ? Math.max(0, -lines.reduce((sum, line) => sum + line.amount, 0)) : amount
}
