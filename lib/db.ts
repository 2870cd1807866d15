import 'server-only'
import { PrismaPg } from '@prisma/adapter-pg'
import { Prisma, PrismaClient } from './generated/prisma/client'
import { isRetryable } from './database-errors'
import { closePool, pool } from './pool'
import { rowsOf } from './statements'

export type Tx = Prisma.TransactionClient
export { Prisma }

const holder = globalThis as { studioPrisma?: PrismaClient }

/** The database client, opened at first use (a build must not connect just by loading a module). */
export const db = (): PrismaClient => (holder.studioPrisma ??= openClient())

/** Its `$queryRaw` is sent by the driver; that of a transaction must not be. */
function openClient(): PrismaClient {
  const client = new PrismaClient({ adapter: new PrismaPg(pool()), errorFormat: 'minimal' })
  const opened = Object.create(client) as PrismaClient
  const own = (first: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
    rowsOf('raw' in first ? Prisma.sql(first, ...values) : first)
  // Set instead of defined, it would be that of the client below, and of its transactions.
  return Object.defineProperty(opened, '$queryRaw', {
    value: own,
    configurable: true,
    writable: true,
  })
}

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

/** Runs `work`, a transaction of its own, at most 3 times after a deadlock or serialization failure. */
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

/** One clock for all instances, of which one may have a wrong one. */
export async function databaseNow(): Promise<Date> {
  const [row] = await db().$queryRaw<[{ now: Date }]>`SELECT now() AS now`
  return row.now
}
