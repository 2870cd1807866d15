import type Stripe from 'stripe'
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

type Face = {
  /** The page's title. */
  title: string
  /** The keys and the English texts of heading, explanation, label and two answers. */
  heading: [key: string, words: string]
  intro: [key: string, words: string]
  label: [key: string, words: string]
  value: string
  yes: [key: string, words: string]
  no: [key: string, words: string]
}

const AUTHORIZE: [string, string] = ['authorize', 'Authorize test payment']
const REFUSE: [string, string] = ['refuse', 'Fail test payment']

/** The kind of page: a card's bank, an FPX bank, or the wallet. */
function faceOf(method: Stripe.PaymentMethod | undefined): Face {
  if (method?.type === 'fpx')
    return {
      title: 'FPX',
      heading: ['fpxTitle', 'Approve this transfer'],
      intro: [
        'fpxIntro',
        'Your bank would ask you to sign in and approve this transfer. Here you decide how it answers.',
      ],
      label: ['bank', 'Bank'],
      value: FPX_BANKS[method.fpx?.bank ?? ''] ?? '',
      yes: AUTHORIZE,
      no: REFUSE,
    }
  if (method?.type === 'grabpay')
    return {
      title: 'GrabPay',
      heading: ['grabpayTitle', 'Approve this payment'],
      intro: [
        'grabpayIntro',
        'GrabPay would ask you to approve this payment. Here you decide how it answers.',
      ],
      label: ['wallet', 'Wallet'],
      value: 'GrabPay',
      yes: AUTHORIZE,
      no: REFUSE,
    }
  return {
    title: '3-D Secure',
    heading: ['bankTitle', 'Confirm this payment'],
    intro: [
      'bankIntro',
      'Your bank would ask you to approve this card payment. Here you decide how it answers.',
    ],
    label: ['card', 'Card'],
    value: `•••• ${method?.card?.last4 ?? '----'}`,
    yes: ['complete', 'Complete'],
    no: ['fail', 'Fail'],
  }
}

/** The bank's page. It works as a plain form too; its script translates it and tells the opener. */
export function showBank(sandbox: Sandbox, id: string, query: string): string {
  const params = parseForm(query)
  const intent = intentFor(sandbox, id, params)
  const method = sandbox.store.get('payment_method', String(intent.payment_method))
  const face = faceOf(method)
  const waiting = intent.status === 'requires_action'
  const amount = `${escape(intent.currency.toUpperCase())} ${(intent.amount / 100).toFixed(2)}`
  const body = `<div class="page" role="main">
<p class="sign" data-text="sign">Test payment — no money moves</p>
<h1 data-text="${face.heading[0]}">${face.heading[1]}</h1>
<p data-text="${face.intro[0]}">${face.intro[1]}</p>
<dl>
<div><dt data-text="merchant">Merchant</dt><dd>${escape(MERCHANT)}</dd></div>
<div><dt data-text="amount">Amount</dt><dd data-amount="${intent.amount}" data-currency="${escape(intent.currency)}">${amount}</dd></div>
<div><dt data-text="${face.label[0]}">${face.label[1]}</dt><dd>${escape(face.value)}</dd></div>
</dl>
${
  waiting
    ? `<form method="post"><input type="hidden" name="client_secret" value="${escape(intent.client_secret ?? '')}">
<button name="outcome" value="succeed" class="primary" data-text="${face.yes[0]}">${face.yes[1]}</button>
<button name="outcome" value="fail" data-text="${face.no[0]}">${face.no[1]}</button></form>
<p role="alert" hidden></p>`
    : '<p role="alert" data-text="over">This payment no longer waits for an answer.</p>'
}
</div>`
  return html({
    title: face.title,
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
  const body = `<div class="page" role="main"><h1 data-text="answered">Your answer was recorded.</h1>${redirect ? `<p><a href="${escape(redirect)}" data-text="back">Back to the shop</a></p>` : ''}</div>`
  return { page: html({ title: MERCHANT, ...ASSETS, data: { status: intent.status }, body }) }
}
