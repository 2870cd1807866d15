// Jest's globalSetup of the integration project: one real PostgreSQL for the run and one migrated
// template in it, which every test file clones (tests/support/database.ts). Workers learn of both
// through the environment.
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { bundle } from '../../scripts/run.mjs'

const TEMPLATE = 'studio_template'
// The data is thrown away after the run, so nothing has to survive a crash.
const FLAGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'].flatMap((flag) => [
  '-c',
  flag,
])

export default async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'studio-test-'))
  // as root PostgreSQL runs under another user, who must reach its own folder inside
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

  const { ensureDatabase, freePort, startPostgres } = await load('scripts/local/postgres.ts')
  const dataDir = join(folder, 'data')
  const server = await startPostgres({ dataDir, port: await freePort(), flags: FLAGS })
  globalThis.studioTestPostgres = server
  Object.assign(process.env, {
    STUDIO_TEST_POSTGRES: server.url(''),
    STUDIO_TEST_TEMPLATE: TEMPLATE,
    STUDIO_TEST_POSTGRES_LOG: `${dataDir}.log`,
  })
  await ensureDatabase(server, TEMPLATE)
  // The very command of production, in a process of its own: a template with an open connection
  // cannot be copied.
  await promisify(execFile)(process.execPath, ['scripts/run.mjs', 'scripts/migrate.ts'], {
    env: { ...process.env, DATABASE_URL: server.url(TEMPLATE) },
  })
}

async function load(entry) {
  const outfile = await bundle(entry, `node_modules/.cache/studio/test-postgres-${process.pid}.mjs`)
  return import(pathToFileURL(outfile).href).finally(() => rmSync(outfile, { force: true }))
}
