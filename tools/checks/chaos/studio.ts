// Several instances of the production build on one database, one Stripe sandbox and one mail
// catcher.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startApp } from '@/scripts/local/app'
import { startSite, type Site } from '@/tests/support/site'
import { sandboxClient, type SandboxClient } from '@/tests/support/stripe-sandbox'

export type Studio = Site &
  SandboxClient & {
    sql: pg.Client
    /** Starts instance `index` again after it was killed, on its old port. */
    restart(index: number): Promise<void>
    /** Opens `sql` anew after PostgreSQL was restarted. */
    reconnect(): Promise<void>
    /** The last ten errors that the instances have logged, including those that were killed. */
    faults(): string[]
  }

/** Starts `instances`; `configured` are variables of .env.example, e.g. { HOLD_MINUTES: '0.2' }. */
export async function openStudio(
  instances: number,
  configured: Record<string, string> = {},
): Promise<Studio> {
  const site = await startSite({ instances, configured })
  const { env } = site.services
  const connect = async () => {
    const client = new pg.Client({ connectionString: env.DATABASE_URL })
    client.on('error', () => {}) // Tests stop PostgreSQL on purpose; the next query reports it.
    await client.connect()
    return client
  }
  const earlier: string[] = []
  const studio: Studio = {
    ...site,
    ...sandboxClient(env.STRIPE_API_BASE ?? ''),
    sql: await connect(),
    restart: async (index) => {
      // A new process begins a new log.
      earlier.push(...faultsIn(site.apps[index]?.log() ?? ''))
      const address = new URL(site.apps[index]?.url ?? '')
      site.apps[index] = await startApp({ ...env, PORT: address.port })
    },
    reconnect: async () => void (studio.sql = await connect()),
    faults: () => [...earlier, ...site.apps.flatMap((app) => faultsIn(app.log()))].slice(-10),
    async stop() {
      await studio.sql.end().catch(() => {})
      await site.stop()
    },
  }
  return studio
}

/** Why an instance answered 500: the errors in its log, shortened. */
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
