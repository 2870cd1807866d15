import type Stripe from 'stripe'
import { fingerprint, newId, seconds } from '../ids'
import { brandOf, type CardInput } from '../payments/card-input'
import { testCard } from '../payments/test-cards'
import { billingDetails } from './billing-details'
import type { Params } from '../http/form'

/** A card as Stripe shows it: of the number only its last four digits and its fingerprint. */
export function newPaymentMethod(
  card: CardInput,
  billing: Params | undefined,
  wallet: 'google_pay' | null = null,
): Stripe.PaymentMethod {
  const known = testCard(card.number)
  const brand = known?.brand ?? brandOf(card.number)
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails(billing),
    card: {
      brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: card.cvc === null ? null : 'unchecked',
      },
      country: known?.country ?? 'US',
      display_brand: brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: fingerprint(card.number),
      funding: known?.funding ?? 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: wallet && { type: wallet, google_pay: {}, dynamic_last4: null },
    },
    created: seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

/** A bank (FPX) or a wallet (GrabPay); only its name is known. */
export function newRedirectMethod(
  type: 'fpx' | 'grabpay',
  bank: string | null,
  billing: Params | undefined,
): Stripe.PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails(billing),
    created: seconds(),
    customer: null,
    customer_account: null,
    ...(type === 'fpx'
      ? { fpx: { account_holder_type: null, bank: bank as Stripe.PaymentMethod.Fpx.Bank } }
      : { grabpay: {} }),
    livemode: false,
    metadata: {},
    type,
  }
}
