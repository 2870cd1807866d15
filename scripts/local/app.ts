import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryFound, nodeFor } from '../memory.mjs'
import { sourcesHash } from '../sources'
import type { Variables } from './environment'
import { startProcess, tail, untilListening, type Running } from './process'

export type App = Running & { url: string; log(): string }

/**
 * Starts the site on env.PORT and resolves when it answers: the production build, or with `dev`
 * Next's development server behind our own server. Several can run on one build and one database,
 * each with its own PORT.
 */
export async function startApp(
  env: Variables,
  {
    dev = false,
    logFile = logFileOf(env),
    inherit = false,
    /** Node's own options that NODE_OPTIONS does not accept. */
    nodeOptions = [] as readonly string[],
  } = {},
): Promise<App> {
  const start = dev
    ? { args: ['--enable-source-maps', 'scripts/run.mjs', 'server/main.ts'], variables: {} }
    : productionNode()
  const running = startProcess({
    command: process.execPath,
    args: [...nodeOptions, ...start.args],
    env: {
      ...process.env,
      ...start.variables,
      ...env,
      NODE_ENV: dev ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    },
    logFile: inherit ? undefined : logFile,
  })
  await untilListening(Number(env.PORT), running, 'The site', inherit ? undefined : logFile)
  return {
    ...running,
    url: `http://localhost:${env.PORT}`,
    log: () => readFileSync(logFile, 'utf8'),
  }
}

/** As npm start has it. */
function productionNode(): { args: string[]; variables: Variables } {
  const { options, variables } = nodeFor(memoryFound())
  return { args: [...options, 'scripts/start.mjs'], variables }
}

const logFileOf = (env: Variables) =>
  join(env.STUDIO_DATA_DIR ?? '.studio', 'logs', `site-${env.PORT}.log`)

/**
 * True when the last build was made from the current files, wherever they were then. It serves any address of
 * this kind: a start renders the pages of another one anew, but `https` also decides about headers.
 */
export function isBuilt(siteUrl: string): boolean {
  if (!existsSync('dist/stamp.json') || !existsSync('.next/BUILD_ID')) return false
  const stamp = JSON.parse(readFileSync('dist/stamp.json', 'utf8')) as Record<string, string>
  return siteUrl.split(':')[0] === stamp.siteUrl?.split(':')[0] && stamp.sources === sourcesHash()
}

/**
 * Makes the production build (npm run build) unless it exists; needs the migrated database of
 * `env`.
 */
export async function buildApp(
  env: Variables,
  say: (line: string) => void = () => {},
  /** Somebody else says how it goes. */
  { isSilent = false } = {},
): Promise<void> {
  if (isBuilt(env.SITE_URL ?? '')) return say('The build is up to date.')
  const begun = Date.now()
  if (!isSilent) say('Building the site…')
  const ticker = isSilent
    ? undefined
    : setInterval(
        () => say(`  still building, ${Math.round((Date.now() - begun) / 1000)} s`),
        15_000,
      )
  const logFile = join(env.STUDIO_DATA_DIR ?? '.studio', 'logs', 'build.log')
  const build = startProcess({
    command: process.execPath,
    args: ['scripts/build.mjs'],
    env: { ...process.env, ...env },
    logFile,
  })
  const code = await build.exited
  clearInterval(ticker)
  if (code !== 0) throw new Error(`The build failed (${logFile}):\n${tail(logFile, 30)}`)
  say(`Built in ${Math.round((Date.now() - begun) / 1000)} s.`)
}
