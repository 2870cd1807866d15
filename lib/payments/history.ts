import 'server-only'
import type Stripe from 'stripe'
import { askStripe, stripe } from './client'

/** Stripe lists intents by creation; one from before `since` can have been paid after it. */
const OVERLAP_SECONDS = 24 * 3600
/** The most that the SDK reads at once. */
const MOST = 10_000

export type OwnIntent = {
  id: string
  reference: string
  metadata: Record<string, string>
  status: Stripe.PaymentIntent.Status
  createdAt: Date
  amountSen: number
  currency: string
}

/**
 * All intents of this site that can have changed since a time. Throws unavailable when Stripe is
 * away, payments_off without keys, an Error for 10,000 or more.
 */
export async function ownIntentsSince(since: Date): Promise<OwnIntent[]> {
  const gte = secondsOf(since) - OVERLAP_SECONDS
  const intents = await allOf(stripe().paymentIntents.list({ limit: 100, created: { gte } }))
  return intents.flatMap(({ id, metadata, status, created, amount, currency }) =>
    metadata.reference
      ? {
          ...{ id, metadata, status, currency, reference: metadata.reference },
          createdAt: new Date(created * 1000),
          amountSen: amount,
        }
      : [],
  )
}

/** All refunds of the account made since a time. Throws like `ownIntentsSince`. */
export const refundsSince = (since: Date): Promise<{ id: string; status: string | null }[]> =>
  allOf(stripe().refunds.list({ limit: 100, created: { gte: secondsOf(since) } }))

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000)

async function allOf<T extends { id: string }>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  const found = await askStripe(list.autoPagingToArray({ limit: MOST }))
  if (found.length === MOST) throw new Error(`Stripe has ${MOST} or more entries since then`)
  return found
}
