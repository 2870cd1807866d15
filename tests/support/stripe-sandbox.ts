import Stripe from 'stripe'
import type { Ledger } from './books'

export type SandboxClient = {
  /** POST to the sandbox's control API, e.g. control('webhooks', { mode: 'hold' }). */
  control<T = unknown>(path: string, body: unknown): Promise<T>
  /** Everything Stripe holds. */
  ledger(): Promise<Ledger & { charges: Stripe.Charge[] }>
  /** The bank's word on the refund of an intent that waits for it. */
  finishRefund(intent: string, outcome: 'succeeded' | 'failed'): Promise<unknown>
  /** As if the two seconds had passed after which a card's bank returns or pays a refund. */
  letBanksAnswer(): Promise<unknown>
  /** Stripe's own client, which tries each call once. */
  stripe: Stripe
}

/** The Stripe sandbox that listens at `base`, e.g. http://127.0.0.1:12111. */
export function sandboxClient(base: string): SandboxClient {
  const call = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const response = await fetch(`${base}/_sandbox/${path}`, init)
    if (!response.ok)
      throw new Error(`The sandbox answers ${response.status} to ${path}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const control: SandboxClient['control'] = (path, body) =>
    call(path, { method: 'POST', body: JSON.stringify(body) })
  const ledger: SandboxClient['ledger'] = () => call('state')
  const { hostname, port } = new URL(base)
  return {
    control,
    ledger,
    async finishRefund(intent, outcome) {
      const waiting = (await ledger()).refunds.find(
        ({ payment_intent, status }) => payment_intent === intent && status === 'pending',
      )
      if (!waiting) throw new Error(`No refund of ${intent} is pending`)
      return control('finish_refund', { refund: waiting.id, outcome })
    },
    letBanksAnswer: () => control('time', { seconds: 2 }),
    stripe: new Stripe('sk_test_sandbox', {
      host: hostname,
      port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
    }),
  }
}
