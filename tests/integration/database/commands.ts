// What an operator runs on a database, and what it left there.
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { connect } from '@/tests/support/database'
import type { Cells } from '@/tests/support/every-row'

const run = promisify(execFile)
/** The names of our migrations, in their order. */
export const names = readdirSync('prisma/migrations', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()

const command = async (url: string, cwd: string, ...words: string[]) => {
  const { stdout } = await run(process.execPath, [resolve('scripts/run.mjs'), ...words], {
    env: { ...process.env, DATABASE_URL: url },
    cwd,
  })
  return stdout.trim()
}
/** What an operator types, in this folder or in another that has prisma/migrations. */
export const migrate = (url: string, cwd = '.', ...words: string[]) =>
  command(url, cwd, 'scripts/migrate.ts', ...words)
/** The same; tells what it says meanwhile. */
export async function migrating(url: string, cwd: string, hear: (text: string) => void) {
  const child = run(process.execPath, [resolve('scripts/run.mjs'), 'scripts/migrate.ts'], {
    env: { ...process.env, DATABASE_URL: url },
    cwd,
  })
  child.child.stderr?.on('data', (text: Buffer) => hear(text.toString()))
  return (await child).stdout.trim()
}
/** What Prisma does: see the file. */
export const prisma = (url: string, ...words: string[]) =>
  command(url, '.', 'tests/support/schema-engine.ts', ...words)

/** Rows as objects, in a connection of their own. */
export async function query(url: string, statement: string) {
  const sql = await connect(url)
  return (await sql.query(statement).finally(() => sql.end())).rows
}

/** The migrations that the database says it has. */
export const recorded = (url: string) =>
  query(
    url,
    'SELECT migration_name AS name, finished_at IS NOT NULL AS finished, rolled_back_at FROM _prisma_migrations ORDER BY 1',
  )

/** How a command failed; null when it did not. */
export const failing = (attempt: Promise<string>) =>
  attempt.then(
    () => null,
    (error: { code: number; stderr: string }) => ({ code: error.code, stderr: error.stderr }),
  )

/**
 * What is marked to be read at Stripe again: payments that are disputed, or were lost, and those that
 * count although a part of them went back, or could not.
 */
export const isReadAgain = (table: string, column: string, cells: Cells): boolean =>
  `${table}.${column}` === 'payments.sync_due' &&
  (cells.disputed === 'true' ||
    (cells.outcome === 'confirmed' &&
      (Number(cells.refunded_amount) > 0 || cells.reason === 'refund_failed')))
