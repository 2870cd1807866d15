import 'server-only'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { currentRelease } from '@/lib/release'
import { UPLOAD_NAME } from '@/lib/uploads/rules'
import { uploadedFile } from '@/lib/uploads/storage'
import { beginUnmigrated, connected, tablesOf } from './migrations'

/** Rows in memory at once, and their characters: a slip alone can have eight million. */
export const BATCH = 500
export const MOST_TEXT = 8 * 1024 * 1024
/** At reading an upload. */
const ATTEMPTS = 3
export const FORMAT = 1
export const MANIFEST = 'manifest.json'
// Looked for where a name can begin: not forty times in each digit of a slip.
const UPLOADS = new RegExp(`(?<![0-9a-f])${UPLOAD_NAME.source.replace(/^\^|\$$/g, '')}`, 'g')
/** As lib/secrets/encryption.ts marks what is under a key of SECRET_KEY. */
const UNDER_KEY = /\bv1\.([0-9a-f]{8})\./g

export type Manifest = {
  format: number
  version: string
  commit: string | null
  /** ISO. Everything that was committed before is in it. */
  takenAt: string
  postgres: string
  migrations: string[]
  tables: Record<string, { columns: string[]; rows: number; sha256: string }>
  /** Where each sequence stood. */
  sequences: Record<string, { last: string; isCalled: boolean }>
  /** Names of the uploads that rows mention. */
  uploads: string[]
  /** Those of them that the storage did not have. */
  missing: string[]
  /** Variables that were set and are not in here: their names. */
  variables: string[]
  /** Ids of the keys of SECRET_KEY without which some rows cannot be read. */
  secretKeys: string[]
}

/** Values as PostgreSQL writes them, so that it reads them again. */
const AS_TEXT = { getTypeParser: () => (value: string) => value }
export const TEXT_FORMS =
  "SET LOCAL TIME ZONE 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'"

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const fileOf = (table: string): string => join('database', `${table}.jsonl.gz`)

type Destination = { folder: string; databaseUrl: string; variables: string[] }

/**
 * Writes all rows, as one moment had them while the site goes on, and the uploads they mention into a
 * new folder, which is complete or not there.
 */
export async function backUp({ folder, databaseUrl, variables }: Destination): Promise<Manifest> {
  const begun = `${folder}.incomplete`
  await rm(begun, { recursive: true, force: true })
  const sql = await connected(databaseUrl, 'studio backup')
  try {
    for (const part of ['database', 'uploads'])
      await mkdir(join(begun, part), { recursive: true, mode: 0o700 })
    await beginUnmigrated(sql)
    // An error in the place of rows that the role may not see.
    await sql.query('SET LOCAL row_security = off')
    await sql.query(TEXT_FORMS)
    const manifest = await dump(sql, begun, variables)
    await sql.query('COMMIT')
    for (const name of manifest.uploads) {
      const bytes = await patiently(() => uploadedFile(name))
      if (bytes) await writeFile(join(begun, 'uploads', name), bytes, { mode: 0o600 })
      else manifest.missing.push(name)
    }
    await writeFile(join(begun, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
    })
    await rename(begun, folder)
    return manifest
  } catch (error) {
    // What a full disk has no room for would be left there each night.
    await rm(begun, { recursive: true, force: true })
    throw error
  } finally {
    await sql.end().catch(() => {})
  }
}

/** A bucket that breaks one connection of thousands must not cost the whole backup. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      await sleep(attempt * 500)
    }
  }
}

async function dump(sql: pg.Client, folder: string, variables: string[]): Promise<Manifest> {
  const { rows: facts } = await sql.query<{ at: Date; postgres: string }>(
    `SELECT now() AS at, current_setting('server_version') AS postgres`,
  )
  const { rows: records } = await sql.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  )
  const { version, commit } = currentRelease()
  const manifest: Manifest = {
    ...{ format: FORMAT, version, commit },
    takenAt: facts[0]!.at.toISOString(),
    postgres: facts[0]!.postgres,
    migrations: records.map(({ name }) => name),
    ...{ tables: {}, sequences: {}, uploads: [], missing: [], variables, secretKeys: [] },
  }
  const uploads = new Set<string>()
  const secretKeys = new Set<string>()
  for (const table of await tablesOf(sql)) {
    const columns = await columnsOf(sql, table)
    const hash = createHash('sha256')
    let rows = 0
    const lines = async function* () {
      for await (const batch of batchesOf(sql, table, columns)) {
        const text = batch.map((row) => `${JSON.stringify(row)}\n`).join('')
        rows += batch.length
        hash.update(text)
        for (const [name] of text.matchAll(UPLOADS)) uploads.add(name)
        for (const [, id = ''] of text.matchAll(UNDER_KEY)) secretKeys.add(id)
        yield text
      }
    }
    const file = createWriteStream(join(folder, fileOf(table)), { mode: 0o600 })
    await pipeline(Readable.from(lines()), createGzip(), file)
    manifest.tables[table] = { columns, rows, sha256: hash.digest('hex') }
  }
  // After the rows: a number that was drawn meanwhile is only left out.
  const { rows: sequences } = await sql.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace ORDER BY 1`,
  )
  for (const { name } of sequences) {
    const { rows } = await sql.query<{ last: string; isCalled: boolean }>(
      `SELECT last_value::text AS last, is_called AS "isCalled" FROM ${quoted(name)}`,
    )
    manifest.sequences[name] = rows[0]!
  }
  return { ...manifest, uploads: [...uploads].sort(), secretKeys: [...secretKeys].sort() }
}

/** Those that are stored and not calculated from others. */
async function columnsOf(sql: pg.Client, table: string): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [quoted(table)],
  )
  return rows.map(({ name }) => name)
}

/** How many rows can be read at once; looks at no value itself. */
async function batchOf(sql: pg.Client, table: string): Promise<number> {
  const { rows } = await sql.query<{ size: string }>(
    `SELECT string_agg(format(CASE atttypid WHEN 'bytea'::regtype THEN 'coalesce(2 * octet_length(%1$I), 4)'
       WHEN 'text'::regtype THEN 'coalesce(octet_length(%1$I), 4)' ELSE 'coalesce(pg_column_size(%1$I), 4)' END,
       attname), ' + ') AS size
     FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [quoted(table)],
  )
  const { rows: widest } = await sql.query<{ width: number | null }>(
    `SELECT max(${rows[0]?.size ?? '1'})::float8 AS width FROM ${quoted(table)}`,
  )
  return Math.max(1, Math.min(BATCH, Math.floor(MOST_TEXT / (widest[0]?.width ?? 1))))
}

async function* batchesOf(sql: pg.Client, table: string, columns: string[]) {
  const most = await batchOf(sql, table)
  await sql.query(
    `DECLARE row_by_row NO SCROLL CURSOR FOR SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(table)}`,
  )
  for (;;) {
    const { rows } = await sql.query<(string | null)[]>({
      text: `FETCH ${most} FROM row_by_row`,
      rowMode: 'array',
      types: AS_TEXT,
    })
    if (rows.length === 0) break
    yield rows
  }
  await sql.query('CLOSE row_by_row')
}
