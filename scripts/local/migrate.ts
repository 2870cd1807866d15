import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Applies the missing migrations to the database of `databaseUrl` with the production command;
 * returns their names, and rejects with its output when it failed.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/run.mjs', 'scripts/migrate.ts'],
    { env: { ...process.env, DATABASE_URL: databaseUrl } },
  )
  return stdout
    .trim()
    .split('\n')
    .filter((line) => /^\d{14}_/.test(line))
}
