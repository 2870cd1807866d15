import 'server-only'
import { PrismaPg } from '@prisma/adapter-pg'
import type { PoolConfig } from 'pg'
import { env } from './env'
import { Prisma, PrismaClient } from './generated/prisma/client'
import { databaseTlsHint, postgresOptions } from './tls'

export type Tx = Prisma.TransactionClient
export { Prisma }

const holder = globalThis as { studioPrisma?: PrismaClient }

const NAME = /^\s*\/\* (\w+) \*\//

/**
 * The name in front of a raw statement: "/* room_lock *\/ SELECT …". PostgreSQL plans a named
 * statement once for each connection; planning the queries of reservations takes ten times as long
 * as running them. Only raw statements have names, and each name belongs to one text. The best plan
 * of a filtered list depends on its filters, so those statements have no name and are planned each
 * time.
 */
const statementName = ({ sql }: { sql: string }): string => NAME.exec(sql)?.[1] ?? ''

/**
 * Whether statements may have names. A pooler that lends a connection for one transaction does not
 * know the statements prepared on it; as with Prisma, `pgbouncer=true` in the address says that
 * there is one. On a serverless platform there usually is one.
 */
export const mayPrepare = ({
  VERCEL,
  DATABASE_URL,
}: {
  VERCEL?: unknown
  DATABASE_URL: string
}): boolean => !VERCEL && !/[?&]pgbouncer=true(&|$)/.test(DATABASE_URL)

function connect(): PrismaClient {
  const pool: PoolConfig = {
    ...postgresOptions(env().DATABASE_URL),
    max: env().DATABASE_POOL,
    // Also how long a request waits for a free connection: a rush on one slot is a queue, not an
    // outage.
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // The adapter writes and reads timestamps without their offset, as if every session were in
    // UTC. On a server in another zone (Kuala Lumpur, for example) each instant would silently be
    // hours off for every other reader.
    onConnect: async (client) => void (await client.query("SET TIME ZONE 'UTC'")),
  }
  const adapter = new PrismaPg(
    pool,
    mayPrepare(env()) ? { statementNameGenerator: statementName } : {},
  )
  return new PrismaClient({ adapter, errorFormat: 'minimal' })
}

/** The database client, opened at first use (a build must not connect just by loading a module). */
export function db(): PrismaClient {
  return (holder.studioPrisma ??= connect())
}

const codeOf = (error: unknown): string[] => {
  const seen: string[] = []
  for (
    let e = error as Record<string, unknown> | undefined;
    e && seen.length < 12;
    e = (e.cause ?? (e.meta as { driverAdapterError?: unknown })?.driverAdapterError) as typeof e
  )
    for (const key of ['code', 'originalCode', 'kind', 'name'])
      if (typeof e[key] === 'string') seen.push(e[key] as string)
  return seen
}

/**
 * True for a deadlock or serialization failure: nothing was written and the same transaction may
 * succeed.
 */
export const isRetryable = (error: unknown) =>
  codeOf(error).some((code) =>
    ['P2034', '40P01', '40001', 'TransactionWriteConflict'].includes(code),
  )

/** True when a row violated a unique constraint. */
export const isDuplicate = (error: unknown): boolean =>
  codeOf(error).some((code) => ['P2002', '23505', 'UniqueConstraintViolation'].includes(code))

// The codes of Prisma, PostgreSQL, Node and the adapter.
const AWAY = [
  /^(P1001|P1002|P1008|P1017|P2024|P2028|P2034)$/,
  /^(08\w{3}|57P0[1-3]|57014|55P03|53\w{3}|58\w{3}|40001|40P01)$/,
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/,
  /^(TransactionWriteConflict|DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/,
  /^TooManyConnections$/,
]
const AWAY_TEXTS = [
  /timeout exceeded when trying to connect|Connection terminated|is not queryable/i,
  /server closed the connection|the database system is (starting up|shutting down)/i,
]

const isAwayText = (message: string): boolean => AWAY_TEXTS.some((pattern) => pattern.test(message))

/**
 * True when the database cannot be reached, or is temporarily unable to answer (a lock, memory, a
 * deadlock after every retry): answered 503 with Retry-After.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  codeOf(error).some((code) => AWAY.some((pattern) => pattern.test(code))) ||
  isAwayText(String((error as Error)?.message ?? '')) ||
  databaseTlsHint(error) !== null

/**
 * Runs `work` in one transaction. Waits up to 15 s for a connection and runs up to 20 s (Prisma's 2
 * s and 5 s are too short for a race on one slot, docs/decisions/020 B8); a deadlock or
 * serialization failure is retried at most 3 times. Never call the network inside `work`: a slow
 * Stripe would hold the room's lock.
 */
export async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db().$transaction(work, { maxWait: 15_000, timeout: 20_000 })
    } catch (error) {
      if (attempt > 3 || !isRetryable(error)) throw error
      await new Promise((done) => setTimeout(done, 20 * attempt + Math.random() * 30))
    }
  }
}
