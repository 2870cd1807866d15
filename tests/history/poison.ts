import type Stripe from 'stripe'
import { intentsThat } from './intents'
import { sandboxNow } from './network'
import { POISONED_SEN } from './world'

/** Whether there is money of ours that the database refuses to settle: whoever asks about it fails. */
export const isAnyPoisoned = (): boolean =>
  intentsThat((one) => one.amount === POISONED_SEN && one.metadata.reference !== undefined).length >
  0

/** Whether an event is about money that the database refuses to take in: Stripe sends it again. */
export function isPoisoned(event: Stripe.Event | undefined): boolean {
  const about = (event?.data.object ?? {}) as {
    id?: string
    amount?: number
    payment_intent?: string | null
  }
  const intent = sandboxNow().store.get('payment_intent', about.payment_intent ?? about.id ?? '')
  return (intent?.amount ?? about.amount) === POISONED_SEN
}
