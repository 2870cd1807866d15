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

let last: { at: number; difference: Difference | null } | undefined
let reading: Promise<void> | undefined

/** At most 30 s old. Null also where the role may not read the records. Never throws. */
export async function databaseDifference(): Promise<Difference | null> {
  if (!last || Date.now() - last.at > FRESH_MS)
    reading ??= readDifference().finally(() => (reading = undefined))
  if (!last) await reading
  return last?.difference ?? null
}

async function readDifference(): Promise<void> {
  try {
    const { rows } = await pool().query<Applied>(
      `SELECT migration_name AS name, finished_at AS at FROM _prisma_migrations
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    )
    last = { at: Date.now(), difference: differenceOf(rows, currentRelease()) }
  } catch (error) {
    if ((error as { code?: string }).code === DENIED) last = { at: Date.now(), difference: null }
  }
}
