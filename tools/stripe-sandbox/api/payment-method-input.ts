import type Stripe from 'stripe'
import { ApiError, docUrl, invalid, missing, noSuch } from '../http/errors'
import type { Params } from '../http/form'
import { record, text } from '../http/params'
import { newPaymentMethod, newRedirectMethod } from '../objects/payment-method'
import { flawIn, type CardInput } from '../payments/card-input'
import { DECLINES } from '../payments/declines'
import { FPX_BANKS, METHOD_TYPES } from '../payments/methods'
import { testCard, testMethodNumber } from '../payments/test-cards'
import type { Sandbox } from '../sandbox'

/** What the test wallet hands over instead of a number. */
const WALLET_TOKEN = 'tok_wallet'

/** A test card that is good for four more years. */
const cardOf = (number: string): CardInput => ({
  ...{ number, cvc: null },
  ...{ expMonth: 12, expYear: new Date().getUTCFullYear() + 4 },
})

function register(
  sandbox: Sandbox,
  card: CardInput,
  billing: Params | undefined,
  wallet: 'google_pay' | null = null,
): Stripe.PaymentMethod {
  const method = sandbox.store.put('payment_method', newPaymentMethod(card, billing, wallet))
  // A number that is not a published test number is discarded here: a real card must not be stored
  // in a file.
  sandbox.store.put('card', {
    id: method.id,
    testNumber: testCard(card.number) ? card.number : null,
  })
  return method
}

/**
 * Makes a payment method of `payment_method_data`; throws a 402 for a card no bank would be asked
 * about.
 */
export function methodFromData(sandbox: Sandbox, data: Params): Stripe.PaymentMethod {
  const type = METHOD_TYPES.find((known) => known === text(data, 'type'))
  if (!type)
    throw invalid(`Invalid payment_method_data[type]: must be one of ${METHOD_TYPES.join(', ')}`, {
      param: 'payment_method_data[type]',
    })
  if (type !== 'card') {
    const bank = type === 'fpx' ? bankFrom(data) : null
    const billing = record(data, 'billing_details')
    return sandbox.store.put('payment_method', newRedirectMethod(type, bank, billing))
  }
  const input = record(data, 'card') ?? ({} as Params)
  const token = text(input, 'token')
  if (token === WALLET_TOKEN)
    return register(
      sandbox,
      cardOf('4242424242424242'),
      record(data, 'billing_details'),
      'google_pay',
    )
  if (token) throw noSuch('token', token, 'payment_method_data[card][token]', 400)
  const year = Number(text(input, 'exp_year') ?? 0)
  const card: CardInput = {
    number: (text(input, 'number') ?? '').replace(/[\s-]/g, ''),
    expMonth: Number(text(input, 'exp_month') ?? 0),
    expYear: year < 100 ? 2000 + year : year,
    cvc: text(input, 'cvc') ?? null,
  }
  const flaw = flawIn(card)
  const decline = flaw ? DECLINES[flaw] : undefined
  if (decline) {
    const param = {
      incorrect_number: 'number',
      invalid_expiry_month: 'exp_month',
      invalid_expiry_year: 'exp_year',
      invalid_cvc: 'cvc',
    }[decline.code]
    throw new ApiError(
      402,
      {
        ...decline,
        doc_url: docUrl(decline.code),
        ...(param ? { param } : {}),
        type: 'card_error',
      },
      true,
    )
  }
  return register(sandbox, card, record(data, 'billing_details'))
}

/** The payer's bank, which FPX requires. */
function bankFrom(data: Params): string {
  const bank = text(record(data, 'fpx') ?? {}, 'bank')
  if (!bank) throw missing('payment_method_data[fpx][bank]')
  if (!Object.hasOwn(FPX_BANKS, bank))
    throw invalid(
      `Invalid payment_method_data[fpx][bank]: must be one of ${Object.keys(FPX_BANKS).join(', ')}`,
      { param: 'payment_method_data[fpx][bank]' },
    )
  return bank
}

/**
 * The payment method a request names: a stored one, or a fresh copy of one of the `pm_card_…`
 * names.
 */
export function methodByName(sandbox: Sandbox, name: string): Stripe.PaymentMethod {
  const number = testMethodNumber(name)
  if (number) return register(sandbox, cardOf(number), undefined)
  const method = sandbox.store.get('payment_method', name)
  if (!method) throw noSuch('PaymentMethod', name, 'payment_method', 400)
  return method
}

/** `payment_method` or `payment_method_data` of a request; null when it gives neither. */
export function methodFrom(sandbox: Sandbox, params: Params): Stripe.PaymentMethod | null {
  const name = text(params, 'payment_method')
  if (name) return methodByName(sandbox, name)
  const data = record(params, 'payment_method_data')
  return data ? methodFromData(sandbox, data) : null
}
