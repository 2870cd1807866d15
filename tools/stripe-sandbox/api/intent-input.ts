import type Stripe from 'stripe'
import { invalid, missing, noSuch } from '../http/errors'
import type { Params } from '../http/form'
import { flag, integer, record, requiredText, text, texts } from '../http/params'
import { billingDetails } from '../objects/billing-details'
import { METHOD_TYPES, takes } from '../payments/methods'
import { money } from '../payments/money'
import type { Sandbox } from '../sandbox'

/** Smallest charge in the currency's smallest unit; Stripe's own table for MYR says RM2.00. */
const MINIMUM: Record<string, number> = { myr: 200, usd: 50, sgd: 50, eur: 50, gbp: 30 }
const MAXIMUM = 99_999_999

export function currencyFrom(params: Params): string {
  const currency = requiredText(params, 'currency').toLowerCase()
  if (!(currency in MINIMUM)) {
    throw invalid(
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${Object.keys(MINIMUM).join(', ')}`,
      { param: 'currency' },
    )
  }
  return currency
}

export function amountFrom(params: Params, currency: string): number {
  const amount = integer(params, 'amount')
  if (amount === undefined) throw missing('amount')
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  const least = MINIMUM[currency] ?? 50
  if (amount < least) {
    throw invalid(`Amount must be at least ${money(least, currency)} ${currency}`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
  if (amount > MAXIMUM)
    throw invalid(`Amount must be no more than ${money(MAXIMUM, currency)}`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  return amount
}

export interface Methods {
  types: string[]
  allowed: string[] | null
  automatic: Stripe.PaymentIntent.AutomaticPaymentMethods | null
}

/**
 * The payment methods of a request: named ones, or Stripe's choice. `allowed_payment_method_types`
 * is the name since API version 2026-09-30, an upper limit of what is offered; the older
 * `payment_method_types` is accepted too. Methods that this sandbox or its account does not have
 * are refused.
 */
export function methodsFrom({ account }: Sandbox, params: Params, currency: string): Methods {
  const allowed = texts(params, 'allowed_payment_method_types') ?? null
  const types = texts(params, 'payment_method_types') ?? allowed
  const auto = record(params, 'automatic_payment_methods')
  const enabled = auto ? flag(auto, 'enabled') : undefined
  if (params.payment_method_types !== undefined && (enabled || allowed)) {
    const other = allowed ? 'allowed_payment_method_types' : 'automatic_payment_methods'
    throw invalid(`You may only specify one of these parameters: ${other}, payment_method_types.`, {
      param: 'payment_method_types',
    })
  }
  const foreign = types?.find(
    (type) => !(METHOD_TYPES as readonly string[]).includes(type) || account.refused.includes(type),
  )
  const param = allowed ? 'allowed_payment_method_types' : 'payment_method_types'
  if (foreign !== undefined) {
    throw invalid(
      `The payment method type "${foreign}" is invalid. Please ensure the provided type is activated in your dashboard (https://dashboard.stripe.com/account/payments/settings) and your account is enabled for any preview features that you are trying to use.`,
      { code: 'payment_intent_invalid_parameter', param },
    )
  }
  const offered = (type: string) => !account.withheld.includes(type) && takes(type, currency)
  if (types && !types.some(offered))
    throw invalid(
      `None of the payment method types (${types.join(', ')}) can be used for this payment.`,
      { code: 'payment_intent_invalid_parameter', param },
    )
  if (types || enabled === false)
    return { types: types?.filter(offered) ?? ['card'], allowed, automatic: null }
  return {
    types: METHOD_TYPES.filter((type) => !account.refused.includes(type) && offered(type)),
    allowed,
    automatic: {
      allow_redirects: auto && text(auto, 'allow_redirects') === 'never' ? 'never' : 'always',
      enabled: true,
    },
  }
}

/** Copies the descriptive parameters both create and update take onto the intent. */
export function describe(sandbox: Sandbox, intent: Stripe.PaymentIntent, params: Params): void {
  const customer = text(params, 'customer')
  if (customer && !sandbox.store.get('customer', customer))
    throw noSuch('customer', customer, 'customer', 400)
  if (customer !== undefined) intent.customer = customer
  for (const name of [
    'description',
    'receipt_email',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'transfer_group',
  ] as const) {
    const value = text(params, name)
    if (value !== undefined) intent[name] = value
  }
  const usage = text(params, 'setup_future_usage')
  if (usage !== undefined)
    intent.setup_future_usage = usage as Stripe.PaymentIntent.SetupFutureUsage | null
  const shipping = record(params, 'shipping')
  if (shipping) {
    const { address, name, phone } = billingDetails(shipping)
    intent.shipping = {
      address,
      carrier: text(shipping, 'carrier') ?? null,
      name: name ?? '',
      phone,
      tracking_number: null,
    } as Stripe.PaymentIntent.Shipping
  }
}
