import type Stripe from 'stripe'
import { TEXTS } from '../browser/texts'
import { MERCHANT } from '../config'
import { ApiError, invalid, noSuch } from '../http/errors'
import { parseForm, type Params } from '../http/form'
import { text } from '../http/params'
import { authorise } from '../payments/authorise'
import { FPX_BANKS } from '../payments/methods'
import type { Sandbox } from '../sandbox'
import { unitOfWork } from '../unit'
import { escape, html } from './html'

function intentFor(sandbox: Sandbox, id: string, params: Params): Stripe.PaymentIntent {
  const intent = sandbox.store.get('payment_intent', id)
  if (!intent || text(params, 'client_secret') !== intent.client_secret)
    throw noSuch('payment_intent', id, 'intent')
  return intent
}

// Beside the card frame's files, because the site's proxy lets those through.
const ASSETS = { css: '../frame-bank.css', js: '../frame-bank.js' }

const REDIRECT_STATUS: Partial<Record<Stripe.PaymentIntent.Status, string>> = {
  succeeded: 'succeeded',
  requires_capture: 'succeeded',
  processing: 'pending',
}

/** Where the payer goes after the bank; null when the page runs inside the site's own dialog. */
function wayBack(sandbox: Sandbox, intent: Stripe.PaymentIntent): string | null {
  const returnUrl = sandbox.store.get('authorisation', intent.id)?.returnUrl
  if (!returnUrl) return null
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  url.searchParams.set('redirect_status', REDIRECT_STATUS[intent.status] ?? 'failed')
  return url.href
}

type Word = keyof (typeof TEXTS)['en']['page']

/** An element with a word, which the page's script translates. */
const say = (tag: string, word: Word, attributes = ''): string =>
  `<${tag}${attributes} data-text="${word}">${escape(TEXTS.en.page[word])}</${tag}>`

type Face = {
  title: string
  /** Whose page it is: the card's bank, a bank of FPX, or the wallet. */
  kind: 'bank' | 'fpx' | 'grabpay'
  /** What the payment comes from. */
  from: [label: Word, value: string]
  /** The words of the two answers. */
  answers: [yes: Word, no: Word]
}

const REDIRECTED: Face['answers'] = ['authorize', 'refuse']

function faceOf(method: Stripe.PaymentMethod | undefined): Face {
  if (method?.type === 'fpx') {
    const bank = FPX_BANKS[method.fpx?.bank ?? ''] ?? ''
    return { title: 'FPX', kind: 'fpx', from: ['bank', bank], answers: REDIRECTED }
  }
  if (method?.type === 'grabpay')
    return { title: 'GrabPay', kind: 'grabpay', from: ['wallet', 'GrabPay'], answers: REDIRECTED }
  const number = `•••• ${method?.card?.last4 ?? '----'}`
  return {
    title: '3-D Secure',
    kind: 'bank',
    from: ['card', number],
    answers: ['complete', 'fail'],
  }
}

/** The bank's page. It works as a plain form too; its script translates it and tells the opener. */
export function showBank(sandbox: Sandbox, id: string, query: string): string {
  const params = parseForm(query)
  const intent = intentFor(sandbox, id, params)
  const method = sandbox.store.get('payment_method', String(intent.payment_method))
  const { title, kind, from, answers } = faceOf(method)
  const waiting = intent.status === 'requires_action'
  const amount = `${escape(intent.currency.toUpperCase())} ${(intent.amount / 100).toFixed(2)}`
  const body = `<div class="page" role="main">
${say('p', 'sign', ' class="sign"')}
${say('h1', `${kind}Title`)}
${say('p', `${kind}Intro`)}
<dl>
<div>${say('dt', 'merchant')}<dd>${escape(MERCHANT)}</dd></div>
<div>${say('dt', 'amount')}<dd data-amount="${intent.amount}" data-currency="${escape(intent.currency)}">${amount}</dd></div>
<div>${say('dt', from[0])}<dd>${escape(from[1])}</dd></div>
</dl>
${
  waiting
    ? `<form method="post"><input type="hidden" name="client_secret" value="${escape(intent.client_secret ?? '')}">
${say('button', answers[0], ' name="outcome" value="succeed" class="primary"')}
${say('button', answers[1], ' name="outcome" value="fail"')}</form>
<p role="alert" hidden></p>`
    : say('p', 'over', ' role="alert"')
}
</div>`
  return html({
    title,
    ...ASSETS,
    data: { status: intent.status, back: waiting ? '' : (wayBack(sandbox, intent) ?? '') },
    body,
  })
}

/**
 * The payer's answer: `{ status, redirect }` for the page's script, or a page with a link for a
 * plain form.
 */
export async function answerBank(
  sandbox: Sandbox,
  id: string,
  form: string,
): Promise<{ status: string; redirect: string | null } | { page: string }> {
  const params = parseForm(form)
  const intent = intentFor(sandbox, id, params)
  const outcome = text(params, 'outcome')
  if (outcome !== 'succeed' && outcome !== 'fail')
    throw invalid('outcome must be "succeed" or "fail"', { param: 'outcome' })
  try {
    const { delivered } = unitOfWork(sandbox, null, () => authorise(sandbox, intent, outcome))
    if (sandbox.webhooks.first) await delivered
  } catch (error) {
    // Cancelled, or answered in another window, in the meantime: the opener reads the intent and
    // sees the result.
    if (!(error instanceof ApiError)) throw error
  }
  const redirect = wayBack(sandbox, intent)
  if (text(params, 'as') === 'json') return { status: intent.status, redirect }
  const back = redirect ? `<p>${say('a', 'back', ` href="${escape(redirect)}"`)}</p>` : ''
  const body = `<div class="page" role="main">${say('h1', 'answered')}${back}</div>`
  return { page: html({ title: MERCHANT, ...ASSETS, data: { status: intent.status }, body }) }
}
