// After a backup was restored and before the site starts: compares the database with Stripe, lets
// ids and numbers of documents continue above those that were used, and lists the lost sales
// (docs/operations.md, "After a restore"). Without --apply nothing is changed.
import { parseArgs } from 'node:util'
import { databaseSentence } from '@/lib/database-errors'
import { closeDatabase } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { afterRestore, type KnownNumbers } from '@/lib/recovery/after-restore'
import { reportOf } from '@/lib/recovery/report'
import { parseDocumentNumber } from '@/lib/receipts/rules'
import { translator } from '@/lib/i18n/messages'

const USAGE = `Usage: npm run after-restore -- --since 2026-11-25T14:00:00+08:00 [options]
  --since TIME      when the backup was made, with its time zone
  --booking ID      the highest booking id in the emails that were sent
  --order ID        the same of orders of video editing
  --document NUMBER the highest number of a receipt or note that was sent; may be given once for each kind
  --apply           write; without it only show what would be done`

class Refusal extends Error {}

function readArguments() {
  try {
    return parseArgs({
      options: {
        since: { type: 'string' },
        booking: { type: 'string' },
        order: { type: 'string' },
        document: { type: 'string', multiple: true, default: [] },
        apply: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${USAGE}`)
  }
}

function id(name: string, text: string | undefined): number {
  const value = Number(text?.replace(/^#/, '') ?? 0)
  if (!Number.isSafeInteger(value) || value < 0) throw new Refusal(`--${name} is no id.\n${USAGE}`)
  return value
}

function knownNumbers(options: ReturnType<typeof readArguments>): KnownNumbers {
  const known: KnownNumbers = {
    bookings: id('booking', options.booking),
    video_editing_orders: id('order', options.order),
  }
  for (const text of options.document) {
    const parsed = parseDocumentNumber(text)
    if (!parsed) throw new Refusal(`--document ${text} is not the number of a document.\n${USAGE}`)
    known[parsed.kind] = Math.max(known[parsed.kind] ?? 0, parsed.number)
  }
  return known
}

async function main(): Promise<string> {
  const options = readArguments()
  const now = new Date()
  const since = new Date(options.since ?? '')
  if (!/(Z|[+-]\d{2}:\d{2})$/.test(options.since ?? '') || Number.isNaN(since.getTime()))
    throw new Refusal(`--since needs a time with its time zone.\n${USAGE}`)
  if (since > now) throw new Refusal('--since is in the future.')
  const { apply } = options
  try {
    const known = knownNumbers(options)
    return reportOf(await afterRestore({ since, known, apply, actor: '(operator)', now }), apply)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
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
