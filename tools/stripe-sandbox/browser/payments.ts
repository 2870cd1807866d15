import { askBank } from './bank-dialog'
import { call, encode, intentId, retrieve, translate } from './api'
import { BASE } from './base'
import type { Elements } from './elements'
import {
  IntegrationError,
  type ConfirmParams,
  type Intent,
  type Outcome,
  type StripeProblem,
} from './shapes'
import { languageFor, type Language } from './texts'

export interface ConfirmOptions {
  elements?: Elements
  clientSecret?: string
  confirmParams?: ConfirmParams
  redirect?: 'always' | 'if_required'
}

const PAID = new Set(['succeeded', 'processing', 'requires_capture'])
const never = () => new Promise<never>(() => undefined)

/**
 * Client secrets whose confirmation is under way: a second click must not start a second attempt.
 */
const underWay = new Set<string>()

export class Payments {
  constructor(
    private readonly key: string,
    private readonly locale: string | undefined,
  ) {}

  async confirmPayment(options: ConfirmOptions): Promise<Outcome> {
    const { elements, confirmParams = {}, redirect = 'always' } = options ?? {}
    const clientSecret = options?.clientSecret ?? elements?.clientSecret
    if (!clientSecret)
      throw new IntegrationError(
        'Missing value for stripe.confirmPayment(): clientSecret should be a client secret string.',
      )
    if (redirect !== 'if_required' && !confirmParams.return_url) {
      throw new IntegrationError(
        'stripe.confirmPayment(): the confirmParams.return_url argument is required unless redirect is set to "if_required".',
      )
    }
    if (confirmParams.return_url !== undefined && !/^https?:\/\//.test(confirmParams.return_url)) {
      throw new IntegrationError(
        'stripe.confirmPayment(): confirmParams.return_url must be an absolute URL starting with http:// or https://.',
      )
    }
    if (underWay.has(clientSecret))
      throw new IntegrationError(
        'stripe.confirmPayment(): this payment is already being confirmed.',
      )
    underWay.add(clientSecret)
    try {
      const language = languageFor(elements?.language ?? this.locale)
      const first = await this.attempt(elements, clientSecret, confirmParams, language)
      const outcome = await this.settle(first, language)
      if (outcome.paymentIntent && redirect !== 'if_required')
        return await leaveFor(confirmParams.return_url ?? '', outcome.paymentIntent)
      return outcome
    } finally {
      underWay.delete(clientSecret)
    }
  }

  retrievePaymentIntent(clientSecret: string): Promise<Outcome> {
    return retrieve(BASE, this.key, clientSecret, languageFor(this.locale))
  }

  async handleNextAction({ clientSecret }: { clientSecret: string }): Promise<Outcome> {
    return this.settle(await this.retrievePaymentIntent(clientSecret), languageFor(this.locale))
  }

  private async attempt(
    elements: Elements | undefined,
    clientSecret: string,
    params: ConfirmParams,
    language: Language,
  ): Promise<Outcome> {
    const form = elements?.paying
    if (form) {
      const plain = JSON.parse(JSON.stringify(params)) as ConfirmParams
      return form.ask({ type: 'confirm', clientSecret, params: plain })
    }
    if (elements)
      throw new IntegrationError(
        'Invalid value for stripe.confirmPayment(): elements should have a mounted Element.',
      )
    return call(
      BASE,
      'POST',
      `payment_intents/${intentId(clientSecret)}/confirm`,
      { ...params, key: this.key, client_secret: clientSecret, use_stripe_sdk: true },
      language,
    )
  }

  /** Follows the intent to where it ends: the bank's dialog, a redirect, a result. */
  private async settle(outcome: Outcome, language: Language): Promise<Outcome> {
    if (outcome.error) return outcome
    const intent = outcome.paymentIntent
    const action = intent.next_action
    if (intent.status === 'requires_action' && action?.type === 'redirect_to_url')
      return goToBank(intent, language)
    if (intent.status === 'requires_action')
      return this.settleAnswered(await askBank(intent, this.key, language), language)
    return this.settleAnswered(outcome, language)
  }

  private settleAnswered(outcome: Outcome, language: Language): Outcome {
    if (outcome.error || PAID.has(outcome.paymentIntent.status)) return outcome
    const intent = outcome.paymentIntent
    const reason: StripeProblem = intent.last_payment_error ?? {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This payment cannot be completed because it has a status of ${intent.status}.`,
    }
    return { error: { ...translate(reason, language), payment_intent: intent } }
  }
}

function goToBank(intent: Intent, language: Language): Promise<never> {
  const given = intent.next_action?.redirect_to_url?.url ?? ''
  // The server that made the address may know another name for the sandbox than this page does.
  const at = given.indexOf('_sandbox/authorize/')
  location.assign(at < 0 ? given : `${BASE}${given.slice(at)}&locale=${language}`)
  return never()
}

function leaveFor(returnUrl: string, intent: Intent): Promise<never> {
  const url = new URL(returnUrl)
  const status = intent.status === 'processing' ? 'pending' : 'succeeded'
  for (const [name, value] of encode({
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: status,
  })) {
    url.searchParams.set(name, value)
  }
  location.assign(url.href)
  return never()
}
