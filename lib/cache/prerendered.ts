import 'server-only'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/env'
import { pool } from '@/lib/pool'

/** What a build rendered into its pages. */
type Baked = { siteUrl: string; content: string }

/** The finished pages that our server keeps in memory. */
export type FinishedPages = {
  /** Discards all of them: content changed. */
  drop(): void
  /** How many there are, their size in bytes, and the counts of hits and misses. */
  state(): { pages: number; bytes: number; hits: number; misses: number }
}

// Our server and Next's handlers are two bundles in one process.
const holder = globalThis as { studioSecret?: Buffer; studioPages?: FinishedPages }

/** Gives the route handlers of this process access to the pages that our server keeps. */
export const setFinishedPages = (pages: FinishedPages): void => void (holder.studioPages = pages)

/**
 * The pages that our server keeps; undefined where it does not run (on a platform, in development).
 */
export const finishedPages = (): FinishedPages | undefined => holder.studioPages

/**
 * The site's address and a fingerprint of everything in the database that prerendered pages show.
 */
export async function bakedNow(): Promise<Baked> {
  // Whole rows as text: whatever column a page shows, a change of it changes the fingerprint.
  // Updated-at columns make sure that another database with the same texts counts as another
  // content.
  const { rows } = await pool().query<{ content: string }>(`
    SELECT md5(string_agg(line, ';' ORDER BY line)) AS content FROM (
      SELECT 'studio' || s::text AS line FROM studios s
      UNION ALL SELECT 'service' || s::text FROM services s
      UNION ALL SELECT 'holiday' || h::text FROM holidays h
      UNION ALL SELECT 'block' || r::text FROM slot_reservations r WHERE r.kind = 'block'
      UNION ALL SELECT 'setting' || s::text FROM settings s
      UNION ALL SELECT 'portfolio' || p::text FROM portfolio_items p
      UNION ALL SELECT 'post' || p::text FROM blog_posts p
    ) AS lines`)
  return { siteUrl: env().SITE_URL, content: rows[0]?.content ?? 'empty' }
}

/**
 * A new secret by which our server authenticates to its own route; it never leaves this process.
 */
export function newServerSecret(): string {
  holder.studioSecret = randomBytes(32)
  return holder.studioSecret.toString('base64url')
}

/** True for the secret of newServerSecret; always false where our server does not run (Vercel). */
export function isServerSecret(text: string | null): boolean {
  const given = Buffer.from(text ?? '', 'base64url')
  const own = holder.studioSecret
  return own !== undefined && given.length === own.length && timingSafeEqual(given, own)
}
