import 'server-only'
import { env } from '@/lib/env'
import { networkOf } from './client-address'

/** At most `max` in `seconds`. */
export type Bound = { max: number; seconds: number }

/** `max` as RATE_LIMIT_SCALE multiplies it. */
export const scaled = (max: number): number => Math.max(1, Math.floor(max * env().RATE_LIMIT_SCALE))

/**
 * Of one network to one method, in each instance, whatever the method's own limit; also for pages
 * that are rendered. One network of a mobile operator has thousands of visitors.
 */
export const CALLS = { max: 30_000, seconds: 600 }

/** Whom the calls from `address` are counted for. */
export const callerOf = (address: string): string => networkOf(address) ?? address

// The most that the callers of one method take of a process's memory: less than a megabyte.
const MOST_CALLERS = 5_000

/**
 * Counts in the memory of this process, where a database write for each call would be too slow
 * (docs/decisions/020 A5). The returned function takes the caller and answers like `hit`: 0, or the
 * seconds until the next call. `max` calls may come at once; they are refilled evenly over
 * `seconds`. RATE_LIMIT_SCALE multiplies `max`. Above 5,000 callers, those who have not called for
 * longest are forgotten.
 */
export function countHere({ max, seconds }: Bound): (who: string) => number {
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
