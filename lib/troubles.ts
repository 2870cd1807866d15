import 'server-only'
import { db, Prisma, type Tx } from '@/lib/db'
import { env } from '@/lib/env'
import { logFailure } from '@/lib/outage'

/** What keeps money, mail or bookings from their way; `job_` and a job's name for a job that fails. */
export type TroubleKind =
  | ('webhook_signature' | 'webhook_clock' | 'proxy_hops' | 'uploads' | 'disk' | 'clock')
  | `job_${string}`

export type Trouble = { kind: string; since: Date }

/** A trouble that was not seen for this long is over; the next time it begins anew. */
const OVER_MINUTES = 24 * 60
/** Each instance looks at its own disk and clock every minute, and notes what it sees. */
const IS_LOOKED_AT = Prisma.sql`kind IN ('disk', 'clock')`
const LOOKED_AT_OVER_MINUTES = 5
const OVER = Prisma.sql`CASE WHEN ${IS_LOOKED_AT}
  THEN ${LOOKED_AT_OVER_MINUTES}::int ELSE ${OVER_MINUTES}::int END`
/** Of a row of troubles: it is not over. */
export const IS_TROUBLE_ON = Prisma.sql`last_at > now() - make_interval(mins => ${OVER})`
const LASTING_MINUTES = 10

// Strangers can cause some of these: at most one write a second for each kind.
const WRITE_EVERY_MS = 1_000
const unwritten = new Map<TroubleKind, number>()

/** Written now or within a second, a row per kind for all instances. Never throws. */
export async function noteTrouble(kind: TroubleKind): Promise<void> {
  const waiting = unwritten.get(kind)
  if (waiting !== undefined) {
    unwritten.set(kind, waiting + 1)
    return
  }
  unwritten.set(kind, 0)
  setTimeout(() => {
    const more = unwritten.get(kind) ?? 0
    unwritten.delete(kind)
    if (more > 0) void write(kind, more)
  }, WRITE_EVERY_MS).unref()
  await write(kind, 1)
}

async function write(kind: TroubleKind, times: number): Promise<void> {
  const over = kind === 'disk' || kind === 'clock' ? LOOKED_AT_OVER_MINUTES : OVER_MINUTES
  try {
    await db().$executeRaw`
      INSERT INTO troubles AS t (kind, count) VALUES (${kind}, ${times})
      ON CONFLICT (kind) DO UPDATE SET last_at = now(),
        since = CASE WHEN t.last_at < now() - make_interval(mins => ${over}::int)
          THEN now() ELSE t.since END,
        count = CASE WHEN t.last_at < now() - make_interval(mins => ${over}::int)
          THEN ${times} ELSE least(t.count + ${times}, 1000000) END`
  } catch (error) {
    logFailure({ kind }, 'trouble not noted', error)
  }
}

export const endTroubles = (kinds: readonly TroubleKind[]): Promise<unknown> =>
  db().trouble.deleteMany({ where: { kind: { in: [...kinds] } } })

/**
 * Troubles of ten minutes or more that were seen more than once in that time and a day; a refused
 * webhook three times, because anybody can send one. A failed upload at once, because nobody tries for
 * ten minutes, and what an instance sees of its disk and clock.
 */
export const lastingTroubles = (client: Pick<Tx, '$queryRaw'> = db()): Promise<Trouble[]> =>
  client.$queryRaw<Trouble[]>`
    SELECT kind, since FROM troubles
    WHERE ${IS_TROUBLE_ON}
      AND (kind = 'uploads' OR ${IS_LOOKED_AT}
        OR since <= now() - make_interval(mins => ${LASTING_MINUTES}::int)
        AND count >= CASE WHEN kind LIKE 'webhook%' THEN 3 ELSE 2 END)
    ORDER BY kind`

const CLOCK_OFF_MS = 5 * 60_000
const LOOK_EVERY_MS = 60_000

/**
 * Notes that this instance's clock is minutes off, as the database's says: others may be right, so that
 * Stripe's messages get through. Never throws.
 */
export async function lookAtClock(): Promise<void> {
  try {
    const [row] = await db().$queryRaw<{ ms: number }[]>`
      SELECT extract(epoch FROM clock_timestamp())::float * 1000 AS ms`
    if (row && Math.abs(row.ms - Date.now()) > CLOCK_OFF_MS) await noteTrouble('clock')
  } catch (error) {
    logFailure({}, 'clock not compared', error)
  }
}

/** Looks now and each minute. */
export function watchClock(): void {
  if (env().VERCEL) return
  void lookAtClock()
  setInterval(() => void lookAtClock(), LOOK_EVERY_MS).unref()
}
