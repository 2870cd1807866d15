// npm run restore: a folder that npm run backup made into an empty database (docs/backup.md). Ends by
// comparing it with Stripe, as after-restore without --apply does.
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { closeDatabase } from '@/lib/db'
import { env } from '@/lib/env'
import { translator } from '@/lib/i18n/messages'
import { Problem } from '@/lib/problem'
import { afterRestore } from '@/lib/recovery/after-restore'
import { MigrationRefused } from '@/lib/recovery/migrations'
import { reportOf } from '@/lib/recovery/report'
import { restore } from '@/lib/recovery/restore'
import { lackingKeys } from '@/lib/secrets/encryption'

const USAGE = `Usage: npm run restore -- FOLDER [--replace]
  FOLDER     what npm run backup made
  --replace  remove all that the database of DATABASE_URL has`

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { replace: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    if (positionals.length === 1) return { replace: values.replace, folder: positionals[0]! }
  } catch (error) {
    throw new MigrationRefused(`${(error as Error).message}\n${USAGE}`)
  }
  throw new MigrationRefused(USAGE)
}

/** What Stripe knows beyond the backup, or why it was not asked. */
async function comparison(since: Date): Promise<string> {
  const question = { since, known: {}, apply: false, actor: '(operator)', now: new Date() }
  try {
    return reportOf(await afterRestore(question), false)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'payments_off')
      return 'It was not compared with Stripe, whose keys are not set here.'
    const sentence = translator('en', 'errors')(error.details.sentence ?? error.code)
    return `It was not compared with Stripe: ${sentence}`
  }
}

try {
  const { folder, replace } = readArguments()
  const migrations = resolve('prisma/migrations')
  const names = readdirSync(migrations, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
  const { takenAt, version, tables, missing, secretKeys, variables } = await restore({
    ...{ folder: resolve(folder), databaseUrl: env().DATABASE_URL, replace },
    migrations: { folder: migrations, names },
    say: console.error,
  })
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const unset = variables.filter((name) => !process.env[name]?.trim())
  console.log(
    [
      `Restored ${rows} rows and the uploads that version ${version} had at ${takenAt}.`,
      ...missing.map((name) => `Upload ${name} was missing when the backup was made.`),
      ...(unset.length ? [`Set there and not here: ${unset.join(', ')}.`] : []),
      ...lackingKeys(secretKeys).map(
        (id) => `SECRET_KEY lacks the key ${id}: two-step sign-in fails until it is added.`,
      ),
      await comparison(new Date(takenAt)),
      `Before the site starts, unless this is only a rehearsal (docs/operations.md, "After a restore"):`,
      `  npm run after-restore -- --since ${takenAt} --apply`,
    ].join('\n'),
  )
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await closeDatabase()
}
