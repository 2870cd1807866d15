// An older version on a database that a later one has migrated: what its server and its npm run migrate do.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { emptyDatabase } from '@/tests/support/database'
import { failing, migrate, names, prisma } from './commands'

/** The last migration of version 1.1.0 (commit f0cdc7b1). */
const LAST_OF_1_1_0 = '20261127091000_empty_calendars'
const MAY_RUN = '-- The old version may run\nSELECT 1;'
const MUST_STOP = '-- The old version must be stopped: it writes half.\nSELECT 1;'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** The folder of a version with these migrations of ours, and others of these texts. */
function versionWith(own: string[], more: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'studio-version-'))
  folders.push(folder)
  const of = (name: string) => join(folder, 'prisma/migrations', name)
  for (const name of own) cpSync(join('prisma/migrations', name), of(name), { recursive: true })
  for (const [name, text] of Object.entries(more)) {
    mkdirSync(of(name))
    writeFileSync(join(of(name), 'migration.sql'), text)
  }
  cpSync('package.json', join(folder, 'package.json'))
  return folder
}

/** What the server says when it is started in the folder of a version; it has no build there. */
async function started(url: string, folder: string): Promise<string> {
  const production = {
    NODE_ENV: 'production' as const,
    SITE_URL: 'http://localhost:3999',
    PORT: '3999',
  }
  const env = { ...process.env, ...production, DATABASE_URL: url, STUDIO_DATA_DIR: folder }
  return promisify(execFile)(process.execPath, [resolve('scripts/run.mjs'), 'server/main.ts'], {
    env,
    cwd: folder,
  }).then(
    () => 'started',
    (error: { code: number; stderr: string }) => error.stderr,
  )
}

const REFUSAL = (last: string) =>
  new RegExp(
    `^A later version.* has migrated this database \\(${last}\\), and this version, .+ must not write to it\\. .*` +
      'The way back to this one is the backup .+\\n$',
  )
/** By which the start fails that was not refused: it lacks the build. */
const NO_BUILD = /build|ENOENT/

async function refusedTo(url: string, folder: string, last: string): Promise<void> {
  expect(await failing(migrate(url, folder))).toEqual({
    code: 1,
    stderr: expect.stringMatching(REFUSAL(last)),
  })
  expect(await started(url, folder)).toMatch(REFUSAL(last))
}

async function allowedTo(url: string, folder: string): Promise<void> {
  expect(await migrate(url, folder)).toBe('The database is up to date.')
  const said = await started(url, folder)
  expect(said).not.toMatch(/must not write/)
  expect(said).toMatch(NO_BUILD)
}

test('version 1.1.0 refuses the database of this version, migrated at once or in steps', async () => {
  const old = versionWith(names.filter((name) => name <= LAST_OF_1_1_0))
  const [atOnce, inSteps] = [await emptyDatabase(), await emptyDatabase()]
  await migrate(atOnce)
  await migrate(inSteps, old)
  await allowedTo(inSteps, old)
  await migrate(inSteps)
  for (const url of [atOnce, inSteps]) await refusedTo(url, old, names.at(-1)!)
})

describe('a version whose database the next one has migrated', () => {
  const old = versionWith(names)
  const LATER = '29991231000000_later'
  const LAST = '29991231000001_last'

  test('goes on beside migrations that all say that it may run', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    await migrate(url, versionWith(names, { [LATER]: MAY_RUN, [LAST]: MAY_RUN }))
    await allowedTo(url, old)
  })

  test('goes on also when the command failed between them and was repeated', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    const failed = versionWith(names, { [LATER]: MAY_RUN, [LAST]: `${MAY_RUN}\nSELECT 1/0;` })
    expect((await failing(migrate(url, failed)))?.code).toBe(1)
    await allowedTo(url, old)
    await migrate(url, versionWith(names, { [LATER]: MAY_RUN, [LAST]: MAY_RUN }))
    await allowedTo(url, old)
  })

  test.each([
    ['one of them needs it stopped', { [LATER]: MUST_STOP, [LAST]: MAY_RUN }],
    ['one of them does not say', { [LATER]: 'SELECT 1;', [LAST]: MAY_RUN }],
  ])('is refused when %s', async (_, more) => {
    const url = await emptyDatabase()
    await migrate(url)
    await migrate(url, versionWith(names, more))
    await refusedTo(url, old, LAST)
  })

  test('is refused by the version after the next one, whatever that says', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    await migrate(url, versionWith(names, { [LATER]: MAY_RUN }))
    await allowedTo(url, old)
    await migrate(url, versionWith(names, { [LATER]: MAY_RUN, [LAST]: MAY_RUN }))
    await refusedTo(url, old, LAST)
  })
})

test('who else applies migrations notes nothing, and an older version is refused', async () => {
  const url = await emptyDatabase()
  const old = versionWith(names.slice(0, -1))
  await migrate(url, old)
  await prisma(url, 'deploy')
  await refusedTo(url, old, names.at(-1)!)
})
