// Takes the place of scripts/migrate.ts inside Jest: that one loads WebAssembly glue which only
// runs as an ES module. The real command does the work, in a process of its own.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Applies what is missing to the database; returns the names applied. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/run.mjs', 'scripts/migrate.ts'],
    { env },
  )
  return stdout
    .trim()
    .split('\n')
    .filter((line) => /^\d{14}_/.test(line))
}
