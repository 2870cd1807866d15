// A second instance of the site in a test's own process: what it does has a pool and a client of its own.
import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '@/lib/generated/prisma/client'
import { openPool } from '@/lib/pool'

/**
 * Call after the file's database exists, and `close` before it is dropped. What runs within `as` asks
 * the database through the second instance.
 */
export function secondInstance(): {
  as: <T>(work: () => Promise<T>) => Promise<T>
  close: () => Promise<void>
} {
  const pool = openPool()
  const client = new PrismaClient({ adapter: new PrismaPg(pool), errorFormat: 'minimal' })
  const within = new AsyncLocalStorage<PrismaClient>()
  // Where lib/db.ts keeps its client.
  const { studioPrisma } = globalThis as { studioPrisma?: PrismaClient }
  let first = studioPrisma
  Object.defineProperty(globalThis, 'studioPrisma', {
    configurable: true,
    get: () => within.getStore() ?? first,
    set: (opened: PrismaClient) => (first = opened),
  })
  return {
    as: (work) => within.run(client, work),
    close: async () => {
      Object.defineProperty(globalThis, 'studioPrisma', {
        ...{ configurable: true, writable: true },
        value: first,
      })
      await client.$disconnect()
      await pool.end()
    },
  }
}
