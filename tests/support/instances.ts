// Further instances of the site on the run's own services, for what only another configuration
// shows.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startApp, type App } from '@/scripts/local/app'
import { freePort } from '@/scripts/local/ports'
import { migrate } from '@/scripts/local/migrate'
import { prepareDatabase } from '@/scripts/local/services'
import { site } from './e2e'

/**
 * One more instance of the same build, database and sandbox, with some variables of its own. The
 * caller stops it.
 */
export async function startInstance(variables: Record<string, string>): Promise<App> {
  const port = String(await freePort())
  return startApp({ ...site(), PORT: port, SITE_URL: `http://localhost:${port}`, ...variables })
}

/**
 * An instance without Stripe keys, on a freshly seeded database of its own: on the shared one it
 * would take part in the jobs, and it could not close anybody's payment. `fill` adds rows before it
 * starts, which show nowhere else; `others` are variables of its own. `database` is its address.
 */
export async function startWithoutPayments(
  fill?: (sql: pg.Client) => Promise<unknown>,
  others: Record<string, string> = {},
): Promise<App & { database: string }> {
  const database = await createDatabase('without_payments')
  const variables = {
    DATABASE_URL: database,
    STRIPE_SECRET_KEY: '',
    STRIPE_PUBLISHABLE_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
    STRIPE_API_BASE: '',
    ...others,
  }
  await prepareDatabase({ ...site(), ...variables })
  if (fill) await connected(database, fill)
  return { ...(await startInstance(variables)), database }
}

/** An instance on a freshly seeded database of its own; `fill` changes its rows before it starts. */
export async function startOnOwnDatabase(
  fill: (sql: pg.Client) => Promise<unknown>,
): Promise<App & { database: string }> {
  const database = await createDatabase('own')
  await prepareDatabase({ ...site(), DATABASE_URL: database })
  await connected(database, fill)
  return { ...(await startInstance({ DATABASE_URL: database })), database }
}

/** An instance on a database of its own that is migrated and holds nothing, as README deploys one. */
export async function startOnEmptyDatabase(): Promise<App & { database: string }> {
  const database = await createDatabase('empty')
  await migrate(database)
  return { ...(await startInstance({ DATABASE_URL: database })), database }
}

/** A new database beside the site's; its address. */
async function createDatabase(prefix: string): Promise<string> {
  const url = new URL(site().DATABASE_URL ?? '')
  const name = `${prefix}_${randomUUID().replaceAll('-', '')}`
  await connected(url.href, (sql) => sql.query(`CREATE DATABASE ${name}`))
  url.pathname = `/${name}`
  return url.href
}

async function connected(url: string, work: (sql: pg.Client) => Promise<unknown>): Promise<void> {
  const sql = new pg.Client({ connectionString: url })
  await sql.connect()
  await work(sql).finally(() => sql.end())
}
