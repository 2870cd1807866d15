import 'server-only'
import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { recordChange } from '@/lib/audit'
import { db, transaction, type Tx } from '@/lib/db'
import { env } from '@/lib/env'
import type { Locale } from '@/lib/i18n/routing'
import { queueMail } from '@/lib/mail/mutations'
import { Problem } from '@/lib/problem'
import { hit } from '@/lib/rate-limit'
import { sha256 } from '@/lib/request'
import { studioTime } from '@/lib/time'
import type { Admin } from './data'
import { limitSecondStep, takeSecondStep } from './second-step'
import {
  CODE_DIGITS,
  CODE_SECONDS,
  CODE_TRIES,
  MEMBER_SESSION_SECONDS,
  SESSION_ABSOLUTE_SECONDS,
  signInDelay,
} from './rules'
import type { MemberSignIn, SignIn } from './schema'

const WINDOW_SECONDS = 15 * 60
const PER_ADDRESS = { name: 'sign-in', max: 20, seconds: WINDOW_SECONDS }
const PER_PAIR = { name: 'sign-in-pair', max: 5, seconds: WINDOW_SECONDS }

// OWASP's minimum for argon2id, about 20 ms here; argon2id is the library's default algorithm.
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// The hash of a password nobody has, at the same cost: without it an unknown username would answer
// 20 ms sooner.
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$2o5Wpm3sN+m9qfxoVvyBWg$8bRu5JPXGzuq0EfPjaK8JuTHu8urD04xTaCKBygmxxs'

/**
 * Signs an administrator in from `address`; returns the new session's token for the cookie. Refuses
 * with 429 before any hashing (5 attempts in 15 min per address and username, 20 per address) and
 * with the same 401, after the same work, for a wrong password, an unknown username and a disabled
 * account. With two-step sign-in the right password alone gets a 401 that asks for the code.
 */
export async function signIn({
  username,
  password,
  code = null,
  address,
  now = new Date(),
}: SignInAttempt): Promise<string> {
  // Hashed, because people type their password into the wrong field and these keys stay for days.
  const who = sha256(username)
  const pair = `${address}:${who}`
  const retryAfter = (await hit(PER_ADDRESS, address)) || (await hit(PER_PAIR, pair))
  if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
  await wait(signInDelay(await countAttempt(who), env().RATE_LIMIT_SCALE) * 1000)

  const user = await db().user.findUnique({
    where: { username },
    select: { id: true, password: true, disabledAt: true, totpSecret: true, totpConfirmedAt: true },
  })
  const matches = await verify(user?.password ?? NOBODY, password)
  if (!user || !matches || user.disabledAt)
    throw new Problem('unauthorized', { sentence: 'sign_in_failed' })
  const secret = user.totpConfirmedAt && user.totpSecret
  if (secret) await limitSecondStep(user.id, code)

  return transaction(async (tx) => {
    if (secret) await takeSecondStep(tx, { id: user.id, username, secret }, code ?? '', now)
    // The owner's own slips are forgiven. The address's count stays: it may be guessing other
    // names.
    await tx.rateLimit.deleteMany({
      where: { key: { in: [`${PER_PAIR.name}:${pair}`, delayKey(who)] } },
    })
    return startAdminSession(tx, user.id)
  })
}

type SignInAttempt = Omit<SignIn, 'code'> & { code?: string | null; address: string; now?: Date }

/**
 * Begins an administrator's session; returns the token for the cookie. The caller has checked who
 * they are.
 */
export async function startAdminSession(tx: Tx, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.$executeRaw`
    INSERT INTO sessions (id, kind, user_id, expires_at)
    VALUES (${sha256(token)}, 'admin', ${userId}, now() + make_interval(secs => ${SESSION_ABSOLUTE_SECONDS}))`
  return token
}

const delayKey = (who: string) => `sign-in-delay:${who}`

/**
 * Counts one more attempt in a row on a username, from wherever, and returns how many there are
 * now.
 */
async function countAttempt(who: string): Promise<number> {
  const rows = await db().$queryRaw<{ hits: number }[]>`
    INSERT INTO rate_limits AS r (key, hits, resets_at)
    VALUES (${delayKey(who)}, 1, now() + make_interval(secs => ${WINDOW_SECONDS}))
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN r.resets_at <= now() THEN 1 ELSE r.hits + 1 END, resets_at = excluded.resets_at
    RETURNING hits`
  return rows[0]?.hits ?? 1
}

/** Ends one session; a token that is none ends nothing. */
export async function signOut(token: string): Promise<void> {
  await db().session.deleteMany({ where: { id: sha256(token), kind: 'admin' } })
}

/** Ends every session of an administrator, this one too. */
export async function signOutEverywhere(userId: number): Promise<void> {
  await db().session.deleteMany({ where: { userId, kind: 'admin' } })
}

const PER_INBOX = { name: 'member-code-email', max: 5, seconds: WINDOW_SECONDS }

/**
 * Sends a six-digit code to an email, whoever owns it: member or stranger, the same work and the
 * same answer, so that nobody learns who is a member (decision E2). Any earlier code of that email
 * is void from here on. Refuses with 429 after 5 in 15 min for one email. The caller has counted
 * the address.
 */
export async function sendMemberCode(email: string, locale: Locale, now: Date): Promise<void> {
  const retryAfter = await hit(PER_INBOX, sha256(email))
  if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const codeHash = await hash(code, ARGON) // a million codes are too few for anything faster
  const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000)
  await transaction(async (tx) => {
    const { id } = await tx.signInCode.create({
      data: { email, codeHash, createdAt: now, expiresAt },
    })
    const payload = { code, until: studioTime(expiresAt) }
    await queueMail(tx, {
      kind: 'sign_in_code',
      payload,
      recipient: email,
      locale,
      dedupeKey: `sign_in_code:${id}`,
    })
  })
}

/**
 * Proves an email by the code that was sent to it; returns the new session's token for the cookie.
 * Only the newest code counts, for 10 minutes, 5 tries and one use, whatever arrives at once.
 * Refuses with the same 401 in every other case.
 */
export async function signInMember({
  email,
  code,
  now,
}: MemberSignIn & { now: Date }): Promise<string> {
  const [sent] = await db().$queryRaw<{ id: number; code_hash: string }[]>`
    UPDATE sign_in_codes SET tries = tries + 1
    WHERE id = (SELECT max(id) FROM sign_in_codes WHERE email = ${email})
      AND used_at IS NULL AND expires_at > ${now.toISOString()}::timestamptz AND tries < ${CODE_TRIES}
    RETURNING id, code_hash`
  const matches = await verify(sent?.code_hash ?? NOBODY, code)
  const wrong = new Problem('unauthorized', {
    sentence: 'code_wrong',
    fields: { code: 'code_wrong' },
  })
  if (!sent || !matches) throw wrong
  return transaction(async (tx) => {
    const { count } = await tx.signInCode.updateMany({
      where: { id: sent.id, usedAt: null },
      data: { usedAt: now },
    })
    if (count === 0) throw wrong
    return startMemberSession(tx, email)
  })
}

/**
 * Begins the session of an email whose owner has proven it; returns the token for the cookie. The
 * caller has checked the proof.
 */
export async function startMemberSession(tx: Tx, email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.$executeRaw`
    INSERT INTO sessions (id, kind, email, expires_at)
    VALUES (${sha256(token)}, 'member', ${email}, now() + make_interval(secs => ${MEMBER_SESSION_SECONDS}))`
  return token
}

/** Ends one member's session; a token that is none ends nothing. */
export async function endMemberSession(token: string): Promise<void> {
  await db().session.deleteMany({ where: { id: sha256(token), kind: 'member' } })
}

/** The hash a password is kept as. */
export const hashPassword = (password: string): Promise<string> => hash(password, ARGON)

// Who adds administrators and resets passwords: whoever has the server's command line. No username
// can be written like this.
const OPERATOR = '(operator)'

/**
 * Adds an administrator; null when the username is taken. Trusts that both passed `newAdminShape`.
 */
export async function createAdmin(username: string, password: string): Promise<Admin | null> {
  const hashed = await hashPassword(password)
  return transaction(async (tx) => {
    const [admin] = await tx.$queryRaw<Admin[]>`
      INSERT INTO users (username, password) VALUES (${username}, ${hashed})
      ON CONFLICT (username) DO NOTHING RETURNING id, username`
    if (!admin) return null
    await recordChange(tx, {
      actor: OPERATOR,
      action: 'create',
      entity: 'user',
      entityId: admin.id,
      before: null,
      after: { username },
    })
    return admin
  })
}

/**
 * Creates the first administrator from ADMIN_USERNAME and ADMIN_PASSWORD when there is none yet;
 * returns it, or null when there was nothing to do. Never touches an existing account: a password
 * changed later must survive a restart.
 */
export async function ensureFirstAdmin(): Promise<Admin | null> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = env()
  if (!username || !password || (await db().user.count()) > 0) return null
  return createAdmin(username, password)
}

/**
 * Sets a new password and ends every session of that administrator; false when there is no such
 * username.
 */
export async function changePassword(username: string, password: string): Promise<boolean> {
  const hashed = await hashPassword(password)
  return transaction(async (tx) => {
    const [user] = await tx.user.updateManyAndReturn({
      where: { username },
      data: { password: hashed },
      select: { id: true },
    })
    if (!user) return false
    await tx.session.deleteMany({ where: { userId: user.id } })
    await recordChange(tx, {
      actor: OPERATOR,
      action: 'password',
      entity: 'user',
      entityId: user.id,
      before: null,
      after: null,
    })
    return true
  })
}
