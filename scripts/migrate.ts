// npm run migrate: applies the missing migrations to the database of DATABASE_URL.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate, MigrationRefused } from '@/lib/recovery/migrations'

const url = process.env.DATABASE_URL?.trim()
try {
  const { values } = parseArgs({ options: { 'while-running': { type: 'boolean' } } })
  if (!url) throw new MigrationRefused('Set DATABASE_URL to the PostgreSQL database to migrate.')
  const applied = await migrate(url, {
    folder: resolve('prisma/migrations'),
    whileRunning: values['while-running'] ?? false,
    say: console.error,
  })
  console.log(applied.length ? applied.join('\n') : 'The database is up to date.')
} catch (error) {
  if (!(error instanceof MigrationRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
