// Applies the missing files of prisma/migrations and records them in _prisma_migrations as
// `prisma migrate deploy` does, under its lock, so that both can be used on one database. Each file
// is one transaction with its record: one that fails leaves nothing behind.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { databaseSentence } from '@/lib/database-errors'
import { postgresOptions } from '@/lib/tls'

const PRISMA_LOCK = 72_707_369

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

/** Why these migrations cannot be applied to this database; the message says what to do. */
class Refused extends Error {}

type Migration = { name: string; script: string; checksum: string }

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
    throw new Refused(
      `Migration ${unfinished.name} was begun at ${unfinished.began} by something else than this command, and its end is not ` +
        `recorded. Look whether the database has what its file makes, and record that (docs/operations.md).`,
    )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** The table of records, made by the first migration. Throws for a database of something else. */
async function prepareRecords(sql: pg.Client) {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
     ORDER BY relname`,
  )
  const tables = rows.map(({ name }) => name)
  if (tables.includes('_prisma_migrations')) return
  if (tables.length)
    throw new Refused(
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
    throw new Refused(
      `This database lacks migration ${lacking}, which is no longer here: migrate it with the last commit that has ` +
        `${LAST_REPLACED.name}, then again with this one (docs/operations.md).`,
    )
  if (applied.get(LAST_REPLACED.name) !== LAST_REPLACED.checksum)
    throw new Refused(
      `This database was migrated with another ${LAST_REPLACED.name} than ours (checksum ${applied.get(LAST_REPLACED.name)}), ` +
        `so that its schema may be another too: compare them first (docs/operations.md).`,
    )
  await record(sql, baseline, true)
  applied.set(BASELINE, baseline.checksum)
}

async function apply(sql: pg.Client, migration: Migration) {
  try {
    await sql.query('BEGIN')
    await sql.query(migration.script)
    await record(sql, migration)
    await sql.query('COMMIT')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const { message, detail, position } = error
    const line = position && migration.script.slice(0, Number(position)).split('\n').length
    throw new Refused(
      `Migration ${migration.name} failed${line ? ` at line ${line}` : ''}: ${[message, detail].filter(Boolean).join(': ')}\n` +
        'Nothing of it is in the database; the migrations before it are. Correct what the message names, then run this command again.',
    )
  }
}

/** Applies the missing migrations, one instance at a time; returns their names. */
async function migrate(databaseUrl: string): Promise<string[]> {
  const migrations = readMigrations(resolve('prisma/migrations'))
  const sql = new pg.Client(postgresOptions(databaseUrl))
  // A lost connection is reported by the running query; without a listener it would end the
  // process.
  sql.on('error', () => {})
  await sql.connect()
  try {
    await sql.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK])
    await prepareRecords(sql)
    const applied = await readRecords(sql)
    await adoptReplaced(sql, migrations, applied)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    for (const migration of missing) await apply(sql, migration)
    return missing.map(({ name }) => name)
  } finally {
    await sql.end()
  }
}

const url = process.env.DATABASE_URL
if (!url) {
  console.error('Set DATABASE_URL to the PostgreSQL database to migrate.')
  process.exit(1)
}
const applied = await migrate(url).catch((error: unknown) => {
  const sentence =
    error instanceof Refused
      ? error.message
      : (databaseSentence(error) ?? (error instanceof pg.DatabaseError ? error.message : null))
  if (!sentence) throw error
  console.error(sentence)
  process.exit(1)
})
console.log(applied.length ? applied.join('\n') : 'The database is up to date.')
