import 'server-only'
import { db } from '@/lib/db'
import { toInstant } from '@/lib/time'
import type { YearBlock, YearBlocks } from '../schema'

/** How many blocks of a year are listed at most. */
export const MOST_BLOCKS = 200

/**
 * The blocks that have a day in a year of the studio, each with those days, by the first of them. Of
 * those of other calendars the whole days alone, after the studio's own: a calendar has hundreds.
 */
export async function blocksOfYear(year: number): Promise<YearBlocks> {
  const [first, last] = [
    toInstant(`${year}-01-01`, '00:00'),
    toInstant(`${year + 1}-01-01`, '00:00'),
  ]
  const blocks = await db().$queryRaw<YearBlock[]>`
    SELECT b.id, b.studio_id AS "roomId", b.from_minute AS "fromMinute", b.to_minute AS "toMinute",
      b.repeats, b.reason, d.days
    FROM blocks AS b CROSS JOIN LATERAL (
      SELECT array_agg(to_char(t.starts_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM-DD')
        ORDER BY t.starts_at) AS days
      FROM block_times(b, ${first}, ${last}) AS t) AS d
    WHERE d.days IS NOT NULL AND b.first_day < ${`${year + 1}-01-01`}::date
      AND (b.feed_id IS NULL OR b.to_minute - b.from_minute = 1440)
    ORDER BY b.feed_id IS NOT NULL, d.days[1], b.id LIMIT ${MOST_BLOCKS + 1}`
  return { blocks: blocks.slice(0, MOST_BLOCKS), more: blocks.length > MOST_BLOCKS }
}
