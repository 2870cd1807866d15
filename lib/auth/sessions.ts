import 'server-only'
import { randomBytes } from 'node:crypto'
import { sessionSeconds } from '@/lib/credentials'
import { db, transaction, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { sha256 } from '@/lib/http/request'
import type { Origin } from './browser'
import { MEMBER_SESSION_SECONDS } from './rules'
import type { SessionLine } from './schema'

export type Person = { userId: number } | { email: string }

type Standing = { password: string; totpSecret: string | null; twoStep: boolean }

/**
 * An account as it is now, locked until the session that begins in it is there: whatever ends all of its
 * sessions came first and is seen here, or waits and ends this one too. Null when it is shut.
 */
export async function lockedAccount(tx: Tx, userId: number): Promise<Standing | null> {
  const [account] = await tx.$queryRaw<Standing[]>`
    SELECT password, totp_secret AS "totpSecret", totp_confirmed_at IS NOT NULL AS "twoStep"
    FROM users WHERE id = ${userId} AND disabled_at IS NULL FOR UPDATE`
  return account ?? null
}

const lockAccount = (tx: Pick<Tx, '$queryRaw'>, userId: number) =>
  tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`

/**
 * Locks an account and then its session in which something lasting is made for it: whatever ends the
 * session came first, or waits and finds what was made. Throws unauthorized when it has ended.
 */
export async function lockSession(
  tx: Tx,
  userId: number,
  token: string,
): Promise<{ trusted: boolean }> {
  await lockAccount(tx, userId)
  const [standing] = await tx.$queryRaw<{ trusted: boolean }[]>`
    SELECT trusted FROM sessions WHERE id = ${sha256(token)} AND user_id = ${userId} FOR KEY SHARE`
  if (!standing) throw new Problem('unauthorized')
  return standing
}

// Longer than a browser waits for an answer.
const AGAIN_SECONDS = 300

/**
 * What counts once and began a session, as it is kept. The first is known to nobody but the browser that
 * sends it: its cookie, the token of its session, or an invitation.
 */
export const shownBy = (secret: string, ...shown: (string | null | undefined)[]): string =>
  sha256(['begun with', secret, ...shown.map((part) => part ?? '')].join('\n'))

export type SessionAgain = { token: string; trusted: boolean; userId: number | null }

/**
 * A new token for the session that was begun with the very same, whose answer was lost: what is sent again
 * in the next minutes is done, and not refused because its code was used. Null where none was, or it has
 * ended.
 */
export async function sessionAgain(begunWith: string): Promise<SessionAgain | null> {
  const token = newSessionToken()
  const [found] = await db().$queryRaw<Omit<SessionAgain, 'token'>[]>`
    UPDATE sessions SET id = ${sha256(token)} WHERE id = (
      SELECT id FROM sessions WHERE begun_with = ${begunWith} AND expires_at > now()
        AND proved_at > now() - make_interval(secs => ${AGAIN_SECONDS})
      ORDER BY proved_at DESC LIMIT 1 FOR UPDATE)
    RETURNING trusted, user_id AS "userId"`
  return found ? { token, ...found } : null
}

/** What a sign-in that was refused returns after all: as `sessionAgain`. Throws every other error. */
export const orSessionAgain =
  (begunWith: string | null) =>
  async (refused: unknown): Promise<string> => {
    const isRefusal = refused instanceof Problem && refused.status < 500
    const again = isRefusal && begunWith !== null ? await sessionAgain(begunWith) : null
    if (again === null) throw refused
    return again.token
  }

/** Whether a proof of identity has just given the session of this token another one. */
export async function wasReplaced(token: string | null): Promise<boolean> {
  if (token === null) return false
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM sessions WHERE replaces = ${sha256(token)}
      AND proved_at > now() - make_interval(secs => ${AGAIN_SECONDS})`
  return rows.length > 0
}

const newSessionToken = (): string => randomBytes(32).toString('base64url')

type Begun = {
  trusted?: boolean
  /** Of `shownBy`, where something of it counts once. */
  begunWith?: string | null
  /** The token that the browser had until now. */
  replaces?: string
}

/**
 * Returns the token for the cookie, of which only the hash is stored. The caller has authenticated
 * the user. An administrator's session lasts as `sessionSeconds`, a member's 30 days.
 */
export async function startSession(
  tx: Tx,
  person: Person,
  origin: Origin,
  { trusted = false, begunWith = null, replaces }: Begun = {},
): Promise<string> {
  const token = newSessionToken()
  const isAdmin = 'userId' in person
  const [kind, seconds] = isAdmin
    ? ['admin', sessionSeconds(trusted).absolute]
    : ['member', MEMBER_SESSION_SECONDS]
  await tx.$executeRaw`
    INSERT INTO sessions (id, kind, user_id, email, trusted, begun_with, replaces, browser, system,
      network, expires_at)
    VALUES (${sha256(token)}, ${kind},
      ${isAdmin ? person.userId : null}::int, ${isAdmin ? null : person.email}, ${isAdmin && trusted},
      ${begunWith}, ${replaces === undefined ? null : sha256(replaces)}, ${origin.browser},
      ${origin.system}, ${origin.network}, now() + make_interval(secs => ${seconds}))`
  return token
}

/** A member's sessions are those of every spelling of their mailbox. */
async function ofPerson(person: Person, client: Pick<Tx, '$queryRaw'> = db()) {
  if ('userId' in person) return { kind: 'admin', userId: person.userId }
  const rows = await client.$queryRaw<{ email: string }[]>`
    SELECT DISTINCT email FROM sessions
    WHERE kind = 'member' AND mailbox_of(email) = mailbox_of(${person.email}::text)`
  return { kind: 'member', email: { in: rows.map(({ email }) => email) } }
}

/** Which sessions of administrators are valid at `now`, as `isSessionLive` says of one. */
export const liveAdminSessions = (now: Date) => ({
  expiresAt: { gt: now },
  OR: [true, false].map((trusted) => ({
    trusted,
    lastSeenAt: { gt: new Date(now.getTime() - sessionSeconds(trusted).idle * 1000) },
  })),
})

/** Valid at `now`, most recently used first. `token` is the requesting browser's. */
export async function sessionsOf(
  person: Person,
  token: string | null,
  now: Date,
): Promise<SessionLine[]> {
  const rows = await db().session.findMany({
    where: {
      ...(await ofPerson(person)),
      ...('userId' in person ? liveAdminSessions(now) : { expiresAt: { gt: now } }),
    },
    orderBy: [{ lastSeenAt: 'desc' }, { publicId: 'asc' }],
  })
  const current = token === null ? null : sha256(token)
  return rows.map((row) => ({
    id: row.publicId,
    browser: row.browser,
    system: row.system,
    network: row.network,
    trusted: row.trusted,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    current: row.id === current,
  }))
}

/** Ends one of the owner's own sessions by its public id. Throws not_found for any other. */
export async function endSession(person: Person, id: string): Promise<void> {
  const where = { ...(await ofPerson(person)), publicId: id }
  const { count } = await db().session.deleteMany({ where })
  if (count === 0) throw new Problem('not_found')
}

/**
 * Ends every session of a person, and what the calendars of an administrator read: it is as secret, and
 * lasts longer. The account is locked first: a session or an address that is just being made in it is
 * waited for and ends too.
 */
export async function endAllSessions(tx: Tx, person: Person): Promise<void> {
  if ('userId' in person) await lockAccount(tx, person.userId)
  await tx.session.deleteMany({ where: await ofPerson(person, tx) })
  if ('userId' in person) await tx.calendarAddress.deleteMany({ where: { userId: person.userId } })
}

/** Ends one administrator's session; an unknown token ends nothing. */
export async function signOut(token: string, tx: Pick<Tx, 'session'> = db()): Promise<void> {
  await tx.session.deleteMany({ where: { id: sha256(token), kind: 'admin' } })
}

/**
 * Ends every session of the administrator whose session this is, also when it has run out: nobody must
 * think that the others have ended because this one had. False for an unknown token, of which nothing ends.
 */
export const signOutEverywhere = (token: string | null): Promise<boolean> =>
  transaction(async (tx) => {
    const id = token === null ? '' : sha256(token)
    const session = await tx.session.findUnique({ where: { id }, select: { userId: true } })
    if (!session?.userId) return false
    await endAllSessions(tx, { userId: session.userId })
    return true
  })

/** Ends one member's session; an unknown token ends nothing. */
export async function endMemberSession(token: string): Promise<void> {
  await db().session.deleteMany({ where: { id: sha256(token), kind: 'member' } })
}
