import type Stripe from 'stripe'
import { ApiError, docUrl } from '../http/errors'
import { newCharge } from '../objects/charge'
import type { Sandbox } from '../sandbox'
import { recordCharge } from './balance'
import { DECLINES, type Decline } from './declines'
import { openDispute } from './dispute'
import { isRedirect } from './methods'
import { testCard } from './test-cards'

/** The bank's decision, with the payer's approval or without needing it. */
export function settle(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): ApiError | null {
  if (isRedirect(method.type)) {
    approve(sandbox, intent, method, authenticated)
    return null
  }
  const number = sandbox.store.get('card', method.id)?.testNumber
  const card = number ? testCard(number) : null
  if (!card) return decline(sandbox, intent, method, DECLINES.live_card as Decline, authenticated)
  if (card.decline)
    return decline(sandbox, intent, method, DECLINES[card.decline] as Decline, authenticated)
  approve(sandbox, intent, method, authenticated)
  if (card.dispute) openDispute(sandbox, intent, card.dispute)
  return null
}

function approve(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): void {
  const { store, webhooks } = sandbox
  const capture = intent.capture_method !== 'manual'
  const waiting =
    intent.status === 'processing' ? store.get('charge', String(intent.latest_charge)) : undefined
  const charge = store.put(
    'charge',
    waiting
      ? { ...waiting, paid: true, status: 'succeeded' }
      : newCharge(intent, method, { decline: null, authenticated, capture }),
  )
  intent.processing = null
  intent.payment_method = method.id
  intent.latest_charge = charge.id
  intent.last_payment_error = null
  intent.next_action = null
  intent.status = capture ? 'succeeded' : 'requires_capture'
  intent.amount_received = capture ? intent.amount : 0
  intent.amount_capturable = capture ? 0 : intent.amount
  store.put('payment_intent', intent)
  webhooks.emit('charge.succeeded', charge)
  webhooks.emit(
    capture ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated',
    intent,
  )
  if (capture) recordBalance(sandbox, charge)
}

/** The payer has approved, and the bank or wallet answers later: nothing is paid yet. */
export function begin(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): void {
  if (intent.status === 'processing') return
  const { store, webhooks } = sandbox
  const charge = store.put(
    'charge',
    newCharge(intent, method, { decline: null, authenticated: true, capture: true, pending: true }),
  )
  intent.status = 'processing'
  intent.next_action = null
  intent.latest_charge = charge.id
  store.put('payment_intent', intent)
  webhooks.emit('charge.pending', charge)
  webhooks.emit('payment_intent.processing', intent)
}

/** The bank or wallet refuses later. */
export function failProcessing(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): void {
  const { store, webhooks } = sandbox
  const code = 'payment_intent_payment_attempt_failed'
  const message = 'The payment failed.'
  const charge = store.get('charge', String(intent.latest_charge))
  if (charge) {
    Object.assign(charge, {
      captured: false,
      amount_captured: 0,
      status: 'failed',
      failure_code: code,
      failure_message: message,
    })
    store.put('charge', charge)
    webhooks.emit('charge.failed', charge)
  }
  backToStart(intent)
  intent.last_payment_error = {
    code,
    doc_url: docUrl(code),
    message,
    payment_method: structuredClone(method),
    type: 'invalid_request_error',
  }
  store.put('payment_intent', intent)
  webhooks.emit('payment_intent.payment_failed', intent)
}

/**
 * With `automatic_async` capture the balance transaction arrives after the charge, announced by
 * `charge.updated`.
 */
export function recordBalance(sandbox: Sandbox, charge: Stripe.Charge): void {
  charge.balance_transaction = recordCharge(sandbox, charge)
  charge.receipt_url = `https://pay.stripe.com/receipts/payment/${charge.id}`
  sandbox.store.put('charge', charge)
  sandbox.webhooks.emit('charge.updated', charge, { balance_transaction: null, receipt_url: null })
}

/**
 * Records a refused attempt on the intent and as a failed charge; returns the error for the
 * confirming caller.
 */
export function decline(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  refusal: Decline,
  authenticated: boolean,
): ApiError {
  const { store, webhooks } = sandbox
  const charge = store.put(
    'charge',
    newCharge(intent, method, { decline: refusal, authenticated, capture: false }),
  )
  const error = {
    ...(charge.outcome?.advice_code ? { advice_code: charge.outcome.advice_code } : {}),
    charge: charge.id,
    code: refusal.code,
    ...(refusal.decline_code ? { decline_code: refusal.decline_code } : {}),
    doc_url: docUrl(refusal.code),
    message: refusal.message,
    payment_method: structuredClone(method),
    type: 'card_error' as const,
  }
  backToStart(intent)
  intent.latest_charge = charge.id
  intent.last_payment_error = error as Stripe.PaymentIntent.LastPaymentError
  store.put('payment_intent', intent)
  webhooks.emit('charge.failed', charge)
  webhooks.emit('payment_intent.payment_failed', intent)
  return new ApiError(402, { ...error, payment_intent: structuredClone(intent) }, true)
}

/** The payer refused at the bank, or closed the page. */
export function failAuthentication(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): void {
  backToStart(intent)
  intent.last_payment_error = {
    code: 'payment_intent_authentication_failure',
    doc_url: docUrl('payment_intent_authentication_failure'),
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: structuredClone(method),
    type: 'invalid_request_error',
  }
  sandbox.store.put('payment_intent', intent)
  sandbox.webhooks.emit('payment_intent.payment_failed', intent)
}

function backToStart(intent: Stripe.PaymentIntent): void {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
}
