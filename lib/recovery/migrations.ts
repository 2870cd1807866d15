import 'server-only'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseSentence } from '@/lib/database-errors'
import { SITE_NAME } from '@/lib/pool'
import { notedOf, whyTooOld, type Noted } from '@/lib/release'
import packageFile from '@/package.json' with { type: 'json' }
import { postgresOptions } from '@/lib/tls'

// Applies the missing files of prisma/migrations and records them in _prisma_migrations as `prisma
// migrate deploy` does, under its lock, so that both can be used on one database. Each file is one
// transaction with its lock and its record: one that fails leaves nothing behind, and none of it
// depends on a session, which a transaction pooler would not keep.

const PRISMA_LOCK = 72_707_369
const LOCK_WAIT = '2s'
/** How long those who use a table wait behind a migration that waits for it. */
const TABLE_WAIT = '3s'
const MOST_WAIT_MS = 10 * 60_000

// The baseline replaces these, which made the same schema. A database that has all of them needs none
// of its statements.
const BASELINE = '20261126011000_baseline'
const REPLACED = `
  20261123131000_init 20261123140000_disabled_accounts 20261123141000_sealed_answers
  20261123150000_any_language 20261123160000_holiday_names 20261123180000_closed_days
  20261123181000_same_titles 20261124100000_service_state 20261124110000_studio_summary
  20261124111000_footage 20261124150000_hours 20261124190000_payment_method_refusals
  20261124200000_former_rate 20261124203000_receipts 20261124235000_documents_and_refunds_due
  20261125030000_hold_slot 20261125140000_unproven_mail 20261125141000_unpaid_ends
  20261125142000_failed_attempts 20261125160000_kept_money 20261125170000_troubles
  20261126000000_sales 20261126001000_search_form 20261126010000_payment_method`
  .trim()
  .split(/\s+/)
const LAST_REPLACED = {
  name: '20261126010000_payment_method',
  checksum: 'ecc183519453604353462900fb7d9e40df64a558a450ba47e66bdb27d4914a4c',
}

/** Files before this do not say whether the version before them may run: it is stopped. */
export const SAYS_SINCE = '20261127'
/** The line by which a later file says whether the version before it may run meanwhile. */
export const OLD_VERSION = /^-- The old version (may run|must be stopped: .+)$/m

const NO_LOCK = '55P03'

/** Why these migrations cannot be applied to this database; the message says what to do. */
export class MigrationRefused extends Error {}

type Migration = { name: string; script: string; checksum: string }

export type Options = {
  /** Of prisma/migrations. */
  folder: string
  /** Apply these alone. */
  only?: ReadonlySet<string>
  /** Although the old version runs that a migration needs stopped. */
  whileRunning?: boolean
  say: (line: string) => void
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const script = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') }
    })
}

/** The checksum of each migration that the database has. Throws when one of them has no end. */
async function readRecords(sql: pg.Client): Promise<Map<string, string>> {
  const { rows } = await sql.query<{
    name: string
    checksum: string
    finished: boolean
    began: string
  }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, started_at::text AS began
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  )
  const unfinished = rows.find(({ finished }) => !finished)
  if (unfinished)
    throw new MigrationRefused(
      `Migration ${unfinished.name} was begun at ${unfinished.began} by something else than this command, and its end is not ` +
        `recorded. Look whether the database has what its file makes, and record that (docs/operations.md).`,
    )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** The tables of the database's schema, less those of extensions. */
export async function tablesOf(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
     ORDER BY relname`,
  )
  return rows.map(({ name }) => name)
}

/** The table of records, made by the first migration. Throws for a database of something else. */
async function prepareRecords(sql: pg.Client) {
  const { rows } = await sql.query<{ schema: string | null; encoding: string }>(
    `SELECT current_schema() AS schema, current_setting('server_encoding') AS encoding`,
  )
  const [{ schema, encoding } = { schema: null, encoding: '' }] = rows
  if (schema !== 'public')
    throw new MigrationRefused(
      `The tables would be made in ${schema ? `the schema ${schema}` : 'no schema'}, and the site reads public. ` +
        'With the role of DATABASE_URL: ALTER ROLE CURRENT_USER SET search_path = public.',
    )
  const tables = await tablesOf(sql)
  if (tables.includes('_prisma_migrations')) return
  if (encoding !== 'UTF8')
    throw new MigrationRefused(
      `The database of DATABASE_URL has the encoding ${encoding}, which cannot keep every name. Make another: ` +
        `CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
    )
  if (tables.length)
    throw new MigrationRefused(
      `The database of DATABASE_URL has tables (${tables.slice(0, 3).join(', ')} …) and no record of migrations: ` +
        `it belongs to something else. Give this site an empty one.`,
    )
  await sql.query(`CREATE TABLE _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0)`)
}

/** Prisma's record of a migration that was applied, or `resolved`: that it need not be. */
const record = (sql: pg.Client, { name, checksum }: Migration, resolved = false) =>
  sql.query(
    `INSERT INTO _prisma_migrations (id, checksum, started_at, finished_at, migration_name, applied_steps_count, logs)
     VALUES (gen_random_uuid(), $1, now(), clock_timestamp(), $2, $3, $4)`,
    [checksum, name, resolved ? 0 : 1, resolved ? '' : null],
  )

/**
 * Records the baseline as applied where the migrations that it replaces were, like `prisma migrate
 * resolve --applied`. Throws when only some of them were, or the last one with another text.
 */
async function adoptReplaced(
  sql: pg.Client,
  migrations: Migration[],
  applied: Map<string, string>,
) {
  const baseline = migrations.find(({ name }) => name === BASELINE)
  if (!baseline || !applied.size || applied.has(BASELINE)) return
  const lacking = REPLACED.find((name) => !applied.has(name))
  if (lacking)
    throw new MigrationRefused(
      `This database lacks migration ${lacking}, which is no longer here: migrate it with the last commit that has ` +
        `${LAST_REPLACED.name}, then again with this one (docs/operations.md).`,
    )
  if (applied.get(LAST_REPLACED.name) !== LAST_REPLACED.checksum)
    throw new MigrationRefused(
      `This database was migrated with another ${LAST_REPLACED.name} than ours (checksum ${applied.get(LAST_REPLACED.name)}), ` +
        `so that its schema may be another too: compare them first (docs/operations.md).`,
    )
  await record(sql, baseline, true)
  applied.set(BASELINE, baseline.checksum)
}

/** The note of the newest migration (lib/release.ts), which an older version reads. */
async function readNote(sql: pg.Client, applied: Map<string, string>): Promise<Noted | null> {
  const { rows } = await sql.query<{ noted: string | null }>(
    `SELECT obj_description('_prisma_migrations'::regclass, 'pg_class') AS noted`,
  )
  return notedOf(rows[0]?.noted ?? null, [...applied.keys()])
}

/**
 * Which version may run beside the migrations of this command: the one whose migrations the database had
 * when it began, also after a command that did not come to its end.
 */
function besideAtBegin(applied: Map<string, string>, noted: Noted | null): string | null {
  if (noted && noted.until !== noted.name) return noted.beside
  return [...applied.keys()].sort().at(-1) ?? null
}

const note = (sql: pg.Client, noted: Noted) =>
  sql.query(`COMMENT ON TABLE _prisma_migrations IS ${pg.escapeLiteral(JSON.stringify(noted))}`)

/** False when a table was in use for so long that others would wait behind it; nothing is done then. */
async function apply(sql: pg.Client, migration: Migration, noted: Noted): Promise<boolean> {
  try {
    await sql.query(`SET LOCAL lock_timeout = '${TABLE_WAIT}'`)
    await sql.query(migration.script)
    await record(sql, migration)
    await note(sql, noted)
    await sql.query('COMMIT')
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_LOCK) {
      await sql.query('ROLLBACK')
      return false
    }
    if (!(error instanceof pg.DatabaseError))
      throw new MigrationRefused(
        `The connection to the database was lost during migration ${migration.name}: ${(error as Error).message}.\n` +
          'It is in the database whole or not at all. Run this command again.',
      )
    const { position } = error
    const line = position && migration.script.slice(0, Number(position)).split('\n').length
    throw new MigrationRefused(
      `Migration ${migration.name} failed${line ? ` at line ${line}` : ''}: ${saidBy(error)}\n` +
        'Nothing of it is in the database; the migrations before it are. Correct what the message names, then run this command again.',
    )
  }
}

const saidBy = ({ message, detail, hint }: pg.DatabaseError): string =>
  [message, detail, hint].filter(Boolean).join(': ')

/** How many connections the running site has open to this database. */
export async function siteConnections(sql: pg.Client): Promise<number> {
  const { rows } = await sql.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1`,
    [SITE_NAME],
  )
  return rows[0]?.open ?? 0
}

/** Whether the old version may run beside this. */
const mayRunBeside = ({ name, script }: Migration): boolean =>
  name >= SAYS_SINCE && OLD_VERSION.exec(script)?.[1] === 'may run'

/** Says which of these need the old version stopped. Throws when it runs. */
async function checkStopped(
  sql: pg.Client,
  missing: Migration[],
  { whileRunning = false, say }: Options,
) {
  const needing = missing.flatMap(({ name, script }) => {
    const [, said = ''] = OLD_VERSION.exec(script) ?? []
    const reason = said.replace('must be stopped: ', '')
    if (name < SAYS_SINCE) return [`${name}: it does not say that the old version may run`]
    return said.startsWith('must be stopped') ? [`${name}: ${reason}`] : []
  })
  const [first, ...more] = needing
  if (first === undefined) return
  const others = more.length ? `, and ${more.length} more` : ''
  const sentence = `This update needs the old version stopped (${first}${others}).`
  const open = whileRunning ? 0 : await siteConnections(sql)
  if (open)
    throw new MigrationRefused(
      `${sentence} It runs: ${open} of its connections are open. Stop it and run this command again, ` +
        'or add --while-running (docs/upgrading.md).',
    )
  say(sentence)
}

/**
 * The limits of a role are for the site, whose requests wait; these commands take the time that they need.
 * Until the end of the transaction.
 */
export const UNHURRIED = `
  SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`

/** Notices within seconds that the command or its connection is gone, also during a long statement. */
const NOTICE_LOSS = `
  SELECT set_config(name, value, true) FROM (VALUES ('client_connection_check_interval', '2s'),
    ('idle_in_transaction_session_timeout', '60s'), ('tcp_keepalives_idle', '10'),
    ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3')) AS wanted (name, value)
  WHERE EXISTS (SELECT FROM pg_settings WHERE pg_settings.name = wanted.name)
    AND NOT (name LIKE 'client%' AND version() ~* 'windows|mingw|visual c')`

/** Begins a transaction that has the lock, however long another one has it. */
async function beginLocked(sql: pg.Client, say: (line: string) => void) {
  const begun = Date.now()
  for (let isSaid = false; ;) {
    await sql.query('BEGIN')
    await sql.query(UNHURRIED)
    await sql.query(NOTICE_LOSS)
    await sql.query(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`)
    try {
      return void (await sql.query('SELECT pg_advisory_xact_lock($1)', [PRISMA_LOCK]))
    } catch (error) {
      if ((error as { code?: string }).code !== NO_LOCK) throw error
      await sql.query('ROLLBACK')
    }
    const holder = await lockHolder(sql)
    if (!holder) continue
    if (Date.now() - begun > MOST_WAIT_MS)
      throw new MigrationRefused(
        `Another migration has kept the lock for ten minutes: ${holder.text}. When it is not at work, end it: ` +
          `SELECT pg_terminate_backend(${holder.pid}).`,
      )
    if (!isSaid) say(`Waiting for another migration, or a backup, to end: ${holder.text}.`)
    isSaid = true
    await sleep(50)
  }
}

/**
 * Begins a transaction that sees one moment in which no migration is at work, and none begins before its
 * end: of a table that one rewrites, an older moment has no rows.
 */
export async function beginUnmigrated(sql: pg.Client): Promise<void> {
  for (const begun = Date.now(); ;) {
    await sql.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows } = await sql.query<{ free: boolean }>(
      'SELECT pg_try_advisory_xact_lock_shared($1) AS free',
      [PRISMA_LOCK],
    )
    if (rows[0]?.free) return void (await sql.query(UNHURRIED))
    await sql.query('ROLLBACK')
    if (Date.now() - begun > MOST_WAIT_MS)
      throw new MigrationRefused('A migration has been at work for ten minutes.')
    await sleep(200)
  }
}

async function lockHolder(sql: pg.Client): Promise<{ pid: number; text: string } | null> {
  const { rows } = await sql.query<{ pid: number; text: string }>(
    `SELECT pid, format('process %s of PostgreSQL, %s, connected since %s', pid,
       coalesce(nullif(application_name, ''), 'without a name'), backend_start::timestamptz(0)) AS text
     FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND granted
       AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [PRISMA_LOCK],
  )
  return rows[0] ?? null
}

/** A connection that says in a sentence why it cannot be opened. */
export async function connected(databaseUrl: string, name: string): Promise<pg.Client> {
  const sql = new pg.Client({ ...postgresOptions(databaseUrl), application_name: name })
  // A lost connection is reported by the running query; without a listener it would end the process.
  sql.on('error', () => {})
  await sql.connect().catch((error: Error) => {
    throw new MigrationRefused(
      databaseSentence(error) ?? `The database of DATABASE_URL cannot be used: ${error.message}`,
    )
  })
  return sql
}

/** Why the records cannot be read or made. */
const refusalOf = (error: pg.DatabaseError): MigrationRefused =>
  new MigrationRefused(
    `The database refuses the migration: ${saidBy(error)}` +
      (error.code === '42501'
        ? '. Use the role that owns the database, or let this one: ALTER DATABASE … OWNER TO …'
        : ''),
  )

/** Waits a moment for tables in use, and says so once. Returns since when; throws after ten minutes. */
async function waitedFor(
  sql: pg.Client,
  name: string,
  since: number | null,
  say: (line: string) => void,
): Promise<number> {
  const { rows } = await sql.query<{ text: string }>(
    `SELECT format('process %s of PostgreSQL, %s, since %s', pid,
       coalesce(nullif(application_name, ''), 'without a name'), xact_start::timestamptz(0)) AS text
     FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
     ORDER BY xact_start LIMIT 1`,
  )
  const who = rows[0] ? ` The longest transaction: ${rows[0].text}.` : ''
  if (since !== null && Date.now() - since > MOST_WAIT_MS)
    throw new MigrationRefused(
      `Migration ${name} needs a table that has been in use for ten minutes. Nothing of it is in the database.${who}`,
    )
  if (since === null) say(`Migration ${name} waits for a table that is in use.${who}`)
  await sleep(1_000)
  return since ?? Date.now()
}

/** Applies the missing migrations, one at a time whoever else does; returns the names of its own. */
export async function migrate(databaseUrl: string, options: Options): Promise<string[]> {
  const migrations = readMigrations(options.folder)
  const sql = await connected(databaseUrl, 'studio migrate')
  const own = { migrations: migrations.map(({ name }) => name), version: packageFile.version }
  const until = own.migrations.at(-1) ?? ''
  const done: string[] = []
  let beside: string | null = null
  let inUse: number | null = null
  try {
    for (;;) {
      await beginLocked(sql, options.say)
      await prepareRecords(sql)
      const applied = await readRecords(sql)
      const isNew = applied.size === 0
      const noted = await readNote(sql, applied)
      const refusal = whyTooOld([...applied.keys()], own, noted)
      if (refusal) throw new MigrationRefused(refusal)
      if (noted && noted.beside === until)
        options.say(
          `A later version, ${noted.version}, has migrated this database. This one may run beside it.`,
        )
      await adoptReplaced(sql, migrations, applied)
      const missing = migrations.filter(
        ({ name }) => !applied.has(name) && (options.only?.has(name) ?? true),
      )
      if (done.length === 0) {
        if (!isNew) await checkStopped(sql, missing, options)
        beside = besideAtBegin(applied, noted)
        // Another process may have applied one meanwhile, which the version before must not run beside.
      } else beside = noted?.beside ?? null
      const [next] = missing
      if (!next) {
        await sql.query('COMMIT')
        return done
      }
      if (!mayRunBeside(next)) beside = null
      const { version } = own
      if (await apply(sql, next, { version, name: next.name, until, beside })) {
        done.push(next.name)
        inUse = null
      } else inUse = await waitedFor(sql, next.name, inUse, options.say)
    }
  } catch (error) {
    throw error instanceof pg.DatabaseError ? refusalOf(error) : error
  } finally {
    await sql.end().catch(() => {})
  }
}
