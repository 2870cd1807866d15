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
 * The name of a statement that says one in front: "/* room_lock *\/ SELECT …". PostgreSQL plans such a
 * statement once for each connection; planning what reads the reservations takes it ten times as long
 * as answering it. Only raw statements have names, and one name stands before one text: what a list
 * is filtered by changes its best plan, and such statements are planned anew each time.
 */
const statementName = ({ sql }: { sql: string }): string => NAME.exec(sql)?.[1] ?? ''

/**
 * Whether statements may have names. A pooler that lends a connection for one transaction does not
 * know what was prepared on it: as Prisma has it, the address says so with `pgbouncer=true`. On a
 * platform of functions there usually is one.
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
    // UTC. On a server whose zone is another (Kuala Lumpur, say) each instant would silently be
    // hours off for everybody else who reads it.
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

/** True when a row would have repeated what must be unique. */
export const isDuplicate = (error: unknown): boolean =>
  codeOf(error).some((code) => ['P2002', '23505', 'UniqueConstraintViolation'].includes(code))

const AWAY =
  /^(P1001|P1002|P1008|P1017|P2024|P2028|08\w{3}|57P0[1-3]|57014|55P03|53\w{3}|58\w{3}|40001|40P01|P2034|TransactionWriteConflict|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/
const AWAY_TEXT =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|server closed the connection|the database system is (starting up|shutting down)/i

/**
 * True when the database cannot be reached, or cannot do now what it must (a lock, memory, a
 * deadlock that came back after every retry): answered 503 with Retry-After.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  codeOf(error).some((code) => AWAY.test(code)) ||
  AWAY_TEXT.test(String((error as Error)?.message ?? '')) ||
  databaseTlsHint(error) !== null

/**
 * Runs `work` within a transaction so that its failure undoes nothing but itself, and returns what
 * it threw; null when it ended well. A deadlock or serialization failure is thrown: the whole
 * transaction is retried.
 */
export async function attemptWithin(tx: Tx, work: () => Promise<void>): Promise<Error | null> {
  await tx.$executeRaw`SAVEPOINT attempt`
  try {
    await work()
  } catch (error) {
    if (isRetryable(error)) throw error
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT attempt`
    return error instanceof Error ? error : new Error(String(error))
  }
  await tx.$executeRaw`RELEASE SAVEPOINT attempt`
  return null
}

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
