// Applies prisma/migrations with Prisma's own schema engine (WebAssembly, from npm: no binary
// download) and records them in _prisma_migrations exactly as `prisma migrate deploy` does, so both
// can be used on one database.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { databaseTlsHint, postgresOptions } from '@/lib/tls'

// Not Prisma's own lock (72707369): the engine takes that one itself and gives up after 10 s, too
// short for two instances that start at once with a long migration ahead.
const MIGRATION_LOCK = 7_270_737
const filters = { externalTables: [], externalEnums: [] }

type Engine = {
  applyMigrations(input: unknown): Promise<{ appliedMigrationNames: string[] }>
  diff(input: unknown): Promise<{ stdout?: string }>
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
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(postgresOptions(databaseUrl)))
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
 * Applies what is missing, one instance at a time; returns the names applied. Throws when a
 * migration fails.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const lock = new pg.Client(postgresOptions(databaseUrl))
  await lock.connect()
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const engine = await openEngine(databaseUrl, resolve('prisma/schema.prisma'))
    const list = migrationsList(resolve('prisma/migrations'))
    return (await engine.applyMigrations({ migrationsList: list, filters })).appliedMigrationNames
  } finally {
    await lock.end()
  }
}

/**
 * The SQL that turns what the migrations build into what schema.prisma says; needs an empty shadow
 * database.
 */
export async function schemaDiff(shadowUrl: string, fromEmpty = false): Promise<string> {
  const schemaPath = resolve('prisma/schema.prisma')
  const engine = await openEngine(shadowUrl, schemaPath)
  const from = fromEmpty
    ? { tag: 'empty' }
    : { tag: 'migrations', ...migrationsList(resolve('prisma/migrations')) }
  const to = {
    tag: 'schemaDatamodel',
    files: [{ path: schemaPath, content: readFileSync(schemaPath, 'utf8') }],
  }
  return (
    (
      await engine.diff({
        from,
        to,
        script: true,
        exitCode: null,
        filters,
        shadowDatabaseUrl: shadowUrl,
      })
    ).stdout ?? ''
  )
}

if (/\bmigrate\.(ts|mjs)$/.test(process.argv[1] ?? '')) {
  const url = process.env.DATABASE_URL
  if (!url) {
    console.error('Set DATABASE_URL to the PostgreSQL database to migrate.')
    process.exit(1)
  }
  const work = process.argv.includes('--diff')
    ? schemaDiff(url, process.argv.includes('--from-empty')).then((sql) => [sql])
    : migrate(url)
  const applied = await work.catch((error: unknown) => {
    const hint = databaseTlsHint(error)
    if (!hint) throw error
    console.error(hint)
    process.exit(1)
  })
  console.log(applied.length ? applied.join('\n') : 'The database is up to date.')
  process.exit(0) // the engine's own lock leaves a 10 s timer behind that nothing can clear
}
