import 'server-only'
import { db } from './db'
import { env } from './env'

export type Limit = { name: string; max: number; seconds: number }

/**
 * Counts one hit on `limit` for `who` (an address, an email key) in Postgres, so it holds across
 * instances (A5). Returns 0 when allowed, else the seconds until the window ends. RATE_LIMIT_SCALE
 * multiplies `max`. One upsert, because a read followed by a write lets simultaneous requests all
 * through.
 */
export async function hit(limit: Limit, who: string): Promise<number> {
  const max = Math.max(1, Math.floor(limit.max * env().RATE_LIMIT_SCALE))
  const rows = await db().$queryRaw<{ hits: number; wait: number }[]>`
    INSERT INTO rate_limits AS r (key, hits, resets_at)
    VALUES (${`${limit.name}:${who}`}, 1, now() + make_interval(secs => ${limit.seconds}))
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN r.resets_at <= now() THEN 1 ELSE r.hits + 1 END,
      resets_at = CASE WHEN r.resets_at <= now() THEN excluded.resets_at ELSE r.resets_at END
    RETURNING hits, ceil(extract(epoch FROM resets_at - now()))::int AS wait`
  const row = rows[0]
  return row && row.hits > max ? Math.max(1, row.wait) : 0
}
