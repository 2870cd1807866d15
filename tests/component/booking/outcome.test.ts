import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js'
import { outcomeOf } from '@/components/checkout/outcome'

const intent = (status: PaymentIntent['status']) =>
  ({ id: 'pi_1', status, payment_method_types: ['card', 'fpx'] }) as PaymentIntent
const failed = (error: Partial<StripeError>) => outcomeOf({ error } as PaymentIntentResult)
const unexpectedState = (status: PaymentIntent['status']) =>
  failed({
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    payment_intent: intent(status),
  })

test.each([
  ['succeeded', { kind: 'paid', intentId: 'pi_1' }],
  ['processing', { kind: 'processing', intentId: 'pi_1' }],
  ['requires_payment_method', { kind: 'incomplete', methods: ['card', 'fpx'] }],
  ['canceled', { kind: 'incomplete', methods: ['card', 'fpx'] }],
  ['requires_action', { kind: 'needs_bank' }],
] as const)('a payment that ends %s', (status, outcome) => {
  expect(outcomeOf({ paymentIntent: intent(status) } as PaymentIntentResult)).toEqual(outcome)
})

test('card and validation errors keep the provider’s words', () => {
  expect(
    failed({
      type: 'card_error',
      message: 'Your card was declined.',
      payment_intent: intent('requires_payment_method'),
    }),
  ).toEqual({ kind: 'declined', message: 'Your card was declined.', methods: ['card', 'fpx'] })
  expect(failed({ type: 'validation_error', message: 'Your card number is incomplete.' })).toEqual({
    kind: 'invalid',
    message: 'Your card number is incomplete.',
  })
})

test('the second of two clicks finds the intent paid: that is a success', () => {
  expect(unexpectedState('succeeded')).toEqual({ kind: 'paid', intentId: 'pi_1' })
})

test('an intent that was cancelled belongs to a hold that is over', () => {
  expect(unexpectedState('canceled')).toEqual({ kind: 'ended' })
})

test('a refused bank approval leaves the same intent to be paid', () => {
  expect(
    failed({
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      payment_intent: intent('requires_payment_method'),
    }),
  ).toEqual({ kind: 'incomplete', methods: ['card', 'fpx'] })
})

test('anything else is unexpected, and its message is not shown to the visitor', () => {
  expect(failed({ type: 'api_connection_error', message: 'ECONNRESET' })).toEqual({
    kind: 'unexpected',
  })
})
