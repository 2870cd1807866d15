import 'server-only'
import type Stripe from 'stripe'
import { settleIntent } from '@/lib/payments/sync'

/**
 * payment_intent.*: whatever the event says, the intent is read again and settled (decision C5).
 */
export const onPaymentIntent = (event: Stripe.Event): Promise<void> => {
  const intent = event.data.object as Stripe.PaymentIntent
  return settleIntent(intent.id, { id: event.id, type: event.type, objectId: intent.id })
}
