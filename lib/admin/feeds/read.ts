import 'server-only'
import { lockRooms } from '@/lib/availability/room'
import { db, transaction, type Tx } from '@/lib/db'
import { calendarHost } from '@/lib/mail/calendar'
import { Problem } from '@/lib/problem'
import { MINUTE_MS, studioDate, utcMidnight } from '@/lib/time'
import { busyKey, busyTimes, type BusyTime } from './busy'
import { fetchCalendar, type Network } from './fetch'
import { isEmptyCalendar } from './file'
import { FeedRefusal } from './refusal'
import { EMPTY_MINUTES } from './schema'

export const READ_EVERY_MINUTES = 5
/** Of a run of the job: each may take ten seconds. */
export const FEEDS_AT_ONCE = 10

type Feed = {
  id: number
  roomId: number
  name: string
  address: string
  etag: string | null
  appliedAt: Date | null
}
type Reading = { times: BusyTime[] | null; etag: string | null; isEmpty: boolean } | FeedRefusal

/** Reads the calendars whose time has come, each by one instance alone. Returns how many. */
export async function readDueFeeds(now: Date, network?: Network): Promise<number> {
  let read = 0
  for (; read < FEEDS_AT_ONCE; read++) {
    const [feed] = await db().$queryRaw<Feed[]>`
      UPDATE feeds SET read_at = ${now}::timestamptz WHERE id = (
        SELECT id FROM feeds
        WHERE read_at IS NULL
          OR read_at <= ${now}::timestamptz - make_interval(mins => ${READ_EVERY_MINUTES}::int)
        ORDER BY read_at NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, studio_id AS "roomId", name, address, etag, applied_at AS "appliedAt"`
    if (!feed) break
    await readFeed(feed, now, network)
  }
  return read
}

/** Reads one now, and returns whether it could be read. Throws not_found. */
export async function readFeedNow(id: number, now: Date, network?: Network): Promise<boolean> {
  const feed = await db().feed.findUnique({ where: { id } })
  if (!feed) throw new Problem('not_found')
  await db().feed.updateMany({ where: { id }, data: { readAt: now } })
  return readFeed(feed, now, network)
}

async function readFeed(feed: Feed, now: Date, network?: Network): Promise<boolean> {
  const reading = await readingOf(feed, now, network)
  await keepReading(feed, reading, now)
  return !(reading instanceof FeedRefusal)
}

async function readingOf(feed: Feed, now: Date, network?: Network): Promise<Reading> {
  // What is unchanged says nothing of the day that has come within reach since.
  const isOfToday = feed.appliedAt !== null && studioDate(feed.appliedAt) === studioDate(now)
  try {
    const file = await fetchCalendar(feed.address, isOfToday ? feed.etag : null, network)
    return {
      etag: file.etag,
      isEmpty: file.text !== null && isEmptyCalendar(file.text),
      times: file.text === null ? null : busyTimes(file.text, now, calendarHost()),
    }
  } catch (error) {
    if (error instanceof FeedRefusal) return error
    throw error
  }
}

/**
 * What was read becomes the room's blocks, or why it was not is written and they stay as they are. So
 * they do while a calendar is suddenly empty, until it has been for a while. What is overtaken by a
 * later reading is left.
 */
const keepReading = ({ id, roomId }: Feed, reading: Reading, now: Date): Promise<void> =>
  transaction(async (tx) => {
    await lockRooms(tx, [roomId])
    const [feed] = await tx.$queryRaw<Stored[]>`
      SELECT name, failing_since AS "failingSince", empty_since AS "emptySince" FROM feeds
      WHERE id = ${id} AND (applied_at IS NULL OR applied_at <= ${now}::timestamptz) FOR UPDATE`
    if (!feed) return
    if (reading instanceof FeedRefusal) {
      const failing = {
        error: reading.why,
        errorDetail: reading.detail,
        failingSince: feed.failingSince ?? now,
        emptySince: null,
      }
      await tx.feed.update({ where: { id }, data: failing })
      return
    }
    const { etag } = reading
    const doubted = reading.isEmpty ? await doubtedSince(tx, id, feed, now) : null
    const times = doubted ? null : reading.times
    await tx.feed.update({
      where: { id },
      data: {
        ...{ succeededAt: now, error: null, errorDetail: null, failingSince: null },
        ...{ emptySince: doubted, ...(times && { etag, appliedAt: now }) },
      },
    })
    if (times) await applyTimes(tx, { id, roomId, name: feed.name }, times)
  })

type Stored = { name: string; failingSince: Date | null; emptySince: Date | null }

/** Since when an empty calendar is not believed, because its times still block; null once it is. */
async function doubtedSince(
  tx: Tx,
  feedId: number,
  { emptySince }: Stored,
  now: Date,
): Promise<Date | null> {
  const since = emptySince ?? now
  if (now.getTime() - since.getTime() >= EMPTY_MINUTES * MINUTE_MS) return null
  const lastDay = { gte: utcMidnight(studioDate(now)) }
  return (await tx.block.count({ where: { feedId, lastDay } })) > 0 ? since : null
}

/** As a difference: a block whose time is still busy stays, with since when it has been closed. */
async function applyTimes(
  tx: Tx,
  { id: feedId, roomId, name }: Pick<Feed, 'id' | 'roomId' | 'name'>,
  times: readonly BusyTime[],
): Promise<void> {
  const stored = await tx.block.findMany({ where: { feedId } })
  const busy = new Map(
    times.map(({ title, ...time }) => [
      busyKey(time),
      { ...time, roomId, feedId, reason: title === '' ? name : `${name}: ${title}` },
    ]),
  )
  const gone = stored.filter((block) => !busy.has(busyKey(block))).map(({ id }) => id)
  const known = new Map(stored.map((block) => [busyKey(block), block]))
  const added = [...busy].flatMap(([key, block]) => (known.has(key) ? [] : block))
  const renamed = [...busy].flatMap(([key, { reason }]) => {
    const block = known.get(key)
    return block && block.reason !== reason ? { id: block.id, reason } : []
  })
  if (gone.length > 0) await tx.block.deleteMany({ where: { id: { in: gone } } })
  if (added.length > 0) await tx.block.createMany({ data: added })
  if (renamed.length > 0)
    await tx.$executeRaw`
      UPDATE blocks SET reason = r.reason
      FROM unnest(${renamed.map(({ id }) => id)}::int[], ${renamed.map(({ reason }) => reason)}::text[])
        AS r (id, reason)
      WHERE blocks.id = r.id`
}
