// npm run backup: the whole database, as one moment had it, and the uploads into one folder
// (docs/backup.md). Ends with code 1 without a backup, with 2 where one lacks uploads.
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { env, KEPT_VARIABLES } from '@/lib/env'
import { backUp } from '@/lib/recovery/backup'
import { freeSpaceAt, isLittleSpace } from '@/lib/uploads/free-space'
import { MigrationRefused } from '@/lib/recovery/migrations'

try {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const { DATABASE_URL, STUDIO_DATA_DIR } = env()
  const parent = resolve(values.to ?? join(STUDIO_DATA_DIR, 'backups'))
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const moment = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const folder = join(parent, `studio-${moment}`)
  const variables = KEPT_VARIABLES.filter((name) => process.env[name]?.trim())
  const { tables, uploads, missing } = await backUp({
    folder,
    databaseUrl: DATABASE_URL,
    variables,
  })
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const free = await freeSpaceAt(folder)
  console.log(
    [
      folder,
      `${rows} rows of ${Object.keys(tables).length} tables and ${uploads.length - missing.length} uploads.`,
      `Not in it, keep them elsewhere: ${variables.join(', ') || 'no variable is set'}.`,
      ...(isLittleSpace(free)
        ? [`Only ${Math.floor(free / 1024 / 1024)} MiB are free there: move old backups elsewhere.`]
        : []),
    ].join('\n'),
  )
  if (missing.length > 0) {
    for (const name of missing)
      console.error(`The storage has no upload ${name}, which a row mentions.`)
    console.error(`The backup is written. Uploads that it lacks: ${missing.length}.`)
    process.exitCode = 2
  }
} catch (error) {
  console.error((error as Error).message)
  if (!(error instanceof MigrationRefused)) console.error('There is no new backup.')
  process.exitCode = 1
}
