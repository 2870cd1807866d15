import type Stripe from 'stripe'
import { sandboxNow } from './network'

/** What Stripe has to be paid, or has been. */
export const intentsThat = (
  fits: (intent: Stripe.PaymentIntent) => boolean,
): Stripe.PaymentIntent[] => sandboxNow().store.all('payment_intent').filter(fits)
