import 'server-only'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { storage } from '@/lib/uploads/storage'
import {
  BATCH,
  FORMAT,
  fileOf,
  MANIFEST,
  MOST_TEXT,
  quoted,
  TEXT_FORMS,
  type Manifest,
} from './backup'
import {
  connected,
  migrate,
  MigrationRefused,
  siteConnections,
  tablesOf,
  UNHURRIED,
} from './migrations'

/** The most values of one statement. */
const MOST_VALUES = 30_000

type Source = {
  /** What `backUp` wrote. */
  folder: string
  databaseUrl: string
  /** Of prisma/migrations. */
  migrations: { folder: string; names: readonly string[] }
  /** Removes everything that the database has. */
  replace: boolean
  say: (line: string) => void
}

/**
 * Puts a backup into an empty database and the storage of uploads: makes the tables that the backup's
 * version had, by the same migrations, fills them in one transaction, and migrates on from there.
 * Nothing is touched unless the backup is whole. Throws MigrationRefused with the reason.
 */
export async function restore(source: Source): Promise<Manifest> {
  const { folder, databaseUrl, migrations, say } = source
  const manifest = await checked(folder)
  refuseUnknown(manifest, migrations.names)
  await emptied(source)
  const own = new Set(manifest.migrations)
  await migrate(databaseUrl, { folder: migrations.folder, only: own, say })
  await putUploads(folder, manifest)
  await fill(databaseUrl, folder, manifest)
  await migrate(databaseUrl, { folder: migrations.folder, say })
  return manifest
}

/** Throws unless every file is there as it was written. */
async function checked(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST)
  if (!existsSync(path))
    throw new MigrationRefused(`${folder} is no backup: it has no ${MANIFEST}.`)
  const manifest = await readFile(path, 'utf8')
    .then((text) => JSON.parse(text) as Manifest)
    .catch((error: Error) => damaged(MANIFEST, error.message))
  if (manifest.format !== FORMAT)
    throw new MigrationRefused(
      `The backup has the form ${manifest.format}, which this version does not read.`,
    )
  for (const [table, { sha256, rows }] of Object.entries(manifest.tables)) {
    const hash = createHash('sha256')
    let found = 0
    const count = async () => {
      for await (const line of linesOf(folder, table)) {
        hash.update(`${line}\n`)
        found++
      }
    }
    await count().catch((error: Error) => damaged(fileOf(table), error.message))
    if (found !== rows || hash.digest('hex') !== sha256) damaged(fileOf(table), 'it was changed')
  }
  for (const name of presentUploads(manifest)) {
    const bytes = await readFile(join(folder, 'uploads', name)).catch((error: Error) =>
      damaged(`uploads/${name}`, error.message),
    )
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (!name.startsWith(hash.slice(0, 40))) damaged(`uploads/${name}`, 'it was changed')
  }
  return manifest
}

function damaged(file: string, reason: string): never {
  throw new MigrationRefused(`The backup is damaged: ${file}: ${reason}. Nothing was touched.`)
}

const presentUploads = ({ uploads, missing }: Manifest): string[] =>
  uploads.filter((name) => !missing.includes(name))

function refuseUnknown({ migrations, version }: Manifest, names: readonly string[]): void {
  const [first = ''] = names
  // Those before our first one were replaced by it.
  const unknown = migrations.find((name) => name > first && !names.includes(name))
  if (unknown)
    throw new MigrationRefused(
      `The backup is of a newer version (${version}, migration ${unknown}): restore it with that version.`,
    )
  if (!migrations.includes(first))
    throw new MigrationRefused(
      `The backup lacks migration ${first}: its version is not known here.`,
    )
}

async function emptied({ databaseUrl, replace, say }: Source): Promise<void> {
  const sql = await connected(databaseUrl, 'studio restore')
  try {
    const tables = await tablesOf(sql)
    if (tables.length === 0) return
    if (!replace)
      throw new MigrationRefused(
        `The database of DATABASE_URL is not empty (${tables.slice(0, 3).join(', ')} …). Give an empty one, ` +
          'or add --replace, which removes all that it has.',
      )
    const open = await siteConnections(sql)
    if (open)
      throw new MigrationRefused(
        `The site runs on this database (${open} connections): stop it first.`,
      )
    const { rows } = await sql.query<{ name: string }>('SELECT current_schema() AS name')
    const schema = quoted(rows[0]?.name ?? 'public')
    const { rows: others } = await sql.query<{ role: string }>(
      `SELECT DISTINCT grantee::regrole::text AS role FROM pg_namespace, aclexplode(nspacl)
       WHERE nspname = current_schema() AND grantee NOT IN (0, nspowner) ORDER BY 1`,
    )
    await sql.query('BEGIN')
    await sql.query(UNHURRIED)
    await sql.query(`DROP SCHEMA ${schema} CASCADE; CREATE SCHEMA ${schema}; COMMIT`)
    if (others.length > 0)
      say(
        `Gone with the former tables are the rights of ${others.map(({ role }) => role).join(', ')}: ` +
          'run prisma/run-role.sql again.',
      )
  } finally {
    await sql.end()
  }
}

async function putUploads(folder: string, manifest: Manifest): Promise<void> {
  for (const name of presentUploads(manifest))
    await storage().put(name, await readFile(join(folder, 'uploads', name)))
}

async function fill(databaseUrl: string, folder: string, manifest: Manifest): Promise<void> {
  const sql = await connected(databaseUrl, 'studio restore')
  try {
    await sql.query('BEGIN')
    await sql.query(UNHURRIED)
    await sql.query(TEXT_FORMS)
    const checkAgain = await withoutChecks(sql)
    await sql.query(`TRUNCATE ${(await tablesOf(sql)).map(quoted).join(', ')}`)
    for (const [table, { columns, rows }] of Object.entries(manifest.tables)) {
      await insert(sql, table, columns, linesOf(folder, table))
      const { rows: counts } = await sql.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${quoted(table)}`,
      )
      if (counts[0]?.count !== rows) throw new Error(`${table} has not the rows of the backup`)
    }
    for (const [name, { last, isCalled }] of Object.entries(manifest.sequences))
      await sql.query('SELECT setval($1::regclass, $2, $3)', [quoted(name), last, isCalled])
    await checkAgain()
    await sql.query('ANALYZE')
    await sql.query('COMMIT')
  } finally {
    await sql.end()
  }
}

/**
 * Until the returned function is called, foreign keys are not there and triggers do not run: the rows
 * were accepted once, and come in the order of their tables. An owner of the tables may do this, where
 * only a superuser may set session_replication_role.
 */
async function withoutChecks(sql: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await sql.query<{ drop: string; add: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  )
  const { rows: triggers } = await sql.query<{ off: string; on: string }>(
    `SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname) AS off,
       format('ALTER TABLE %s ENABLE %s TRIGGER %I', tgrelid::regclass,
         CASE tgenabled WHEN 'A' THEN 'ALWAYS' WHEN 'R' THEN 'REPLICA' ELSE '' END, tgname) AS on
     FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE NOT tgisinternal AND tgenabled <> 'D' AND relnamespace = current_schema()::regnamespace`,
  )
  for (const { drop } of keys) await sql.query(drop)
  for (const { off } of triggers) await sql.query(off)
  return async () => {
    for (const { on } of triggers) await sql.query(on)
    for (const { add } of keys) await sql.query(add)
  }
}

async function insert(
  sql: pg.Client,
  table: string,
  columns: readonly string[],
  lines: AsyncIterable<string>,
): Promise<void> {
  const into = `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) OVERRIDING SYSTEM VALUE VALUES `
  const most = Math.max(1, Math.min(BATCH, Math.floor(MOST_VALUES / columns.length)))
  let batch: (string | null)[][] = []
  let length = 0
  const flush = async () => {
    const places = batch.map(
      (row, nth) => `(${row.map((_, at) => `$${nth * columns.length + at + 1}`).join(', ')})`,
    )
    if (batch.length > 0) await sql.query(into + places.join(', '), batch.flat())
    batch = []
    length = 0
  }
  for await (const line of lines) {
    batch.push(JSON.parse(line) as (string | null)[])
    length += line.length
    if (batch.length >= most || length >= MOST_TEXT) await flush()
  }
  await flush()
}

/** The rows of a table, one JSON text each. */
async function* linesOf(folder: string, table: string): AsyncGenerator<string> {
  const text = createGunzip().setEncoding('utf8')
  createReadStream(join(folder, fileOf(table)))
    .on('error', (error) => text.destroy(error))
    .pipe(text)
  // Joined once: a row can have hundreds of chunks.
  let begun: string[] = []
  // Not by node:readline, which also ends a line at a separator that a text may have inside.
  for await (const chunk of text as AsyncIterable<string>) {
    const [first = '', ...more] = chunk.split('\n')
    begun.push(first)
    for (const part of more) {
      yield begun.join('')
      begun = [part]
    }
  }
  if (begun.join('') !== '') throw new Error('it ends within a row')
}
