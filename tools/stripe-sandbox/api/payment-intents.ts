import type Stripe from 'stripe'
import { invalid, missing, noSuch, unexpectedState } from '../http/errors'
import { choice, flag, integer, mergeMetadata, text } from '../http/params'
import type { Params } from '../http/form'
import { newPaymentIntent } from '../objects/payment-intent'
import { cancel } from '../payments/cancel'
import { capture } from '../payments/capture'
import { confirm, refuseUnlessConfirmable } from '../payments/confirm'
import { PAGE, words, type Call, type Endpoint } from './endpoint'
import { amountFrom, currencyFrom, describe, methodsFrom } from './intent-input'
import { page } from './lists'
import { methodFrom } from './payment-method-input'

const COMMON =
  'amount_details capture_method customer customer_account description excluded_payment_method_types allowed_payment_method_types hooks metadata payment_details payment_method payment_method_configuration payment_method_data payment_method_options receipt_email setup_future_usage shipping statement_descriptor statement_descriptor_suffix transfer_data transfer_group application_fee_amount amount currency'
const CONFIRM =
  'confirmation_token error_on_requires_action mandate mandate_data off_session radar_options return_url use_stripe_sdk'

/** The intent in the address; a publishable key must also know its secret. */
export function intentOf({ sandbox, id, params, browser }: Call): Stripe.PaymentIntent {
  const intent = sandbox.store.get('payment_intent', id)
  const secret = text(params, 'client_secret')
  if (!intent) throw noSuch('payment_intent', id, 'intent')
  if (browser && !secret) throw missing('client_secret')
  if (secret && secret !== intent.client_secret) {
    throw invalid(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      {
        code: 'payment_intent_invalid_parameter',
        param: 'client_secret',
      },
    )
  }
  return intent
}

function create(call: Call): object {
  const { sandbox, params } = call
  if (params.amount === undefined) throw missing('amount')
  const currency = currencyFrom(params)
  const amount = amountFrom(params, currency)
  const { types, allowed, automatic } = methodsFrom(sandbox, params, currency)
  const intent = newPaymentIntent({
    amount,
    currency,
    automatic,
    methodTypes: types,
    allowedTypes: allowed,
    captureMethod:
      choice(params, 'capture_method', ['automatic', 'automatic_async', 'manual'] as const) ??
      'automatic_async',
    confirmationMethod:
      choice(params, 'confirmation_method', ['automatic', 'manual'] as const) ?? 'automatic',
    metadata: mergeMetadata({}, params),
  })
  describe(sandbox, intent, params)
  const now = flag(params, 'confirm') ?? false
  if (!now && text(params, 'return_url')) {
    throw invalid(
      'The parameter `return_url` cannot be passed when creating a PaymentIntent unless `confirm` is set to true.',
      { param: 'return_url' },
    )
  }
  const method = methodFrom(sandbox, params)
  if (now) refuseAmbiguousRedirect(intent, params)
  if (method) {
    intent.payment_method = method.id
    intent.status = 'requires_confirmation'
  }
  sandbox.store.put('payment_intent', intent)
  sandbox.webhooks.emit('payment_intent.created', {
    ...intent,
    status: method ? intent.status : 'requires_payment_method',
  })
  if (now) attempt(call, intent, method)
  return intent
}

/**
 * With automatic methods some may redirect, so Stripe wants to know where to before a server
 * confirms.
 */
function refuseAmbiguousRedirect(intent: Stripe.PaymentIntent, params: Params): void {
  const auto = intent.automatic_payment_methods
  if (
    !auto?.enabled ||
    auto.allow_redirects === 'never' ||
    text(params, 'return_url') ||
    flag(params, 'use_stripe_sdk')
  )
    return
  throw invalid(
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
  )
}

function attempt(
  call: Call,
  intent: Stripe.PaymentIntent,
  given: Stripe.PaymentMethod | null,
): void {
  const { sandbox, params, browser } = call
  const method =
    given ??
    (typeof intent.payment_method === 'string'
      ? sandbox.store.get('payment_method', intent.payment_method)
      : undefined)
  if (!method) {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      intent,
    )
  }
  confirm(sandbox, intent, method, {
    sdk: browser || (flag(params, 'use_stripe_sdk') ?? false),
    returnUrl: text(params, 'return_url') ?? null,
    noQuestions:
      params.off_session === 'true' || (flag(params, 'error_on_requires_action') ?? false),
  })
}

function confirmEndpoint(call: Call): object {
  const { sandbox, params } = call
  const intent = intentOf(call)
  refuseUnlessConfirmable(intent)
  if (!call.browser) refuseAmbiguousRedirect(intent, params)
  const returnUrl = text(params, 'return_url')
  if (returnUrl && !/^https?:\/\//i.test(returnUrl))
    throw invalid('Not a valid URL', { code: 'url_invalid', param: 'return_url' })
  const method = methodFrom(sandbox, params)
  const email = text(params, 'receipt_email')
  if (email !== undefined) intent.receipt_email = email
  attempt(call, intent, method)
  return intent
}

const CHANGEABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']

function update(call: Call): object {
  const { sandbox, params } = call
  const intent = intentOf(call)
  const open = CHANGEABLE.includes(intent.status)
  for (const name of [
    'amount',
    'currency',
    'payment_method',
    'payment_method_data',
    'capture_method',
    'customer',
  ]) {
    if (params[name] !== undefined && !open) {
      throw unexpectedState(
        `This PaymentIntent's ${name} could not be updated because it has a status of ${intent.status}. You may only update the ${name} of a PaymentIntent with one of the following statuses: ${CHANGEABLE.join(', ')}.`,
        intent,
      )
    }
  }
  const currency = params.currency === undefined ? intent.currency : currencyFrom(params)
  const amount = params.amount === undefined ? intent.amount : amountFrom(params, currency)
  const metadata = mergeMetadata(intent.metadata, params)
  const named = params.payment_method_types ?? params.allowed_payment_method_types
  const methods = named === undefined ? null : methodsFrom(sandbox, params, currency)
  const method = methodFrom(sandbox, params)
  describe(sandbox, intent, params)
  Object.assign(intent, { amount, currency, metadata })
  if (methods)
    Object.assign(intent, {
      payment_method_types: methods.types,
      allowed_payment_method_types: methods.allowed,
      automatic_payment_methods: null,
    })
  if (method)
    Object.assign(intent, {
      payment_method: method.id,
      status: 'requires_confirmation',
      next_action: null,
    })
  return sandbox.store.put('payment_intent', intent)
}

function cancelEndpoint(call: Call): object {
  const intent = intentOf(call)
  const reasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const
  cancel(call.sandbox, intent, choice(call.params, 'cancellation_reason', reasons) ?? null)
  return intent
}

function captureEndpoint(call: Call): object {
  const intent = intentOf(call)
  capture(call.sandbox, intent, integer(call.params, 'amount_to_capture'))
  return intent
}

function list({ sandbox, params }: Call): object {
  const customer = text(params, 'customer')
  return page(
    params,
    sandbox.store.all('payment_intent'),
    '/v1/payment_intents',
    (intent) => !customer || intent.customer === customer,
  )
}

const ONE = '/v1/payment_intents/:id'

export const paymentIntents: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    params: words(
      `${COMMON} ${CONFIRM} confirm confirmation_method automatic_payment_methods payment_method_types on_behalf_of`,
    ),
    handle: create,
  },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    params: words(`${PAGE} customer customer_account`),
    handle: list,
  },
  { method: 'GET', path: ONE, params: words('client_secret'), browser: true, handle: intentOf },
  {
    method: 'POST',
    path: ONE,
    params: words(`${COMMON} payment_method_types client_secret`),
    handle: update,
  },
  {
    method: 'POST',
    path: `${ONE}/confirm`,
    params: words(`${COMMON} ${CONFIRM} amount_to_confirm client_secret`),
    browser: true,
    handle: confirmEndpoint,
  },
  {
    method: 'POST',
    path: `${ONE}/cancel`,
    params: words('cancellation_reason'),
    handle: cancelEndpoint,
  },
  {
    method: 'POST',
    path: `${ONE}/capture`,
    params: words('amount_to_capture final_capture metadata'),
    handle: captureEndpoint,
  },
]
