// Further instances of the site on the run's own services, for what only another configuration shows.
import pg from 'pg'
import { startApp, type App } from '@/sandbox/app'
import { freePort } from '@/sandbox/ports'
import { prepareDatabase } from '@/sandbox/services'
import { site } from './e2e'

/** One more instance of the same build, database and sandbox, with some variables of its own. The caller stops it. */
export async function startInstance(variables: Record<string, string>): Promise<App> {
  const port = String(await freePort())
  return startApp({ ...site(), PORT: port, SITE_URL: `http://localhost:${port}`, ...variables })
}

/**
 * An instance without Stripe keys. It has a database of its own: on the shared one it would take part in the jobs, and it
 * could not close anybody's payment.
 */
export async function startWithoutPayments(): Promise<App> {
  const url = new URL(site().DATABASE_URL ?? '')
  const name = `without_payments_${process.pid}`
  const sql = new pg.Client({ connectionString: url.href })
  await sql.connect()
  await sql.query(`CREATE DATABASE ${name}`).finally(() => sql.end())
  url.pathname = `/${name}`
  const variables = { DATABASE_URL: url.href, STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '', STRIPE_API_BASE: '' }
  await prepareDatabase({ ...site(), ...variables })
  return startInstance(variables)
}
