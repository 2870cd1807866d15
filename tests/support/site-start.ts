// Playwright's globalSetup: one site for the whole run, and one session of its owner. Workers learn
// its environment through a variable, and the name of the database that tests/support/instances.ts copies
// through another.
import { randomUUID } from 'node:crypto'
import { devServerOn } from '@/scripts/local/single-run'
import { signOwnerIn } from './admin'
import { startSite } from './site'

// Below this the limits of a visitor who tries things would stop the tests of one.
const ENOUGH = 1_000

/** The environment of a running `npm run dev` that the tests can visit; null when there is none. */
function runningDevServer(): Record<string, string> | null {
  // The run of all tests has prepared a site of its own.
  if (process.env.STUDIO_TEST_DATA_DIR) return null
  const env = devServerOn(process.env.STUDIO_DATA_DIR || '.studio')
  if (!env) return null
  if (Number(env.RATE_LIMIT_SCALE || 1) >= ENOUGH) return env
  console.log(
    `npm run dev is running with its rate limits: start it with RATE_LIMIT_SCALE=${ENOUGH} to have the tests visit it.`,
  )
  return null
}

export default async function start(): Promise<() => Promise<void>> {
  process.env.STUDIO_TEST_SEEDED = `seeded_${randomUUID().replaceAll('-', '')}`
  const dev = runningDevServer()
  if (dev) {
    console.log(`Visiting npm run dev at ${dev.SITE_URL}.`)
    process.env.STUDIO_TEST_SITE = JSON.stringify({ ...dev, NODE_ENV: 'development' })
    await signOwnerIn(dev)
    return async () => {}
  }
  const site = await startSite({
    say: (line) => console.log(line),
    prepared: process.env.STUDIO_TEST_DATA_DIR,
  })
  process.env.STUDIO_TEST_SITE = JSON.stringify(site.services.env)
  await signOwnerIn(site.services.env)
  return site.stop
}
