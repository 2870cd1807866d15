import type Stripe from 'stripe'
import { newId, seconds } from '../ids'
import type { Decline } from '../payments/declines'

const DECLINED_OUTCOME = 'The bank did not return any further details with this decline.'

function outcome(decline: Decline | null, isCard: boolean): Stripe.Charge.Outcome {
  return {
    advice_code: decline ? 'try_again_later' : null,
    network_advice_code: null,
    network_decline_code: decline ? '05' : null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline ? (decline.decline_code ?? decline.code) : null,
    ...(isCard ? { risk_level: 'normal', risk_score: 12 } : { risk_level: 'not_assessed' }),
    seller_message: decline ? DECLINED_OUTCOME : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  } as Stripe.Charge.Outcome
}

/** A charge's details of its payment method. */
function methodDetails(
  method: Stripe.PaymentMethod,
  amount: number,
  decline: Decline | null,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails {
  // The wallet's own number is not there yet when the charge succeeds.
  if (method.type === 'grabpay') return { grabpay: { transaction_id: null }, type: 'grabpay' }
  if (method.fpx) return { fpx: { ...method.fpx, transaction_id: newId('fpx') }, type: 'fpx' }
  return cardDetails(method, amount, decline, authenticated)
}

function cardDetails(
  method: Stripe.PaymentMethod,
  amount: number,
  decline: Decline | null,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails {
  const card = method.card
  if (!card) throw new Error(`payment method ${method.id} has no card`)
  return {
    card: {
      amount_authorized: decline ? null : amount,
      authorization_code: decline ? null : '123456',
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check:
          card.checks?.cvc_check === null
            ? null
            : decline?.code === 'incorrect_cvc'
              ? 'fail'
              : 'pass',
      },
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_token: { used: false },
      network_transaction_id: '104102118610121',
      regulated_status: 'unregulated',
      three_d_secure: authenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: newId('tds'),
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
      wallet: card.wallet,
    },
    type: 'card',
  } as Stripe.Charge.PaymentMethodDetails
}

/**
 * The charge of one attempt: paid, only authorised (`capture: false`), failed (`decline`) or
 * waiting for a slow bank (`pending`).
 */
export function newCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  attempt: {
    decline: Decline | null
    authenticated: boolean
    capture: boolean
    pending?: boolean
  },
): Stripe.Charge {
  const { decline, pending = false } = attempt
  const paid = decline === null && !pending
  const captured = decline === null && attempt.capture
  const isCard = method.type === 'card'
  return {
    id: newId(isCard ? 'ch' : 'py'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: structuredClone(method.billing_details),
    calculated_statement_descriptor: isCard ? 'STUDIO' : null,
    captured,
    created: seconds(),
    currency: intent.currency,
    customer: intent.customer as string | null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcome(decline, isCard),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(method, intent.amount, decline, attempt.authenticated),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: pending ? 'pending' : paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}
