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
 * An instance without Stripe keys, on a seeded database of its own: on the shared one it would take
 * part in the jobs, and it could not close anybody's payment. `fill` adds rows before it starts, which
 * show nowhere else; `others` are variables of its own. `database` is its address.
 */
export async function startWithoutPayments(
  fill?: (sql: pg.Client) => Promise<unknown>,
  others: Record<string, string> = {},
): Promise<App & { database: string }> {
  const database = await seededDatabase('without_payments')
  if (fill) await connected(database, fill)
  const variables = {
    DATABASE_URL: database,
    STRIPE_SECRET_KEY: '',
    STRIPE_PUBLISHABLE_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
    STRIPE_API_BASE: '',
    ...others,
  }
  return { ...(await startInstance(variables)), database }
}

/** An instance on a seeded database of its own; `fill` changes its rows before it starts. */
export async function startOnOwnDatabase(
  fill: (sql: pg.Client) => Promise<unknown>,
): Promise<App & { database: string }> {
  const database = await seededDatabase('own')
  await connected(database, fill)
  return { ...(await startInstance({ DATABASE_URL: database })), database }
}

/** An instance on a database of its own that is migrated and holds nothing, as README deploys one. */
export async function startOnEmptyDatabase(): Promise<App & { database: string }> {
  const database = await createDatabase('empty')
  await migrate(database)
  return { ...(await startInstance({ DATABASE_URL: database })), database }
}

const SEEDED_LOCK = 72_707_370

/**
 * A new database beside the site's, migrated and seeded; its address. The first caller of a run makes
 * it, the others copy it, one after the other: a database that somebody is connected to is not copied.
 */
async function seededDatabase(prefix: string): Promise<string> {
  const seeded = process.env.STUDIO_TEST_SEEDED ?? ''
  return connected(site().DATABASE_URL ?? '', async (sql) => {
    await sql.query('SELECT pg_advisory_lock($1)', [SEEDED_LOCK])
    const { rowCount } = await sql.query('SELECT FROM pg_database WHERE datname = $1', [seeded])
    if (rowCount === 0) {
      const url = await createDatabase('seeding')
      await prepareDatabase({ ...site(), DATABASE_URL: url })
      await sql.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} RENAME TO ${seeded}`)
    }
    return createDatabase(prefix, `TEMPLATE ${seeded}`)
  })
}

/** A new database beside the site's; its address. */
async function createDatabase(prefix: string, options = ''): Promise<string> {
  const url = new URL(site().DATABASE_URL ?? '')
  const name = `${prefix}_${randomUUID().replaceAll('-', '')}`
  await connected(url.href, (sql) => sql.query(`CREATE DATABASE ${name} ${options}`))
  url.pathname = `/${name}`
  return url.href
}

async function connected<T>(url: string, work: (sql: pg.Client) => Promise<T>): Promise<T> {
  const sql = new pg.Client({ connectionString: url })
  await sql.connect()
  return work(sql).finally(() => sql.end())
}
