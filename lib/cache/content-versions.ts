import 'server-only'
import { logFailure } from '@/lib/outage'
import { pool } from '@/lib/pool'
import { markContentFresh } from './remembered'

/** The tags of all that administrators edit; triggers on the tables count up the version of each. */
export const CONTENT_TAGS = [
  'services',
  'holidays',
  'rooms',
  'blocks',
  'settings',
  'codes',
  'blog',
  'portfolio',
] as const
export type ContentTag = (typeof CONTENT_TAGS)[number]
type Versions = ReadonlyMap<string, string>

const POLL_MS = 500
// Changes often come in groups, and each read of the versions takes time.
const AFTER_CHANGE_MS = 200
// A page that was being rendered while its content changed is finished, and cached, after its tag
// was expired. So the tag is expired again with every read for as long as renderings take, and once
// more when even the slowest must have ended.
const RENDERING_MS = 3_000
const SLOWEST_ANSWER_MS = 30_000

/**
 * By tag; those that were never changed are missing. That of the services moves also when a set of
 * prices begins to hold, although nothing is written then (docs/decisions/050).
 */
export async function contentVersions(): Promise<Versions> {
  const { rows } = await pool().query<{ tag: string; version: string }>(`
    SELECT tag, CASE WHEN tag <> 'services' THEN version::text ELSE concat(version, ':',
      (SELECT count(*) FROM price_sets WHERE valid_from <= clock_timestamp())) END AS version
    FROM content_versions`)
  return new Map(rows.map(({ tag, version }) => [tag, version]))
}

export const movedTags = (before: Versions, now: Versions): ContentTag[] =>
  CONTENT_TAGS.filter((tag) => before.get(tag) !== now.get(tag))

/**
 * Watches the database for content that was changed, by whomever, and calls `expire` with its tags:
 * within a second, and again for pages that were being rendered. `versions` are those that the
 * cache was made from. While the database is away nothing is expired and no change is lost.
 */
export function followContent(
  versions: Versions,
  expire: (tags: ContentTag[]) => Promise<void>,
): { stop(): void } {
  let known = versions
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const changed = new Map<ContentTag, number>()
  const age = (tag: ContentTag) => performance.now() - (changed.get(tag) ?? 0)

  const look = async () => {
    try {
      const begun = performance.now()
      const now = await contentVersions()
      for (const tag of movedTags(known, now)) changed.set(tag, performance.now())
      const tags = [...changed.keys()]
      const fresh = tags.filter((tag) => age(tag) < RENDERING_MS)
      const last = tags.filter((tag) => age(tag) >= SLOWEST_ANSWER_MS)
      if (fresh.length + last.length > 0) await expire([...fresh, ...last])
      // Only after it worked: a tag whose expiry failed is tried again.
      for (const tag of last) changed.delete(tag)
      known = now
      markContentFresh(begun)
    } catch (error) {
      logFailure({}, 'content: could not look for changes', error)
    }
    const pause = changed.size > 0 ? AFTER_CHANGE_MS : POLL_MS
    if (!isStopped) timer = setTimeout(look, pause).unref()
  }
  timer = setTimeout(look, POLL_MS).unref()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
