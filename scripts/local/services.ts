import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from '@/lib/env'
import { migrate } from './migrate'
import {
  choosePorts,
  contractVariables,
  PORT_NAMES,
  PORT_VARIABLES,
  type Given,
  type Ports,
  type Variables,
} from './environment'
import { stopLeftover } from './postgres'
import { startProcess, tail } from './process'
import { postgresService, scriptService, type Service } from './service'

export type Services = {
  /**
   * Everything the site needs to run against these services; complete, so that no .env of this
   * machine has an effect.
   */
  env: Variables
  ports: Ports
  /** Null where `configured` names a real one. */
  postgres: Service | null
  stripe: Service | null
  mail: Service | null
  /** Connection URL of another database on the embedded PostgreSQL. */
  databaseUrl(name: string): string
  stop(): Promise<void>
}

export type ServicesOptions = {
  /** Where all of them store their data and logs. */
  dataDir: string
  /** Those not given are free ones. */
  ports?: Partial<Ports>
  /** Flags for PostgreSQL, e.g. ['-c', 'fsync=off']. */
  flags?: string[]
  /**
   * Variables of .env.example that are already decided, e.g. { HOLD_MINUTES: '0.2' } or the demo's
   * own environment.
   */
  configured?: Given
}

const SANDBOX_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
}

/**
 * Starts the external services that `configured` does not name: PostgreSQL with an empty database
 * `studio` (prepareDatabase fills it), the Stripe sandbox, the mail catcher. Throws parseEnv's
 * error when `configured` is invalid; when a service fails, those already running are stopped.
 */
export async function startServices({
  dataDir,
  ports: wished = {},
  flags,
  configured = {},
}: ServicesOptions): Promise<Services> {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true })
  await stopLeftover(join(folder, 'postgres')) // It would occupy the port.
  const ports = await choosePorts(wished)
  const env: Variables = { ...contractVariables(configured), STUDIO_DATA_DIR: folder }
  for (const name of PORT_NAMES) env[PORT_VARIABLES[name]] = String(ports[name])
  env.SITE_URL ||= `http://localhost:${ports.app}`
  const databaseUrl = (name: string) =>
    `postgresql://studio:studio@127.0.0.1:${ports.postgres}/${name}`
  const logs = join(folder, 'logs')

  const postgres = env.DATABASE_URL
    ? null
    : postgresService({ dataDir: join(folder, 'postgres'), port: ports.postgres, flags }, 'studio')
  env.DATABASE_URL ||= databaseUrl('studio')
  const mail = env.SMTP_URL
    ? null
    : scriptService({
        name: 'The mail catcher',
        args: ['scripts/run.mjs', 'scripts/local/mail.ts'],
        port: ports.mailWeb,
        env,
        logFile: join(logs, 'mail.log'),
      })
  env.SMTP_URL ||= `smtp://127.0.0.1:${ports.smtp}`
  const ownStripe =
    !env.STRIPE_SECRET_KEY && !env.STRIPE_PUBLISHABLE_KEY && !env.STRIPE_WEBHOOK_SECRET
  if (ownStripe) {
    Object.assign(env, SANDBOX_KEYS, { STRIPE_API_BASE: `http://127.0.0.1:${ports.stripe}` })
    env.STRIPE_SANDBOX_WEBHOOKS ||= `http://127.0.0.1:${ports.app}/api/webhooks/stripe`
  }
  // Before anything runs that would have to be stopped again.
  parseEnv({ ...env, NODE_ENV: 'production' })
  const stripe = ownStripe
    ? scriptService({
        name: 'The Stripe sandbox',
        args: ['tools/stripe-sandbox/start.mjs'],
        port: ports.stripe,
        env,
        logFile: join(logs, 'stripe.log'),
      })
    : null

  // PostgreSQL last, after everything that still writes to it.
  const stop = async () => {
    await Promise.all([stripe?.stop(), mail?.stop()])
    await postgres?.stop()
  }
  const starts = await Promise.allSettled(
    [postgres, stripe, mail].map(async (service) => service?.start()),
  )
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  return { env, ports, postgres, stripe, mail, databaseUrl, stop }
}

/** Applies the missing migrations and seeds the missing content. */
export async function prepareDatabase(
  env: Variables,
  say: (line: string) => void = () => {},
): Promise<void> {
  const applied = await migrate(env.DATABASE_URL ?? '')
  if (applied.length) say(`Applied ${applied.length} migration${applied.length === 1 ? '' : 's'}.`)
  const logFile = join(env.STUDIO_DATA_DIR ?? '', 'logs', 'seed.log')
  const seed = startProcess({
    command: process.execPath,
    args: ['scripts/run.mjs', 'prisma/seed.ts'],
    env: { ...process.env, ...env },
    logFile,
  })
  if ((await seed.exited) !== 0) throw new Error(`Seeding the database failed:\n${tail(logFile)}`)
}
