import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { ReadyConfig } from './config'

let loading: { key: string; stripe: Promise<Stripe> } | null = null

/**
 * The provider's browser library, loaded once. Rejects when it cannot be loaded; the next call then
 * tries afresh.
 */
export function stripeFor({ publishableKey, scriptUrl }: ReadyConfig): Promise<Stripe> {
  if (loading?.key === publishableKey) return loading.stripe
  const stripe = load(publishableKey, scriptUrl)
  loading = { key: publishableKey, stripe }
  stripe.catch(() => (loading = null))
  return stripe
}

async function load(publishableKey: string, scriptUrl: string | null): Promise<Stripe> {
  // loadStripe takes a window.Stripe that is there before it looks, and goes to the network
  // otherwise.
  if (scriptUrl && !window.Stripe) await addScript(scriptUrl)
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('The payment library needs a browser')
  return stripe
}

const addScript = (src: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('The payment library did not load'))
    }
    document.head.append(script)
  })
