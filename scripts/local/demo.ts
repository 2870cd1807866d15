import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { opensAdmin, ownerOf, secretKeyIn } from './admin'
import { buildApp, startApp } from './app'
import {
  contractVariables,
  PORT_NAMES,
  PORT_VARIABLES,
  type Ports,
  type Variables,
} from './environment'
import { leaflet } from './leaflet'
import { stopAll } from './process'
import { prepareDatabase, startServices } from './services'
import { claimDataDir, noteDevServer, releaseDataDir } from './single-run'

const PORTS: Ports = { app: 3000, postgres: 54329, stripe: 12111, smtp: 1025, mailWeb: 1080 }
// What --reset deletes. Never the folder itself: STUDIO_DATA_DIR may contain other things too.
const OURS = [
  'postgres',
  'postgres.new',
  'postgres.log',
  'stripe-sandbox',
  'mail',
  'uploads',
  'logs',
  'admin-password',
  'secret-key',
]

const say = (line: string) => console.log(line)

/** Does a step and says meanwhile how far all of them are (scripts/progress.mjs). */
type Progress = <T>(
  step: 'services' | 'database' | 'build' | 'site',
  title: string,
  work: () => Promise<T>,
) => Promise<T>

/** Runs the whole product on this machine until it is stopped. */
export async function demo(flags: string[], progress: Progress): Promise<void> {
  const unknown = flags.find((flag) => !['--dev', '--reset'].includes(flag))
  if (unknown)
    throw new Error(`"${unknown}" is not known here; there are --reset (start over) and --dev.`)
  const dataDir = resolve(process.env.STUDIO_DATA_DIR?.trim() || '.studio')
  await claimDataDir(dataDir)
  const end = endingOf(dataDir)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end(0, '\nStopping…'))
  whenParentDies(() => void end(0, '\nnpm was killed: stopping…'))
  try {
    if (flags.includes('--reset'))
      for (const name of OURS) rmSync(join(dataDir, name), { recursive: true, force: true })
    await end(1, await open(dataDir, flags.includes('--dev'), progress))
  } catch (error) {
    await end(1, (error as Error).message)
  }
}

/**
 * Starts everything; resolves only when a part of it has ended by itself, with a sentence about
 * that.
 */
async function open(dataDir: string, dev: boolean, progress: Progress): Promise<string> {
  const services = await progress('services', 'starting database, mail and payments', () =>
    startServices({ dataDir, ports: wishedPorts(), configured: process.env }),
  )
  const { postgres, stripe, mail } = services
  const started = [postgres, stripe, mail].filter((service) => service !== null)
  if (started.length) say(`Running: ${started.map(({ name }) => name).join(', ')}.`)
  const env: Variables = {
    ...services.env,
    CRON_SECRET: services.env.CRON_SECRET || randomBytes(24).toString('base64url'),
    SECRET_KEY: services.env.SECRET_KEY || secretKeyIn(dataDir),
  }
  const owner = ownerOf(env, dataDir)
  Object.assign(env, { ADMIN_USERNAME: owner.username, ADMIN_PASSWORD: owner.password })

  await progress('database', 'bringing the database up to date', () => prepareDatabase(env, say))
  if (!dev)
    await progress('build', 'building the site', () => buildApp(env, say, { isSilent: true }))
  // A terminal keeps the overview in view; a pipe gets the log.
  const app = await progress('site', 'starting the site', () =>
    startApp(env, { dev, inherit: dev || !process.stdout.isTTY }),
  )
  if (dev) noteDevServer(dataDir, env)
  const isCurrent = await opensAdmin(env.DATABASE_URL ?? '', owner)
  say(
    leaflet({
      env,
      owner: isCurrent ? owner : null,
      mail: mail !== null,
      sandbox: stripe !== null,
      dataDir: relative('', dataDir) || dataDir,
    }),
  )

  const ends = [
    ...started.map(({ name, exited }) => exited().then(() => name)),
    app.exited.then(() => 'The site'),
  ]
  return `${await Promise.race(ends)} ended unexpectedly; see ${relative('', join(dataDir, 'logs'))}.`
}

function wishedPorts(): Ports {
  const given = contractVariables(process.env)
  const ports = { ...PORTS }
  for (const name of PORT_NAMES) {
    const text = given[PORT_VARIABLES[name]]
    if (text) ports[name] = Number(text)
    if (!Number.isInteger(ports[name]) || ports[name] < 1 || ports[name] > 65_535)
      throw new Error(`${PORT_VARIABLES[name]} must be a port number (1 to 65535).`)
  }
  return ports
}

// A SIGTERM to npm alone is meant for us: an orphan could not be stopped with Ctrl-C.
function whenParentDies(then: () => void): void {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && then(), 500).unref()
}

function endingOf(dataDir: string) {
  let ending: Promise<never> | undefined
  return (code: number, sentence: string): Promise<never> =>
    (ending ??= (async () => {
      console.log(sentence)
      await stopAll()
      releaseDataDir(dataDir)
      process.exit(code)
    })())
}
