// Prisma's own schema engine (WebAssembly, from npm: its binary cannot be downloaded everywhere), against
// which the tests judge our migrator and schema.prisma. Uses private names of its packages, which is
// why nothing but tests may. With DATABASE_URL and one of:
//   from-empty   prints the SQL that makes the database of schema.prisma
//   deploy       what `prisma migrate deploy` does; prints the names of what it applied
//   resolve NAME what `prisma migrate resolve --applied NAME` does
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils'

const SCHEMA = 'prisma/schema.prisma'
const filters = { externalTables: [], externalEnums: [] }

type Engine = {
  applyMigrations(input: unknown): Promise<{ appliedMigrationNames: string[] }>
  markMigrationApplied(input: unknown): Promise<unknown>
  diff(input: unknown): Promise<{ stdout?: string }>
}

/**
 * The adapter splits a script at every semicolon, also inside the body of a function. Here
 * PostgreSQL gets it whole, and runs it in one transaction, as from the engine's binary.
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

async function openEngine(connectionString: string): Promise<Engine> {
  const require = createRequire(resolve('package.json'))
  const folder = require.resolve('@prisma/schema-engine-wasm').replace(/[^/\\]+$/, '')
  const glue = await import(`${folder}schema_engine_bg.js`)
  const wasm = new WebAssembly.Instance(
    new WebAssembly.Module(readFileSync(`${folder}schema_engine_bg.wasm`)),
    { './schema_engine_bg.js': glue },
  )
  glue.__wbg_set_wasm(wasm.exports)
  ;(wasm.exports as { __wbindgen_start?: () => void }).__wbindgen_start?.()
  return glue.SchemaEngine.new(
    { datamodels: [[SCHEMA, readFileSync(SCHEMA, 'utf8')]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(new WholeScripts({ connectionString })),
  )
}

function migrationsList() {
  const folder = resolve('prisma/migrations')
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

const engine = await openEngine(process.env.DATABASE_URL ?? '')
const [act, name] = process.argv.slice(2)
if (act === 'from-empty') {
  const { stdout } = await engine.diff({
    from: { tag: 'empty' },
    to: {
      tag: 'schemaDatamodel',
      files: [{ path: SCHEMA, content: readFileSync(SCHEMA, 'utf8') }],
    },
    script: true,
    exitCode: null,
    filters,
    shadowDatabaseUrl: null,
  })
  console.log(stdout)
} else if (act === 'deploy') {
  const { appliedMigrationNames } = await engine.applyMigrations({
    migrationsList: migrationsList(),
    filters,
  })
  console.log(appliedMigrationNames.join('\n'))
} else if (act === 'resolve') {
  await engine.markMigrationApplied({ migrationName: name, migrationsList: migrationsList() })
} else throw new Error(`unknown: ${act}`)
process.exit(0) // The engine's own lock leaves a 10 s timer behind that nothing can clear.
