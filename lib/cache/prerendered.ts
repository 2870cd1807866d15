import 'server-only'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { CONTENT_TAGS, type ContentTag } from './content-versions'
import { env } from '@/lib/env'
import { pool } from '@/lib/pool'

/** What a build rendered: the site's address, and a fingerprint of the content of each tag. */
export type BuildFingerprint = { siteUrl: string; content: Partial<Record<ContentTag, string>> }

export type FinishedPages = {
  drop(): void
  /** How many there are, their size in bytes, and the counts of hits and misses. */
  state(): { pages: number; bytes: number; hits: number; misses: number }
}

// Our server and Next's handlers are two bundles in one process.
const holder = globalThis as { studioSecret?: Buffer; studioPages?: FinishedPages }

/** Gives them to the route handlers of this process. */
export const setFinishedPages = (pages: FinishedPages): void => void (holder.studioPages = pages)

/** Undefined where our server does not run (on a platform, in development). */
export const finishedPages = (): FinishedPages | undefined => holder.studioPages

/** By tag; tags without content are missing. */
export async function contentFingerprint(): Promise<BuildFingerprint> {
  // Whole rows as text: whatever column a page shows, a change of it changes the fingerprint.
  // Updated-at columns make sure that another database with the same texts counts as another
  // content.
  const { rows } = await pool().query<{ tag: ContentTag; fingerprint: string }>(`
    SELECT tag, md5(string_agg(line, ';' ORDER BY line)) AS fingerprint FROM (
      SELECT 'services' AS tag, s::text AS line FROM services s
      UNION ALL SELECT 'services', 'set' || t::text FROM price_sets t WHERE t.valid_from <= now()
      UNION ALL SELECT 'rooms', r::text FROM studios r
      UNION ALL SELECT 'rooms', 'serves' || r::text FROM service_rooms r
      UNION ALL SELECT 'holidays', h::text FROM holidays h
      UNION ALL SELECT 'blocks', b::text FROM blocks b
      UNION ALL SELECT 'settings', s::text FROM settings s
      UNION ALL SELECT 'codes', concat(c::text, (SELECT count(*) >= c.max_uses FROM bookings b
        WHERE b.code_id = c.id AND b.status <> 'cancelled')) FROM codes c
      UNION ALL SELECT 'portfolio', p::text FROM portfolio_items p
      UNION ALL SELECT 'blog', p::text FROM blog_posts p
    ) AS lines GROUP BY tag`)
  const content = Object.fromEntries(rows.map(({ tag, fingerprint }) => [tag, fingerprint]))
  return { siteUrl: env().SITE_URL, content }
}

/** Those that differ between a build and now; null for all: all pages carry the site's address. */
export const staleTags = (built: BuildFingerprint, now: BuildFingerprint): ContentTag[] | null =>
  built.siteUrl === now.siteUrl
    ? CONTENT_TAGS.filter((tag) => built.content[tag] !== now.content[tag])
    : null

/** By which our server authenticates to its own route; it never leaves this process. */
export function newServerSecret(): string {
  holder.studioSecret = randomBytes(32)
  return holder.studioSecret.toString('base64url')
}

/** Always false where our server does not run (Vercel). */
export function isServerSecret(text: string | null): boolean {
  const given = Buffer.from(text ?? '', 'base64url')
  const own = holder.studioSecret
  return own !== undefined && given.length === own.length && timingSafeEqual(given, own)
}
