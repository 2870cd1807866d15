import 'server-only'
import { PrismaPg } from '@prisma/adapter-pg'
import { env } from './env'
import { Prisma, PrismaClient } from './generated/prisma/client'
import { isRetryable } from './database-errors'
import { closePool, pool } from './pool'

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
  const adapter = new PrismaPg(
    pool(),
    mayPrepare(env()) ? { statementNameGenerator: statementName } : {},
  )
  return new PrismaClient({ adapter, errorFormat: 'minimal' })
}

/** Runs one statement of raw SQL and returns its rows: `direct`, or `within` a transaction. */
export type RunSql = <T>(statement: Prisma.Sql) => Promise<T[]>

/**
 * Runs a statement outside a transaction by the driver itself. For the few statements of the calls
 * that come in a rush: the ORM works on such a statement as long as the database does.
 */
export const direct: RunSql = async <T>(statement: Prisma.Sql): Promise<T[]> => {
  const { text, values } = statement
  const name = mayPrepare(env()) ? statementName(statement) : ''
  const { rows } = await pool().query({ ...(name && { name }), text, values })
  return rows as T[]
}

/** Runs statements as part of the transaction. */
export const within =
  (tx: Tx): RunSql =>
  (statement) =>
    tx.$queryRaw(statement)

/** The database client, opened at first use (a build must not connect just by loading a module). */
export function db(): PrismaClient {
  return (holder.studioPrisma ??= connect())
}

/** Closes the client and all its connections. A later call of `db` opens new ones. */
export async function closeDatabase(): Promise<void> {
  const client = holder.studioPrisma
  delete holder.studioPrisma
  await client?.$disconnect()
  await closePool()
}

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
 * Runs `work`, which is a transaction of its own, and runs it again, at most 3 times, after a
 * deadlock or serialization failure.
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt > 3 || !isRetryable(error)) throw error
      await new Promise((done) => setTimeout(done, 20 * attempt + Math.random() * 30))
    }
  }
}

/**
 * Runs `work` in one transaction. Waits up to 15 s for a connection and runs up to 20 s (Prisma's 2
 * s and 5 s are too short for a race on one slot, docs/decisions/020 B8); a deadlock or
 * serialization failure is retried. Never call the network inside `work`: a slow Stripe would hold
 * the room's lock.
 */
export const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  retried(() => db().$transaction(work, { maxWait: 15_000, timeout: 20_000 }))
