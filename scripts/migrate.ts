// Applies prisma/migrations with Prisma's own schema engine (WebAssembly, from npm: no binary
// download) and records them in _prisma_migrations exactly as `prisma migrate deploy` does, so both
// can be used on one database.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { databaseTlsHint, postgresOptions } from '@/lib/tls'

// Not Prisma's own lock (72707369): the engine takes that one itself and times out after 10 s, too
// short for two instances that start at once with a long migration pending.
const MIGRATION_LOCK = 7_270_737
const filters = { externalTables: [], externalEnums: [] }

// The first migration replaces eighteen earlier ones, of which this was the last. A database that
// has all of them has its schema already.
const FIRST = '20261123131000_init'
const LAST_REPLACED = '20261123131000_held_hours'

type Engine = {
  applyMigrations(input: unknown): Promise<{ appliedMigrationNames: string[] }>
  markMigrationApplied(input: unknown): Promise<unknown>
  diff(input: unknown): Promise<{ stdout?: string }>
}

/** A database to which these migrations cannot be applied; the message says what to do. */
class UnfinishedDatabase extends Error {}

/**
 * The adapter splits a script at every semicolon, also inside the body of a function. Here
 * PostgreSQL gets it whole, and runs it in one transaction.
 */
class WholeScripts extends PrismaPg {
  override async connect() {
    return runWhole(await super.connect())
  }
  override async connectToShadowDb() {
    return runWhole(await super.connectToShadowDb())
  }
}

function runWhole<Adapter extends SqlDriverAdapter>(adapter: Adapter): Adapter {
  adapter.executeScript = async (sql) => {
    await adapter.executeRaw({ sql, args: [], argTypes: [] })
  }
  return adapter
}

async function openEngine(databaseUrl: string, schemaPath: string): Promise<Engine> {
  const require = createRequire(resolve('package.json'))
  const folder = require.resolve('@prisma/schema-engine-wasm').replace(/[^/\\]+$/, '')
  const glue = await import(`${folder}schema_engine_bg.js`)
  const wasm = new WebAssembly.Instance(
    new WebAssembly.Module(readFileSync(`${folder}schema_engine_bg.wasm`)),
    {
      './schema_engine_bg.js': glue,
    },
  )
  glue.__wbg_set_wasm(wasm.exports)
  ;(wasm.exports as { __wbindgen_start?: () => void }).__wbindgen_start?.()
  const adapter = bindMigrationAwareSqlAdapterFactory(
    new WholeScripts(postgresOptions(databaseUrl)),
  )
  return glue.SchemaEngine.new(
    { datamodels: [[schemaPath, readFileSync(schemaPath, 'utf8')]] },
    () => {},
    adapter,
  )
}

function migrationsList(folder: string) {
  const migrationDirectories = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(join(folder, name, 'migration.sql'), 'utf8') },
      },
    }))
  const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' }
  return { baseDir: folder, lockfile, shadowDbInitScript: '', migrationDirectories }
}

/**
 * Records the first migration as applied where the ones that it replaces were, like `prisma migrate
 * resolve --applied`. Throws when only some of them were.
 */
async function adoptReplaced(sql: pg.Client, engine: Engine, migrationsList: unknown) {
  const table = await sql.query(`SELECT to_regclass('_prisma_migrations') AS name`)
  if (!table.rows[0].name) return
  const { rows } = await sql.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  )
  const applied = rows.map(({ name }) => name)
  if (!applied.length || applied.includes(FIRST)) return
  if (!applied.includes(LAST_REPLACED))
    throw new UnfinishedDatabase(
      `This database ends at migration ${applied.findLast((name) => name < FIRST)}, which is no longer here: migrate it with ` +
        `the last commit that has ${LAST_REPLACED}, then again with this one (docs/operations.md).`,
    )
  await engine.markMigrationApplied({ migrationName: FIRST, migrationsList })
}

/**
 * Applies the missing migrations, one instance at a time; returns their names. Throws when a
 * migration fails, and when the database has only some of the migrations that were merged into one.
 */
async function migrate(databaseUrl: string): Promise<string[]> {
  const lock = new pg.Client(postgresOptions(databaseUrl))
  // A lost connection is reported by the running query; without a listener it would end the
  // process.
  lock.on('error', () => {})
  await lock.connect()
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const engine = await openEngine(databaseUrl, resolve('prisma/schema.prisma'))
    const list = migrationsList(resolve('prisma/migrations'))
    await adoptReplaced(lock, engine, list)
    return (await engine.applyMigrations({ migrationsList: list, filters })).appliedMigrationNames
  } finally {
    await lock.end()
  }
}

/**
 * The SQL that turns the schema.prisma of the last commit, or an empty one, into that of this
 * folder. (The engine cannot read it from a database: its queries need a column type that the
 * adapter does not have.)
 */
async function schemaDiff(databaseUrl: string, fromEmpty = false): Promise<string> {
  const path = 'prisma/schema.prisma'
  const engine = await openEngine(databaseUrl, resolve(path))
  const schema = (content: string) => ({ tag: 'schemaDatamodel', files: [{ path, content }] })
  const { stdout } = await engine.diff({
    from: fromEmpty
      ? { tag: 'empty' }
      : schema(execFileSync('git', ['show', `HEAD:./${path}`], { encoding: 'utf8' })),
    to: schema(readFileSync(path, 'utf8')),
    script: true,
    exitCode: null,
    filters,
    shadowDatabaseUrl: null,
  })
  return stdout ?? ''
}

const url = process.env.DATABASE_URL
if (!url) {
  console.error('Set DATABASE_URL to the PostgreSQL database to migrate.')
  process.exit(1)
}
const work = process.argv.includes('--diff')
  ? schemaDiff(url, process.argv.includes('--from-empty')).then((sql) => [sql])
  : migrate(url)
const applied = await work.catch((error: unknown) => {
  const hint = error instanceof UnfinishedDatabase ? error.message : databaseTlsHint(error)
  if (!hint) throw error
  console.error(hint)
  process.exit(1)
})
console.log(applied.length ? applied.join('\n') : 'The database is up to date.')
process.exit(0) // The engine's own lock leaves a 10 s timer behind that nothing can clear.
