import 'server-only'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseSentence } from '@/lib/database-errors'
import { SITE_NAME } from '@/lib/pool'
import { postgresOptions } from '@/lib/tls'

// Applies the missing files of prisma/migrations and records them in _prisma_migrations as `prisma
// migrate deploy` does, under its lock, so that both can be used on one database. Each file is one
// transaction with its lock and its record: one that fails leaves nothing behind, and none of it
// depends on a session, which a transaction pooler would not keep.

const PRISMA_LOCK = 72_707_369
const LOCK_WAIT = '2s'
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
  const tables = await tablesOf(sql)
  if (tables.includes('_prisma_migrations')) return
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

async function apply(sql: pg.Client, migration: Migration) {
  try {
    await sql.query(migration.script)
    await record(sql, migration)
    await sql.query('COMMIT')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError))
      throw new MigrationRefused(
        `The connection to the database was lost during migration ${migration.name}: ${(error as Error).message}.\n` +
          'It is in the database whole or not at all. Run this command again.',
      )
    const { message, detail, position } = error
    const line = position && migration.script.slice(0, Number(position)).split('\n').length
    throw new MigrationRefused(
      `Migration ${migration.name} failed${line ? ` at line ${line}` : ''}: ${[message, detail].filter(Boolean).join(': ')}\n` +
        'Nothing of it is in the database; the migrations before it are. Correct what the message names, then run this command again.',
    )
  }
}

/** How many connections the running site has open to this database. */
export async function siteConnections(sql: pg.Client): Promise<number> {
  const { rows } = await sql.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1`,
    [SITE_NAME],
  )
  return rows[0]?.open ?? 0
}

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
    await sql.query(NOTICE_LOSS)
    await sql.query(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`)
    try {
      await sql.query('SELECT pg_advisory_xact_lock($1)', [PRISMA_LOCK])
      return void (await sql.query('SET LOCAL lock_timeout TO DEFAULT'))
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
      await sql.query('ROLLBACK')
    }
    const holder = await lockHolder(sql)
    if (!holder) continue
    if (Date.now() - begun > MOST_WAIT_MS)
      throw new MigrationRefused(
        `Another migration has kept the lock for ten minutes: ${holder.text}. When it is not at work, end it: ` +
          `SELECT pg_terminate_backend(${holder.pid}).`,
      )
    if (!isSaid) say(`Waiting for another migration to end: ${holder.text}.`)
    isSaid = true
    await sleep(50)
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

/** Applies the missing migrations, one at a time whoever else does; returns the names of its own. */
export async function migrate(databaseUrl: string, options: Options): Promise<string[]> {
  const migrations = readMigrations(options.folder)
  const sql = await connected(databaseUrl, 'studio migrate')
  const done: string[] = []
  try {
    for (;;) {
      await beginLocked(sql, options.say)
      await prepareRecords(sql)
      const applied = await readRecords(sql)
      const isNew = applied.size === 0
      await adoptReplaced(sql, migrations, applied)
      const missing = migrations.filter(
        ({ name }) => !applied.has(name) && (options.only?.has(name) ?? true),
      )
      if (done.length === 0 && !isNew) await checkStopped(sql, missing, options)
      const [next] = missing
      if (!next) {
        await sql.query('COMMIT')
        return done
      }
      await apply(sql, next)
      done.push(next.name)
    }
  } finally {
    await sql.end().catch(() => {})
  }
}
