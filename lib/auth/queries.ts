import 'server-only'
import type { NextRequest } from 'next/server'
import { databaseNow, db } from '@/lib/db'
import { env } from '@/lib/env'
import { sha256 } from '@/lib/http/request'
import type { Admin, AdminName } from '@/lib/http/route'
import {
  adminCookieName,
  isSessionLive,
  isSightingDue,
  memberCookieName,
  PROOF_SECONDS,
  type Way,
} from './rules'

export type SignedIn = Admin & {
  /** On a device of their own: the session lasts longer. */
  trusted: boolean
  /** They have proven who they are in the last ten minutes. */
  proven: boolean
  /** Two-step sign-in; `put_off`: its offer was dismissed. */
  secondStep: 'on' | 'off' | 'put_off'
}
type Row = SignedIn & { createdAt: Date; lastSeenAt: Date; now: Date }

/**
 * The time by which sessions, codes and invitations count: the database's. One instance makes them and
 * another, whose clock may be wrong, shows them or has them typed in; so has an authenticator app.
 */
export const codeTime = (): Promise<Date> => databaseNow()

// 32 bytes in base64url. Anything else was never issued here and needs no query.
export const TOKEN = /^[A-Za-z0-9_-]{43}$/

/**
 * Null when the session is unknown, forged, signed out or expired (`isSessionLive`, by the database's
 * clock, because instances' clocks differ), or the account is disabled.
 */
export async function adminOfToken(token: string | null): Promise<SignedIn | null> {
  if (!token || !TOKEN.test(token)) return null
  const session = sha256(token)
  const rows = await db().$queryRaw<Row[]>`
    SELECT u.id, u.username, u.role, s.trusted,
      s.proved_at > now() - make_interval(secs => ${PROOF_SECONDS}) AS proven,
      CASE WHEN u.totp_confirmed_at IS NOT NULL THEN 'on'
        WHEN u.second_step_put_off_at IS NOT NULL THEN 'put_off' ELSE 'off' END AS "secondStep",
      s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt", now() AS now
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${session} AND s.kind = 'admin' AND u.disabled_at IS NULL AND s.expires_at > now()`
  const row = rows[0]
  if (!row || !isSessionLive(row, row.now)) return null
  if (isSightingDue(row.lastSeenAt, row.now))
    await db().$executeRaw`UPDATE sessions SET last_seen_at = now() WHERE id = ${session}`
  const { id, username, role, trusted, proven, secondStep } = row
  return { id, username, role, trusted, proven, secondStep }
}

/** How an administrator can prove who they are once more: with what also signs them in. */
export async function waysOf({ id }: AdminName): Promise<Way[]> {
  const [user] = await db().$queryRaw<{ twoStep: boolean; passkeys: boolean }[]>`
    SELECT totp_confirmed_at IS NOT NULL AS "twoStep",
      EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id) AS passkeys
    FROM users u WHERE id = ${id}`
  return [...(user?.passkeys ? ['passkey' as const] : []), user?.twoStep ? 'code' : 'password']
}

const cookieOf = (request: NextRequest, name: (secure: boolean) => string): string | null =>
  request.cookies.get(name(env().SITE_URL.startsWith('https://')))?.value ?? null

/** The token in a request's administrator cookie, valid or not; null without one. */
export const adminTokenOf = (request: NextRequest): string | null =>
  cookieOf(request, adminCookieName)

/** The token in a request's member cookie, valid or not; null without one. */
export const memberTokenOf = (request: NextRequest): string | null =>
  cookieOf(request, memberCookieName)

/** In lower case; null without a valid session. Need not be a member's: check `isActiveMember` too. */
export async function provenEmailOf(request: NextRequest): Promise<string | null> {
  const token = memberTokenOf(request)
  if (!token || !TOKEN.test(token)) return null
  const session = sha256(token)
  const [row] = await db().$queryRaw<{ email: string; lastSeenAt: Date; now: Date }[]>`
    SELECT email, last_seen_at AS "lastSeenAt", now() AS now FROM sessions
    WHERE id = ${session} AND kind = 'member' AND expires_at > now()`
  if (!row) return null
  if (isSightingDue(row.lastSeenAt, row.now))
    await db().$executeRaw`UPDATE sessions SET last_seen_at = now() WHERE id = ${session}`
  return row.email
}
