import 'server-only'
import { db, Prisma } from '@/lib/db'
import { IS_TROUBLE_ON } from '@/lib/troubles'

/** How many have waited for their turn, in minutes up to `under`, and the oldest in seconds. */
export type Ages = {
  under1: number
  under10: number
  under60: number
  older: number
  oldest: number
}

export type Figures = {
  /** Seconds since each job last began, and last ended without a failure; null: never. */
  jobs: { name: string; begun: number | null; succeeded: number | null }[]
  mails: Ages & { failed: number }
  /** Notifications of phones. */
  pushes: Ages
  webhooks: { lastHour: number; latest: number | null }
  holds: number
  alerts: { kind: string; count: number }[]
  troubles: { kind: string; seconds: number }[]
}

/** Of rows with the seconds that they have waited. */
const AGES = Prisma.sql`count(*) FILTER (WHERE waited < 60)::int AS under1,
  count(*) FILTER (WHERE waited >= 60 AND waited < 600)::int AS under10,
  count(*) FILTER (WHERE waited >= 600 AND waited < 3600)::int AS under60,
  count(*) FILTER (WHERE waited >= 3600)::int AS older, coalesce(max(waited), 0)::float AS oldest`
const WAITED = Prisma.sql`extract(epoch FROM now() - created_at) AS waited`

/** What the database says of how the site is doing, in a few statements that indexes answer. */
export async function figures(): Promise<Figures> {
  const sql = db()
  const [jobs, [mails], [pushes], [webhooks], [holds], alerts, troubles] = await Promise.all([
    sql.$queryRaw<Figures['jobs']>`
      SELECT name, extract(epoch FROM now() - started_at)::float AS begun,
        extract(epoch FROM now() - succeeded_at)::float AS succeeded FROM jobs ORDER BY name`,
    sql.$queryRaw<Figures['mails'][]>`
      SELECT ${AGES}, (SELECT count(*)::int FROM mails WHERE status = 'failed') AS failed
      FROM (SELECT ${WAITED} FROM mails
        WHERE status = 'queued' AND (attempts > 0 OR next_attempt_at <= now())) AS queued`,
    sql.$queryRaw<Ages[]>`
      SELECT ${AGES} FROM (SELECT ${WAITED} FROM pushes
        WHERE attempts > 0 OR next_attempt_at <= now()) AS queued`,
    sql.$queryRaw<Figures['webhooks'][]>`
      SELECT (SELECT count(*)::int FROM stripe_events
          WHERE processed_at > now() - interval '1 hour') AS "lastHour",
        (SELECT extract(epoch FROM now() - max(processed_at))::float FROM stripe_events) AS latest`,
    sql.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM holds`,
    sql.$queryRaw<Figures['alerts']>`
      SELECT kind, count(*)::int AS count FROM payment_alerts GROUP BY kind ORDER BY kind`,
    sql.$queryRaw<Figures['troubles']>`
      SELECT kind, extract(epoch FROM now() - since)::float AS seconds FROM troubles
      WHERE ${IS_TROUBLE_ON} ORDER BY kind`,
  ])
  if (!mails || !pushes || !webhooks || !holds) throw new Error('A count has no row')
  return { jobs, mails, pushes, webhooks, holds: holds.count, alerts, troubles }
}
