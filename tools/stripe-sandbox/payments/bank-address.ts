import type Stripe from 'stripe'
import type { Sandbox } from '../sandbox'

/** Where the site's proxy shows the sandbox to browsers. */
const PROXY_PATH = '/sandbox/stripe'

/**
 * The address of the bank's page for a full-page redirect. A browser knows only the site, so when
 * the payer came from a site that also receives our webhooks, its proxy is used; otherwise (API
 * tests) this process's own address.
 */
export function bankAddress(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  returnUrl: string | null,
): string {
  const page = `/_sandbox/authorize/${intent.id}?client_secret=${intent.client_secret}`
  if (!returnUrl || !URL.canParse(returnUrl)) return sandbox.url + page
  const site = new URL(returnUrl)
  const served = sandbox.webhooks.targets.some(
    (target) => new URL(target).port === site.port && new URL(target).protocol === site.protocol,
  )
  return served ? `${site.origin}${PROXY_PATH}${page}` : sandbox.url + page
}
