import type Stripe from 'stripe'
import { invalid, unexpectedState } from '../http/errors'
import { newId } from '../ids'
import type { Sandbox } from '../sandbox'
import { bankAddress } from './bank-address'
import { DECLINES, type Decline } from './declines'
import { isRedirect } from './methods'
import { decline, settle } from './settle'
import { testCard } from './test-cards'

export interface Attempt {
  /** The caller shows the bank's page itself (the browser script), so no redirect is needed. */
  sdk: boolean
  returnUrl: string | null
  /** The payer is away, or the caller forbids questions: a bank that asks becomes a refusal. */
  noQuestions: boolean
}

const CONFIRMABLE = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action'])

/** Throws Stripe's answer for an intent that cannot be confirmed any more. */
export function refuseUnlessConfirmable(intent: Stripe.PaymentIntent): void {
  if (CONFIRMABLE.has(intent.status)) return
  throw unexpectedState(
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    intent,
  )
}

/**
 * One attempt to pay. Afterwards the intent is succeeded, waits for the bank, or the refusal is
 * thrown.
 */
export function confirm(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  attempt: Attempt,
): void {
  refuseUnlessConfirmable(intent)
  if (!intent.payment_method_types.includes(method.type))
    throw invalid(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types, or update the allowed payment method types for this PaymentIntent to include "${method.type}": ${intent.payment_method_types.join(', ')}.`,
      { code: 'payment_intent_incompatible_payment_method' },
    )
  if (isRedirect(method.type)) {
    if (!attempt.returnUrl)
      throw invalid(
        'You must provide a `return_url` when confirming a PaymentIntent with a payment method that redirects the customer.',
        { code: 'parameter_missing', param: 'return_url' },
      )
    if (attempt.noQuestions)
      throw invalid(
        `The payment method type "${method.type}" needs its customer, who is not there.`,
        { param: 'off_session' },
      )
    askBank(sandbox, intent, method, attempt)
    return
  }
  const number = sandbox.store.get('card', method.id)?.testNumber
  if (number && testCard(number)?.authenticate) {
    if (attempt.noQuestions)
      throw decline(sandbox, intent, method, DECLINES.authentication_required as Decline, false)
    askBank(sandbox, intent, method, attempt)
    return
  }
  const refusal = settle(sandbox, intent, method, false)
  if (refusal) throw refusal
}

function askBank(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  attempt: Attempt,
): void {
  const { store, webhooks } = sandbox
  store.put('authorisation', { id: intent.id, returnUrl: attempt.returnUrl })
  intent.status = 'requires_action'
  intent.payment_method = method.id
  intent.last_payment_error = null
  intent.next_action =
    !attempt.returnUrl || (attempt.sdk && !isRedirect(method.type))
      ? {
          type: 'use_stripe_sdk',
          use_stripe_sdk: {
            type: 'three_d_secure_redirect',
            source: newId('src'),
            stripe_js: bankAddress(sandbox, intent, attempt.returnUrl),
          },
        }
      : {
          type: 'redirect_to_url',
          redirect_to_url: {
            return_url: attempt.returnUrl,
            url: bankAddress(sandbox, intent, attempt.returnUrl),
          },
        }
  store.put('payment_intent', intent)
  webhooks.emit('payment_intent.requires_action', intent)
}
