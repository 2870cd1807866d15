import 'server-only'
import type Stripe from 'stripe'
import type { Settlements } from '../settlement'
import { syncPayment } from '../sync'

/**
 * payment_intent.*: whatever the event says, the intent is read again and settled (decision C5).
 */
export const onPaymentIntent = (settlements: Settlements, event: Stripe.Event): Promise<void> => {
  const intent = event.data.object as Stripe.PaymentIntent
  return syncPayment(settlements, intent.id, {
    id: event.id,
    type: event.type,
    objectId: intent.id,
  })
}
