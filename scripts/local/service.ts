import { readFileSync } from 'node:fs'
import type { Variables } from './environment'
import {
  ensureDatabase,
  startPostgres,
  type PostgresOptions,
  type PostgresServer,
} from './postgres'
import { startProcess, untilListening, type Running } from './process'

/** One external service. start() after stop() or kill() restarts it on the same port and data. */
export type Service = {
  name: string
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
  /** Its log since its start. */
  log(): string
  /** Resolves when the process of the last start is gone. */
  exited(): Promise<unknown>
}

/** PostgreSQL with the (possibly empty) database `database`. */
export function postgresService(options: PostgresOptions, database: string): Service {
  let server: PostgresServer | undefined
  return {
    name: 'PostgreSQL',
    async start() {
      server = await startPostgres(options)
      await ensureDatabase(server, database)
    },
    stop: async () => server?.stop(),
    kill: async () => server?.kill(),
    log: () => server?.log() ?? '',
    exited: async () => server?.exited,
  }
}

type Script = { name: string; args: string[]; port: number; env: Variables; logFile: string }

/** A program of Node, ready when it listens on `port`. */
export function scriptService({ name, args, port, env, logFile }: Script): Service {
  let running: Running | undefined
  return {
    name,
    async start() {
      running = startProcess({
        command: process.execPath,
        args,
        env: { ...process.env, ...env },
        logFile,
      })
      await untilListening(port, running, name, logFile)
    },
    stop: async () => running?.stop(),
    kill: async () => running?.kill(),
    log: () => readFileSync(logFile, 'utf8'),
    exited: async () => running?.exited,
  }
}
