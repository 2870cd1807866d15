// Several instances of the production build on one database, one Stripe sandbox and one mail
// catcher.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import Stripe from 'stripe'
import { startApp } from '@/sandbox/app'
import type { Ledger } from '@/tests/support/books'
import { startSite, type Site } from '@/tests/support/site'

export type Studio = Site & {
  sql: pg.Client
  stripe: Stripe
  /** Starts instance `index` again after it was killed, on its old port. */
  restart(index: number): Promise<void>
  /** Opens `sql` anew after PostgreSQL was restarted. */
  reconnect(): Promise<void>
  /** POST to the sandbox's control API. */
  control(path: string, body: unknown): Promise<void>
  ledger(): Promise<Ledger>
  /** The faults that the instances have logged so far, those that were killed too; the last ten. */
  faults(): string[]
}

/** Starts `instances`; `configured` are variables of the contract, e.g. { HOLD_MINUTES: '0.2' }. */
export async function openStudio(
  instances: number,
  configured: Record<string, string> = {},
): Promise<Studio> {
  const site = await startSite({ instances, configured })
  const { env } = site.services
  const base = env.STRIPE_API_BASE ?? ''
  const connect = async () => {
    const client = new pg.Client({ connectionString: env.DATABASE_URL })
    client.on('error', () => {}) // tests stop PostgreSQL on purpose; the next query reports it
    await client.connect()
    return client
  }
  const call = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${base}/_sandbox/${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const { hostname, port } = new URL(base)
  const earlier: string[] = []
  const studio: Studio = {
    ...site,
    sql: await connect(),
    stripe: new Stripe('sk_test_sandbox', {
      host: hostname,
      port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
    }),
    restart: async (index) => {
      // a new process begins a new log
      earlier.push(...faultsIn(site.apps[index]?.log() ?? ''))
      const address = new URL(site.apps[index]?.url ?? '')
      site.apps[index] = await startApp({ ...env, PORT: address.port })
    },
    reconnect: async () => void (studio.sql = await connect()),
    control: async (path, body) =>
      void (await call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })),
    ledger: () => call('state'),
    faults: () => [...earlier, ...site.apps.flatMap((app) => faultsIn(app.log()))].slice(-10),
    async stop() {
      await studio.sql.end().catch(() => {})
      await site.stop()
    },
  }
  return studio
}

/** Why an instance answered 500: the faults in its log, shortened. */
const faultsIn = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) => line.includes('"requestId"') && line.includes('"level":50'))
    .filter((line) => !line.includes('"msg":"unavailable"'))
    .map((line) => line.slice(0, 600))

/**
 * Asks `question` twice a second until it is true; fails after `seconds`, naming what did not
 * happen.
 */
export async function eventually(
  what: string,
  seconds: number,
  question: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await question())) {
    if (Date.now() > deadline) throw new Error(`Not within ${seconds} s: ${what}`)
    await sleep(500)
  }
}
