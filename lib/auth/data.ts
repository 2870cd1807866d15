import 'server-only'
import type { NextRequest } from 'next/server'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { sha256 } from '@/lib/request'
import { isSessionLive, isSightingDue, memberCookieName } from './rules'

export type Admin = { id: number; username: string }

type Row = Admin & { createdAt: Date; lastSeenAt: Date; now: Date }

// 32 bytes in base64url. Anything else was never issued here and is not worth a query.
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/**
 * The administrator whose session cookie holds `token`; null when there is none, it is forged,
 * signed out, expired (12 h since sign-in, 60 min since last seen, by the database's clock: those
 * of several instances differ) or the account is disabled.
 */
export async function adminOfToken(token: string | null): Promise<Admin | null> {
  if (!token || !TOKEN.test(token)) return null
  const session = sha256(token)
  const rows = await db().$queryRaw<Row[]>`
    SELECT u.id, u.username, s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt", now() AS now
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${session} AND s.kind = 'admin' AND u.disabled_at IS NULL AND s.expires_at > now()`
  const row = rows[0]
  if (!row || !isSessionLive(row, row.now)) return null
  if (isSightingDue(row.lastSeenAt, row.now))
    await db().$executeRaw`UPDATE sessions SET last_seen_at = now() WHERE id = ${session}`
  return { id: row.id, username: row.username }
}

/**
 * The email, in lower case, that the caller has proven to own by a code from its inbox (decision
 * E2); null without a live session. Proven is not member: ask `isActiveMember` too.
 */
export async function provenEmailOf(request: NextRequest): Promise<string | null> {
  const token = request.cookies.get(memberCookieName(env().SITE_URL.startsWith('https://')))?.value
  if (!token || !TOKEN.test(token)) return null
  const [row] = await db().$queryRaw<{ email: string }[]>`
    SELECT email FROM sessions WHERE id = ${sha256(token)} AND kind = 'member' AND expires_at > now()`
  return row?.email ?? null
}
