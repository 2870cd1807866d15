import 'server-only'
import { db, type Tx } from '@/lib/db'

/** Why notifications wait: push services do not take them, or nothing tried to send them. */
export type WaitingPushes = { count: number; since: Date; reason: 'away' | 'not_run' }

const WAITING_MINUTES = 10

/** What phones should have been told ten minutes ago; null where nothing waits. Quiet hours are no wait. */
export async function waitingPushes(
  client: Pick<Tx, '$queryRaw'> = db(),
): Promise<WaitingPushes | null> {
  const [row] = await client.$queryRaw<{ count: number; since: Date | null; isTried: boolean }[]>`
    SELECT count(*)::int AS count, min(created_at) AS since,
      coalesce(bool_or(attempts > 0), false) AS "isTried"
    FROM pushes WHERE created_at <= now() - make_interval(mins => ${WAITING_MINUTES}::int)
      AND (attempts > 0 OR next_attempt_at <= now() - make_interval(mins => ${WAITING_MINUTES}::int))`
  if (!row?.since) return null
  const { count, since, isTried } = row
  return { count, since, reason: isTried ? 'away' : 'not_run' }
}
