import 'server-only'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { env } from './env'
import { postgresOptions } from './tls'

export type StudioPool = pg.Pool & {
  /** Breaks all connections: whoever waits for an answer gets an error. */
  breakAll(): void
}

/** By which PostgreSQL's list of connections shows that the site runs. */
export const SITE_NAME = 'studio'

// Our server and Next's handlers are two bundles in one process.
const holder = globalThis as { studioPool?: StudioPool }

/** Opened at first use. A start asks here: loading the ORM takes longer than all else that it does. */
export function pool(): StudioPool {
  return (holder.studioPool ??= openPool())
}

/** Puts another pool in its place, opened or not. */
export function setPool(opened: StudioPool): void {
  holder.studioPool = opened
}

export async function closePool(): Promise<void> {
  const closing = holder.studioPool
  delete holder.studioPool
  await closing?.end()
}

const PROBE_MS = 2_000

/** On a connection of its own. `refused` is an answer too; `silent`: none within two seconds. */
export async function askDatabase(): Promise<'ready' | 'read_only' | 'refused' | 'silent'> {
  const sql = new pg.Client(postgresOptions(env().DATABASE_URL))
  sql.on('error', () => {})
  const ask = async () => {
    await sql.connect()
    const { rows } = await sql.query<{ is: string }>(IS_READ_ONLY)
    await sql.end()
    return rows[0]?.is === 'on' ? ('read_only' as const) : ('ready' as const)
  }
  const answer = await Promise.race([
    ask().catch(() => 'refused' as const),
    sleep(PROBE_MS, 'silent' as const, { ref: false }),
  ])
  if (answer !== 'ready' && answer !== 'read_only') socketOf(sql).destroy()
  return answer
}

/** 'on' for a standby, and where the database was set so, as hosts do when its disk is full. */
export const IS_READ_ONLY = `SELECT current_setting('transaction_read_only') AS "is"`

/** Ends when the database has been silent twice; what waits for it has then got an error. */
export async function untilSilent(): Promise<void> {
  for (let times = 0; times < 2;) {
    times = (await askDatabase()) === 'silent' ? times + 1 : 0
    if (times === 0) await sleep(1_000, undefined, { ref: false })
  }
  holder.studioPool?.breakAll()
}

type Limits = {
  url?: string
  /** The server ends a statement after this time. */
  statementMs?: number
  /** A connection on which nothing was heard for this time is broken; an idle one is closed before. */
  silenceMs?: number
  /** The same of one that is being opened. */
  openingMs?: number
}

export function openPool({
  url = env().DATABASE_URL,
  statementMs = 20_000,
  silenceMs = 25_000,
  openingMs = 10_000,
}: Limits = {}): StudioPool {
  const sockets = new Set<Socket>()
  // A database that was stopped, or a path on which packets get lost, breaks no connection by itself.
  class WatchedClient extends InTurnClient {
    readonly socket = socketOf(this)
    constructor(config?: pg.ClientConfig) {
      super(config)
      sockets.add(this.socket)
      this.socket.once('close', () => sockets.delete(this.socket))
      this.socket.setTimeout(openingMs, () => this.socket.destroy(silence()))
    }
  }
  const opened = new pg.Pool({
    ...postgresOptions(url),
    Client: WatchedClient,
    application_name: SITE_NAME,
    max: env().DATABASE_POOL,
    // Also how long a request waits for a free connection: a rush on one slot is a queue, not an
    // outage.
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 20_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // The adapter writes and reads timestamps without their offset, as if every session were in
    // UTC. On a server whose zone is another (Kuala Lumpur, say) each instant would silently be
    // hours off for everybody else who reads it.
    onConnect: async (client) => {
      await client.query(`SET TIME ZONE 'UTC'; SET statement_timeout = ${statementMs}`)
      ;(client as WatchedClient).socket.setTimeout(silenceMs)
    },
  } as pg.PoolConfig)
  // An idle connection that breaks leaves the pool, and the next query opens another; without a
  // listener the process would end.
  opened.on('error', () => {})
  return Object.assign(opened, {
    breakAll: () => {
      for (const socket of sockets) socket.destroy(silence())
    },
  })
}

/**
 * Asks one question at a time. The ORM asks several at once within a transaction, which the driver would line
 * up itself, but warns of, and will refuse.
 */
class InTurnClient extends pg.Client {
  #asked = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(config?: pg.ClientConfig) {
    super(config)
    const ask = (...words: unknown[]) =>
      (super.query as (...words: unknown[]) => Promise<unknown>).apply(this, words)
    this.query = ((...words: unknown[]) => {
      // Others than promises, as the pool's own questions, come alone.
      if (!isPromised(words)) return ask(...words)
      const answer = this.#asked === 0 ? ask(...words) : this.#last.then(() => ask(...words))
      this.#asked++
      this.#last = answer.then(this.#ended, this.#ended)
      return answer
    }) as typeof this.query
  }

  #ended = () => void this.#asked--
}

const isPromised = ([question, ...others]: unknown[]): boolean =>
  !others.some((word) => typeof word === 'function') &&
  typeof (question as { submit?: unknown } | null)?.submit !== 'function'

/** Before TLS, which resets the time of the socket below it too. */
const socketOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** What the system reports of a connection that is dead. */
const silence = () =>
  Object.assign(new Error('The database is silent'), {
    code: 'ETIMEDOUT',
    syscall: 'read',
    errno: -110,
  })
