import type Stripe from 'stripe'
import { newId, random } from '../ids'

/** A payment link with every field the SDK's type promises, at Stripe's defaults. */
export function newPaymentLink(currency: string, origin: string): Stripe.PaymentLink {
  return {
    id: newId('plink'),
    object: 'payment_link',
    active: true,
    after_completion: {
      hosted_confirmation: { custom_message: null },
      type: 'hosted_confirmation',
    },
    allow_promotion_codes: false,
    application: null,
    application_fee_amount: null,
    application_fee_percent: null,
    automatic_tax: { enabled: false, liability: null },
    billing_address_collection: 'auto',
    consent_collection: null,
    currency,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_creation: 'if_required',
    inactive_message: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    managed_payments: null,
    metadata: {},
    on_behalf_of: null,
    optional_items: null,
    payment_intent_data: null,
    payment_method_collection: 'always',
    payment_method_options: null,
    payment_method_types: null,
    phone_number_collection: { enabled: false },
    restrictions: null,
    shipping_address_collection: null,
    shipping_options: [],
    submit_type: 'auto',
    subscription_data: null,
    tax_id_collection: { enabled: false, required: 'never' },
    transfer_data: null,
    url: `${origin}/test_${random(14)}`,
  }
}
