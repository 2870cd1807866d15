// Prints what a build made now is made of. Checks on the way that the environment can be built for.
import { databaseSentence } from '@/lib/database-errors'
import { env } from '@/lib/env'
import { contentFingerprint } from '@/lib/cache/prerendered'
import { sourcesHash } from './sources'

const MISSING_TABLE = '42P01'

function sentenceOf(error: unknown): string {
  const text = String((error as Error).message)
  const sentence = databaseSentence(error)
  if (sentence) return `${sentence} The build needs it: the pages carry its content.`
  if (text.includes(MISSING_TABLE) || /relation .* does not exist/.test(text))
    return 'The database of DATABASE_URL is not migrated. Run: npm run migrate'
  return text
}

try {
  env()
  console.log(JSON.stringify({ ...(await contentFingerprint()), sources: sourcesHash() }))
  process.exit(0)
} catch (error) {
  console.error(sentenceOf(error))
  process.exit(1)
}
