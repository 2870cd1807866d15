import { Elements } from './elements'
import { Payments } from './payments'
import { IntegrationError, type ElementsOptions } from './shapes'

// The sandbox's stand-in for https://js.stripe.com: the part of `window.Stripe` that the Payment
// Element needs.

const REFUSED = [
  'createToken',
  'createPaymentMethod',
  'confirmCardPayment',
  'createConfirmationToken',
  'confirmSetup',
  'createSource',
  'confirmCardSetup',
  'handleCardAction',
] as const

interface Options {
  locale?: string
}

function createStripe(key: unknown, options: Options = {}): object {
  if (typeof key !== 'string' || key === '')
    throw new IntegrationError('Missing value for Stripe(): apiKey should be a string.')
  if (/^pk_live/.test(key)) {
    throw new IntegrationError(
      'This is the Stripe sandbox: it moves no money and refuses live keys. Use pk_test_sandbox, or load the script of Stripe itself.',
    )
  }
  const payments = new Payments(key, options.locale)
  const refusing = REFUSED.map((name) => [
    name,
    () =>
      Promise.reject(
        new IntegrationError(
          `stripe.${name}() is not available in the Stripe sandbox: use the Payment Element and stripe.confirmPayment().`,
        ),
      ),
  ])
  return {
    elements: (given: ElementsOptions = {}) => new Elements(key, given, options.locale),
    confirmPayment: payments.confirmPayment.bind(payments),
    retrievePaymentIntent: payments.retrievePaymentIntent.bind(payments),
    handleNextAction: payments.handleNextAction.bind(payments),
    ...Object.fromEntries(refusing),
    paymentRequest: () => {
      throw new IntegrationError('stripe.paymentRequest() is not available in the Stripe sandbox.')
    },
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }
}

Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) })
