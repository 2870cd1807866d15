import 'server-only'
import pg from 'pg'
import { env } from './env'
import { postgresOptions } from './tls'

// Our server and Next's handlers are two bundles in one process.
const holder = globalThis as { studioPool?: pg.Pool }

/** Opened at first use. A start asks here: loading the ORM takes longer than all else that it does. */
export function pool(): pg.Pool {
  return (holder.studioPool ??= open())
}

export async function closePool(): Promise<void> {
  const closing = holder.studioPool
  delete holder.studioPool
  await closing?.end()
}

function open(): pg.Pool {
  const opened = new pg.Pool({
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
  })
  // An idle connection that breaks leaves the pool, and the next query opens another; without a
  // listener the process would end.
  opened.on('error', () => {})
  return opened
}
