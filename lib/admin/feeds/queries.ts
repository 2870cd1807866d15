import 'server-only'
import { db, type Tx } from '@/lib/db'
import { MINUTE_MS, studioDate, utcMidnight } from '@/lib/time'
import { EMPTY_MINUTES, type FeedError, type FeedLine } from './schema'

/** A calendar that cannot be read for this long is something to look after. */
const LASTING_MINUTES = 180

/** By room, in the order in which they were added. */
export async function feedsForAdmin(now: Date): Promise<FeedLine[]> {
  const rows = await db().feed.findMany({
    include: {
      _count: {
        select: { blocks: { where: { lastDay: { gte: utcMidnight(studioDate(now)) } } } },
      },
    },
    orderBy: [{ roomId: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ id, roomId, name, address, ...row }) => ({
    ...{ id, roomId, name, host: new URL(address).host, times: row._count.blocks },
    readAt: row.readAt?.toISOString() ?? null,
    succeededAt: row.succeededAt?.toISOString() ?? null,
    empty: row.emptySince && {
      since: row.emptySince.toISOString(),
      until: new Date(row.emptySince.getTime() + EMPTY_MINUTES * MINUTE_MS).toISOString(),
    },
    error:
      row.error === null || row.failingSince === null
        ? null
        : {
            why: row.error as FeedError,
            detail: row.errorDetail,
            since: row.failingSince.toISOString(),
          },
  }))
}

/** The calendars that could not be read for three hours, by their names, with their rooms. */
export const unreadFeeds = (
  client: Pick<Tx, '$queryRaw'> = db(),
): Promise<{ name: string; since: Date }[]> =>
  client.$queryRaw<{ name: string; since: Date }[]>`
    SELECT f.name || ' (' || r.name || ')' AS name, f.failing_since AS since
    FROM feeds AS f JOIN studios AS r ON r.id = f.studio_id
    WHERE f.failing_since <= now() - make_interval(mins => ${LASTING_MINUTES}::int)
    ORDER BY f.failing_since, f.id`
