import 'server-only'
import { direct, Prisma } from '@/lib/db'
import { env } from '@/lib/env'

const scaled = (max: number): number => Math.max(1, Math.floor(max * env().RATE_LIMIT_SCALE))

export type Limit = { name: string; max: number; seconds: number }

/**
 * Counts one hit on `limit` for `who` (an address, an email key) in Postgres, so that it is shared
 * across instances (docs/decisions/020 A5). Returns 0 when allowed, otherwise the seconds until the
 * window ends. RATE_LIMIT_SCALE multiplies `max`. One upsert, because separate read and write would
 * let simultaneous requests through.
 */
export async function hit(limit: Limit, who: string): Promise<number> {
  const max = scaled(limit.max)
  const [row] = await direct<{ hits: number; wait: number }>(Prisma.sql`
    /* rate_limit */ INSERT INTO rate_limits AS r (key, hits, resets_at)
    VALUES (${`${limit.name}:${who}`}, 1, now() + make_interval(secs => ${limit.seconds}))
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN r.resets_at <= now() THEN 1 ELSE r.hits + 1 END,
      resets_at = CASE WHEN r.resets_at <= now() THEN excluded.resets_at ELSE r.resets_at END
    RETURNING hits, ceil(extract(epoch FROM resets_at - now()))::int AS wait`)
  return row && row.hits > max ? Math.max(1, row.wait) : 0
}

// The most that the callers of one method take of a process's memory: less than a megabyte.
const MOST_CALLERS = 5_000

/**
 * Counts calls in the memory of this process, where a database write for each call would be too
 * slow (docs/decisions/020 A5). The returned function takes the caller and answers like `hit`: 0,
 * or the seconds until the next call. `max` calls may come at once; they are refilled evenly over
 * `seconds`. RATE_LIMIT_SCALE multiplies `max`. Above 5,000 callers, those who have not called for
 * longest are forgotten.
 */
export function countHere({ max, seconds }: Omit<Limit, 'name'>): (who: string) => number {
  // By caller, when all their calls are refilled; performance.now() never goes back.
  const callers = new Map<string, number>()
  return (who) => {
    const now = performance.now()
    const each = (seconds * 1000) / scaled(max)
    const owed = Math.max(0, (callers.get(who) ?? 0) - now) + each
    const wait = owed - seconds * 1000
    callers.delete(who) // Setting it again makes it the last in order.
    callers.set(who, now + (wait > 0 ? owed - each : owed))
    const [oldest] = callers.keys()
    if (callers.size > MOST_CALLERS && oldest !== undefined) callers.delete(oldest)
    return wait > 0 ? Math.ceil(wait / 1000) : 0
  }
}
