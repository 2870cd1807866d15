// The whole product on this machine's free ports: for the browser tests, and for tests that need
// several instances.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, startApp, type App } from '@/scripts/local/app'
import { freePort } from '@/scripts/local/ports'
import { prepareDatabase, startServices, type Services } from '@/scripts/local/services'

export type Site = {
  services: Services
  /** One per instance; all share the database, the sandbox and the mail catcher. */
  apps: App[]
  /**
   * One more instance on the same services, with some variables of its own, e.g. { HOLD_MINUTES:
   * '0.2' }.
   */
  startAnother(variables?: Record<string, string>, nodeOptions?: readonly string[]): Promise<App>
  stop(): Promise<void>
}

// The address that prerendered pages carry. One for all runs, so that the build is reused; each
// start expires what it baked when the real address differs, as on any host.
export const BUILD_URL = 'http://localhost:3000'
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'].flatMap((flag) => [
  '-c',
  flag,
])

// In a test's own process the site is running already, perhaps as a development server with an
// owner of its own.
const running = JSON.parse(process.env.STUDIO_TEST_SITE ?? '{}') as Record<string, string>

export const ADMIN = {
  username: running.ADMIN_USERNAME ?? 'owner',
  password: running.ADMIN_PASSWORD ?? 'correct-horse-battery-staple',
}

/** Makes the folder of a site's data. */
function makeFolder(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true })
  // as root PostgreSQL runs under another user, who must reach its own folder inside
  chmodSync(dataDir, 0o711)
  return dataDir
}

/** Fills the database in `dataDir` and builds the site from it, for a later startSite. */
export async function buildSite(dataDir: string, say: (line: string) => void): Promise<void> {
  const services = await startServices({ dataDir: makeFolder(dataDir), flags: FAST })
  try {
    await prepareDatabase(services.env, say)
    await buildApp({ ...services.env, SITE_URL: BUILD_URL }, say)
  } finally {
    await services.stop()
  }
}

/**
 * Starts services, migrates, seeds, builds when needed, and starts `instances` of the site.
 * `configured`: contract variables. `prepared`: the folder that buildSite filled. `durable`: the
 * database writes to the disk before it answers, as an owner's does.
 */
export async function startSite({
  instances = 1,
  configured = {} as Record<string, string>,
  say = (_line: string) => {},
  prepared = '',
  durable = false,
} = {}): Promise<Site> {
  const dataDir = makeFolder(prepared || mkdtempSync(join(tmpdir(), 'studio-site-')))
  const sitePorts = await Promise.all(Array.from({ length: instances }, freePort))
  const services = await startServices({
    dataDir,
    ports: { app: sitePorts[0] },
    flags: durable ? [] : FAST,
    configured: {
      // Stripe tells every instance, as if each had an endpoint of its own.
      STRIPE_SANDBOX_WEBHOOKS: sitePorts
        .map((port) => `http://127.0.0.1:${port}/api/webhooks/stripe`)
        .join(','),
      RATE_LIMIT_SCALE: '100000',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      CRON_SECRET: 'tests-tests-tests-tests',
      SECRET_KEY: 'a-secret-key-of-the-tests-0123456789',
      ...configured,
    },
  })
  const apps: App[] = []
  const stop = async () => {
    await Promise.all(apps.map((app) => app.stop()))
    await services.stop()
    if (!prepared) rmSync(dataDir, { recursive: true, force: true })
  }
  const start = async (
    port: number,
    variables: Record<string, string> = {},
    nodeOptions: readonly string[] = [],
  ) => {
    const env = { ...services.env, ...variables, PORT: String(port) }
    const app = await startApp(env, { nodeOptions })
    apps.push(app)
    return app
  }
  try {
    await prepareDatabase(services.env, say)
    await buildApp({ ...services.env, SITE_URL: BUILD_URL }, say)
    for (const port of sitePorts) await start(port)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    services,
    apps,
    stop,
    startAnother: async (variables, nodeOptions) => start(await freePort(), variables, nodeOptions),
  }
}
