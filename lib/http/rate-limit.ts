import 'server-only'
import { db } from '@/lib/db'
import { inboxOf } from '@/lib/inbox'
import { networkOf } from './client-address'
import { scaled, type Bound } from './count-here'
import { sha256 } from './request'

export type Limit = Bound & { name: string }

type Counted = readonly [limit: Limit, who: string]

/**
 * Counts one hit on each limit in Postgres, for all instances (docs/decisions/020 A5). Returns 0
 * when all allow it, otherwise the seconds until the last of the exceeded windows ends.
 * RATE_LIMIT_SCALE multiplies `max`. One upsert, because separate read and write would let
 * simultaneous requests through; in the order of keys, so that two of them cannot deadlock. The
 * names of the limits must differ.
 */
export async function hitAll(counted: readonly Counted[]): Promise<number> {
  const keyed = counted.map(([limit, who]) => ({ ...limit, key: `${limit.name}:${who}` }))
  const rows = await db().$queryRaw<{ key: string; hits: number; wait: number }[]>`
    INSERT INTO rate_limits AS r (key, hits, resets_at)
    SELECT counted.key, 1, now() + make_interval(secs => counted.seconds)
    FROM unnest(${keyed.map(({ key }) => key)}::text[], ${keyed.map(({ seconds }) => seconds)}::int[])
      AS counted (key, seconds)
    ORDER BY counted.key
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN r.resets_at <= now() THEN 1 ELSE r.hits + 1 END,
      resets_at = CASE WHEN r.resets_at <= now() THEN excluded.resets_at ELSE r.resets_at END
    RETURNING key, hits, ceil(extract(epoch FROM resets_at - now()))::int AS wait`
  const most = new Map(keyed.map(({ key, max }) => [key, scaled(max)]))
  const waits = rows
    .filter(({ key, hits }) => hits > (most.get(key) ?? 0))
    .map(({ wait }) => Math.max(1, wait))
  return Math.max(0, ...waits)
}

/** Counts one hit on one limit, as `hitAll`. */
export const hit = (limit: Limit, who: string): Promise<number> => hitAll([[limit, who]])

/** Who has one address of a network (IPv4 /24, IPv6 /48) often has all (docs/decisions/020 A5). */
const ADDRESSES_PER_NETWORK = 3

/** Counts one hit for an address and for its network, as `hitAll`. */
export function hitFrom(limit: Limit, address: string): Promise<number> {
  const { name, max, seconds } = limit
  const network = networkOf(address)
  const ofNetwork = { name: `${name}-network`, max: max * ADDRESSES_PER_NETWORK, seconds }
  return hitAll([[limit, address], ...(network === null ? [] : [[ofNetwork, network] as const])])
}

/** The inbox of an email, hashed, as a limit counts it: every spelling gives the same text. */
export const inboxHash = (email: string): string => sha256(inboxOf(email))
