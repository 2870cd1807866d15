import Stripe from 'stripe'
import type { Ledger } from './books'

export type SandboxClient = {
  /** POST to the sandbox's control API, e.g. control('webhooks', { mode: 'hold' }). */
  control<T = unknown>(path: string, body: unknown): Promise<T>
  /** Everything Stripe holds. */
  ledger(): Promise<Ledger & { charges: Stripe.Charge[] }>
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
  const { hostname, port } = new URL(base)
  return {
    control: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }),
    ledger: () => call('state'),
    stripe: new Stripe('sk_test_sandbox', {
      host: hostname,
      port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
    }),
  }
}
