// Everything stored about one person: --export prints it as JSON, --erase removes the person from
// the database as far as the law allows. Both are written into the audit log.
import { parseArgs } from 'node:util'
import { databaseSentence } from '@/lib/database-errors'
import { closeDatabase } from '@/lib/db'
import { erasePerson } from '@/lib/people/erase'
import { exportPerson } from '@/lib/people/export'
import { personBody } from '@/lib/people/schema'
import { Problem } from '@/lib/problem'
import { translator } from '@/lib/i18n/messages'

const USAGE = `Usage: npm run --silent person -- --email <address> --export > person.json
       npm run person -- --email <address> --erase`

class Refusal extends Error {}

function readArguments() {
  try {
    return parseArgs({
      options: {
        email: { type: 'string' },
        export: { type: 'boolean', default: false },
        erase: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${USAGE}`)
  }
}

async function main(): Promise<string> {
  const options = readArguments()
  if (options.export === options.erase) throw new Refusal(USAGE)
  const parsed = personBody.safeParse({ email: options.email ?? '' })
  if (!parsed.success) throw new Refusal(`--email needs an email address.\n${USAGE}`)
  const { email } = parsed.data
  const actor = '(operator)'
  try {
    const done = options.export
      ? await exportPerson({ email, actor, now: new Date() })
      : await erasePerson({ email, actor })
    return JSON.stringify(done, null, 2)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'not_found') throw new Refusal('Nothing is kept about this address.')
    throw new Refusal(translator('en', 'errors')(error.details.sentence ?? error.code))
  } finally {
    await closeDatabase()
  }
}

try {
  console.log(await main())
} catch (error) {
  process.exitCode = 1
  if (error instanceof Refusal) console.error(error.message)
  else console.error(databaseSentence(error) ?? (error as Error).message)
}
