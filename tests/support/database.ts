import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { closeDatabase } from '@/lib/db'

export type TestDatabase = {
  url: string
  /**
   * A second, plain connection: to look at rows without the application's code, or to hold locks.
   */
  sql: pg.Client
  /** Empties every table and starts the ids at 1 again. */
  reset(): Promise<void>
  /** Closes the application's pool and this connection, and removes the database. */
  drop(): Promise<void>
}

/**
 * The migrated, empty database of this test file, the one that lib/db's `db()` uses. Once per file:
 *
 *     let database: TestDatabase
 *     beforeAll(async () => { database = await testDatabase() })
 *     beforeEach(async () => { await database.reset(); await seedMinimal() })
 *     afterAll(() => database.drop())
 */
export async function testDatabase(): Promise<TestDatabase> {
  const url = process.env.DATABASE_URL ?? ''
  const name = new URL(url).pathname.slice(1)
  await administer(`CREATE DATABASE ${name} TEMPLATE ${process.env.STUDIO_TEST_TEMPLATE}`)
  const sql = await connect(url)
  let cleaner: Promise<pg.Client> | undefined
  return {
    url,
    sql,
    reset: async () => {
      await (await (cleaner ??= openCleaner(url))).query('SELECT pg_temp.empty_all()')
    },
    drop: async () => {
      await Promise.all([sql.end(), cleaner?.then((client) => client.end())])
      await closeDatabase()
      await administer(`DROP DATABASE ${name} WITH (FORCE)`)
      // What was under way has found no database: a look whether it is back must not outlive the file.
      delete (globalThis as { studioOutage?: unknown }).studioOutage
    },
  }
}

const SEQUENCES_OF = (tables: string) =>
  `SELECT setval(objid::regclass, 1, false) FROM pg_depend JOIN pg_class ON oid = objid AND relkind = 'S'
    WHERE refobjid = ANY ('{${tables}}'::regclass[]) AND deptype IN ('a', 'i')`

/**
 * A connection that empties every table before each test, by a function: it is planned once. A
 * connection of its own, because to change the role forgets the plans of a connection.
 */
async function openCleaner(url: string): Promise<pg.Client> {
  const cleaner = await connect(url)
  const { rows } = await cleaner.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
  )
  const names = rows.map(({ name }) => name)
  await cleaner.query(`SET session_replication_role = replica;
    CREATE FUNCTION pg_temp.empty_all() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
      ${names.map((name) => `DELETE FROM ${name};`).join(' ')}
      PERFORM * FROM (${SEQUENCES_OF(names.join(','))}) numbers;
    END $$`)
  return cleaner
}

/**
 * Empties tables ("bookings, payments") and no others, the audit log too, which refuses that to
 * everybody else; ids start at 1 again.
 */
export async function truncate(sql: pg.Client, tables: string): Promise<void> {
  // The handful of rows of a test is gone in a twentieth of the time that TRUNCATE needs: that makes
  // new files for every table and every index.
  const names = tables.split(', ')
  await sql.query(`SET session_replication_role = replica;
    ${names.map((name) => `DELETE FROM ${name};`).join(' ')}
    ${SEQUENCES_OF(names.join(','))};
    SET session_replication_role = DEFAULT`)
}

/**
 * An empty database beside this file's own, for tests of the migrations themselves; returns its
 * URL.
 */
export async function emptyDatabase(): Promise<string> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await administer(`CREATE DATABASE ${name}`)
  return `${process.env.STUDIO_TEST_POSTGRES}${name}`
}

/** A plain connection; the caller ends it. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/**
 * The PostgreSQL server's log of the whole run up to this moment, e.g. to assert that it names no
 * deadlock.
 */
export async function postgresLog(sql: pg.Client): Promise<string> {
  // The server writes its log through a pipe: wait until it holds a line written now.
  const mark = `log mark ${randomUUID()}`
  await sql.query(`DO $$ BEGIN RAISE LOG '${mark}'; END $$`)
  for (let tries = 0; tries < 100; tries++) {
    const text = readFileSync(process.env.STUDIO_TEST_POSTGRES_LOG ?? '', 'utf8')
    if (text.includes(mark)) return text
    await sleep(50)
  }
  throw new Error('The PostgreSQL log does not grow')
}

async function administer(statement: string): Promise<void> {
  const client = await connect(`${process.env.STUDIO_TEST_POSTGRES}postgres`)
  await client.query(statement).finally(() => client.end())
}
