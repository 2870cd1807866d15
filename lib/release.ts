import 'server-only'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from './env'
import { pool } from './pool'

/** What scripts/build.mjs notes of a build, in this file. */
const FILE = 'dist/release.json'

export type Release = {
  version: string
  /** Null where it is not known, as in development. */
  commit: string | null
  builtAt: string
  /** The names of its migrations, in their order. */
  migrations: readonly string[]
}

/** What the database has that the code does not know, or lacks. */
export type Difference = { kind: 'database_newer' | 'database_older'; since: Date }

type Applied = { name: string; at: Date }

/**
 * What `npm run migrate` notes of the newest migration, as the comment of the table of records: an older
 * version reads there whether it may write.
 */
export type Noted = {
  /** The version that applied it. */
  version: string
  name: string
  /** The last migration of that version, which it was on its way to. */
  until: string
  /** The last migration of the versions that may run beside it; null: none may. */
  beside: string | null
}

const FRESH_MS = 30_000
const DENIED = '42501'

let own: Release | undefined

/** Which release this is. */
export const currentRelease = (): Release => (own ??= read())

function read(): Release {
  const noted = join(process.cwd(), FILE)
  if (env().NODE_ENV === 'production' && existsSync(noted))
    return JSON.parse(readFileSync(noted, 'utf8')) as Release
  const { version } = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as {
    version: string
  }
  const migrations = readdirSync(join(process.cwd(), 'prisma/migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
  return { version, commit: null, builtAt: new Date().toISOString(), migrations }
}

/**
 * How the migrations that a database has differ from those of the code. Names before the code's first
 * one are of migrations that it replaced.
 */
export function differenceOf(
  records: readonly Applied[],
  { migrations, builtAt }: Pick<Release, 'migrations' | 'builtAt'>,
): Difference | null {
  const [first = ''] = migrations
  const unknown = records.filter(({ name }) => name > first && !migrations.includes(name))
  if (unknown.length > 0) {
    const since = Math.min(...unknown.map(({ at }) => at.getTime()))
    return { kind: 'database_newer', since: new Date(since) }
  }
  const isLacking = migrations.some((name) => !records.some((record) => record.name === name))
  return isLacking ? { kind: 'database_older', since: new Date(builtAt) } : null
}

/** What a database was noted to be; null without a note, or if it is of another migration than the newest. */
export function notedOf(text: string | null, records: readonly string[]): Noted | null {
  if (!text?.startsWith('{')) return null
  const noted = JSON.parse(text) as Noted
  return noted.name === newestOf(records) ? noted : null
}

const newestOf = (names: readonly string[]): string => [...names].sort().at(-1) ?? ''

/**
 * Why this version must not write to a database with these migrations: a later version has migrated it, and
 * does not say that this one may run beside it. Null where it may.
 */
export function whyTooOld(
  records: readonly string[],
  { migrations, version }: Pick<Release, 'migrations' | 'version'>,
  noted: Noted | null,
): string | null {
  const [first = ''] = migrations
  const unknown = records.filter((name) => name > first && !migrations.includes(name))
  if (unknown.length === 0 || noted?.beside === newestOf(migrations)) return null
  const by = noted ? `, ${noted.version},` : ''
  return (
    `A later version${by} has migrated this database (${newestOf(unknown)}), and this version, ${version}, must not ` +
    'write to it. Start that version. The way back to this one is the backup that was made before the upgrade, ' +
    'restored into an empty database (docs/upgrading.md, "Back to the version before").'
  )
}

let last: { at: number; difference: Difference | null; refusal: string | null } | undefined
let reading: Promise<void> | undefined

/** At most 30 s old. Null also where the role may not read the records. Never throws. */
export async function databaseDifference(): Promise<Difference | null> {
  if (!last || Date.now() - last.at > FRESH_MS)
    reading ??= readDifference().finally(() => (reading = undefined))
  if (!last) await reading
  return last?.difference ?? null
}

/** Why this version must not start on its database, as `whyTooOld`; null also where nothing can be read. */
export async function databaseRefusal(): Promise<string | null> {
  await databaseDifference()
  return last?.refusal ?? null
}

async function readDifference(): Promise<void> {
  const at = Date.now()
  try {
    const { rows } = await pool().query<Applied & { noted: string | null }>(
      `SELECT migration_name AS name, finished_at AS at,
         obj_description('_prisma_migrations'::regclass, 'pg_class') AS noted
       FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    )
    const names = rows.map(({ name }) => name)
    const noted = notedOf(rows[0]?.noted ?? null, names)
    const release = currentRelease()
    last = {
      at,
      difference: differenceOf(rows, release),
      refusal: whyTooOld(names, release, noted),
    }
  } catch (error) {
    if ((error as { code?: string }).code === DENIED) last = { at, difference: null, refusal: null }
  }
}
