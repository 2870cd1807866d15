import type Stripe from 'stripe'
import { newId, random, seconds } from '../ids'

export interface NewIntent {
  amount: number
  currency: string
  automatic: Stripe.PaymentIntent.AutomaticPaymentMethods | null
  methodTypes: string[]
  allowedTypes?: string[] | null
  captureMethod: Stripe.PaymentIntent.CaptureMethod
  confirmationMethod: Stripe.PaymentIntent.ConfirmationMethod
  metadata: Record<string, string>
}

/**
 * A fresh intent with every field the SDK's type promises; optional texts are filled in by the
 * caller.
 */
export function newPaymentIntent(input: NewIntent): Stripe.PaymentIntent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: (input.allowedTypes ??
      null) as Stripe.PaymentIntent['allowed_payment_method_types'],
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: input.automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: input.captureMethod,
    client_secret: `${id}_secret_${random(25)}`,
    confirmation_method: input.confirmationMethod,
    created: seconds(),
    currency: input.currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: input.methodTypes,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}

const BROWSER_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[]

/** What a publishable key may see: no metadata, customer or charge. */
export function forBrowser(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  return Object.fromEntries(BROWSER_FIELDS.map((name) => [name, intent[name]]))
}
