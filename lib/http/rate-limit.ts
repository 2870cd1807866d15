import 'server-only'
import { db } from '@/lib/db'
import { env } from '@/lib/env'

const scaled = (max: number): number => Math.max(1, Math.floor(max * env().RATE_LIMIT_SCALE))

export type Limit = { name: string; max: number; seconds: number }

/**
 * Counts one hit on `limit` for `who` (an address, an email key) in Postgres, so it holds across
 * instances (docs/decisions/020 A5). Returns 0 when allowed, else the seconds until the window
 * ends. RATE_LIMIT_SCALE multiplies `max`. One upsert, because a read followed by a write lets
 * simultaneous requests all through.
 */
export async function hit(limit: Limit, who: string): Promise<number> {
  const max = scaled(limit.max)
  const rows = await db().$queryRaw<{ hits: number; wait: number }[]>`
    /* rate_limit */ INSERT INTO rate_limits AS r (key, hits, resets_at)
    VALUES (${`${limit.name}:${who}`}, 1, now() + make_interval(secs => ${limit.seconds}))
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN r.resets_at <= now() THEN 1 ELSE r.hits + 1 END,
      resets_at = CASE WHEN r.resets_at <= now() THEN excluded.resets_at ELSE r.resets_at END
    RETURNING hits, ceil(extract(epoch FROM resets_at - now()))::int AS wait`
  const row = rows[0]
  return row && row.hits > max ? Math.max(1, row.wait) : 0
}

// What the callers of one method can take of a process's memory: less than a megabyte.
const MOST_CALLERS = 5_000

/**
 * Counts calls in the memory of this process, for what a write to the database at each call would
 * slow down (docs/decisions/020 A5). The function it returns takes who calls and answers as `hit`:
 * 0, or the seconds until the next call. `max` calls may come at once; they come back evenly over
 * `seconds`. RATE_LIMIT_SCALE multiplies `max`. Of more than 5,000 callers, those who have not
 * called for longest are forgotten.
 */
export function countHere({ max, seconds }: Omit<Limit, 'name'>): (who: string) => number {
  // By caller, when all their calls are given back; performance.now() is never set back.
  const callers = new Map<string, number>()
  return (who) => {
    const now = performance.now()
    const each = (seconds * 1000) / scaled(max)
    const owed = Math.max(0, (callers.get(who) ?? 0) - now) + each
    const wait = owed - seconds * 1000
    callers.delete(who) // set again, it is the last in order
    callers.set(who, now + (wait > 0 ? owed - each : owed))
    const [oldest] = callers.keys()
    if (callers.size > MOST_CALLERS && oldest !== undefined) callers.delete(oldest)
    return wait > 0 ? Math.ceil(wait / 1000) : 0
  }
}
