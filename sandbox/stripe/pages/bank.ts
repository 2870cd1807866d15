import type Stripe from 'stripe'
import { MERCHANT } from '../config'
import { ApiError, invalid, noSuch } from '../http/errors'
import { parseForm, type Params } from '../http/form'
import { text } from '../http/params'
import { authorise } from '../payments/authorise'
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

/** Where the payer goes after the bank; null when the page runs inside the site's own dialog. */
function wayBack(sandbox: Sandbox, intent: Stripe.PaymentIntent): string | null {
  const returnUrl = sandbox.store.get('authorisation', intent.id)?.returnUrl
  if (!returnUrl) return null
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  url.searchParams.set(
    'redirect_status',
    intent.status === 'succeeded' || intent.status === 'requires_capture' ? 'succeeded' : 'failed',
  )
  return url.href
}

/** The bank's page. It works as a plain form too; its script translates it and tells the opener. */
export function showBank(sandbox: Sandbox, id: string, query: string): string {
  const params = parseForm(query)
  const intent = intentFor(sandbox, id, params)
  const method = sandbox.store.get('payment_method', String(intent.payment_method))
  const waiting = intent.status === 'requires_action'
  const amount = `${escape(intent.currency.toUpperCase())} ${(intent.amount / 100).toFixed(2)}`
  const body = `<div class="page" role="main">
<p class="sign" data-text="sign">Test payment — no money moves</p>
<h1 data-text="bankTitle">Confirm this payment</h1>
<p data-text="bankIntro">Your bank would ask you to approve this card payment. Here you decide how it answers.</p>
<dl>
<div><dt data-text="merchant">Merchant</dt><dd>${escape(MERCHANT)}</dd></div>
<div><dt data-text="amount">Amount</dt><dd data-amount="${intent.amount}" data-currency="${escape(intent.currency)}">${amount}</dd></div>
<div><dt data-text="card">Card</dt><dd>•••• ${escape(method?.card?.last4 ?? '----')}</dd></div>
</dl>
${
  waiting
    ? `<form method="post"><input type="hidden" name="client_secret" value="${escape(intent.client_secret ?? '')}">
<button name="outcome" value="succeed" class="primary" data-text="complete">Complete</button>
<button name="outcome" value="fail" data-text="fail">Fail</button></form>
<p role="alert" hidden></p>`
    : '<p role="alert" data-text="over">This payment no longer waits for an answer.</p>'
}
</div>`
  return html({
    title: '3-D Secure',
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
    // sees what became of it.
    if (!(error instanceof ApiError)) throw error
  }
  const redirect = wayBack(sandbox, intent)
  if (text(params, 'as') === 'json') return { status: intent.status, redirect }
  const body = `<div class="page" role="main"><h1 data-text="answered">Your answer was recorded.</h1>${redirect ? `<p><a href="${escape(redirect)}" data-text="back">Back to the shop</a></p>` : ''}</div>`
  return { page: html({ title: '3-D Secure', ...ASSETS, data: { status: intent.status }, body }) }
}
