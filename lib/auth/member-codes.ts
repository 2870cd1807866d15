import 'server-only'
import { randomInt, timingSafeEqual } from 'node:crypto'
import { db, transaction, type Tx } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { queueMail } from '@/lib/mail/outbox'
import { Problem } from '@/lib/problem'
import { hit, hitAll, inboxHash } from '@/lib/http/rate-limit'
import { sha256 } from '@/lib/http/request'
import { studioDate, studioTime } from '@/lib/time'
import { isKnownBrowser, memberAccount, rememberBrowser, type Origin } from './browser'
import { CODE_LETTERS } from '@/lib/credentials'
import { CODE_DIGITS, CODE_SECONDS, CODE_TRIES, LONG_CODE } from './rules'
import type { MemberSignIn } from './schema'
import { orSessionAgain, sessionAgain, shownBy, startSession } from './sessions'

// At most ten codes a day are sent to one inbox. Strangers can use up seven of them; the other
// three are reserved for browsers in which the inbox was proven before.
const PER_INBOX = { name: 'member-code-email', max: 7, seconds: 86_400 }
const BEFORE_LAST = { name: 'member-code-before-last', max: 6, seconds: 86_400 }
const PER_OWN_INBOX = { name: 'member-code-own', max: 3, seconds: 86_400 }
// All inboxes together, of browsers in which they were never proven: whoever has many networks must
// not use up what the mail server takes in a day.
const IN_ALL = { name: 'member-code-all', max: 300, seconds: 3600 }

// Useless to somebody who can read the database: the browser's token, which is not stored, has 256
// bits.
const hashOf = (browser: string, email: string, code: string): string =>
  sha256([browser, email, code].join('\n'))

type Issue = {
  /** What the code is for: a member's email, or the account of an administrator. */
  subject: string
  recipient: string
  browser: string
  /** The code; six digits when absent. */
  code?: string
  uses?: number
  seconds?: number
  locale: Locale
  unproven: boolean
  now: Date
}

const sixDigits = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

// The long code as people read it.
const inGroups = (code: string): string =>
  code.length === CODE_DIGITS ? code : (code.match(/.{1,4}/g) ?? []).join('-')

/** Stores a code and queues the mail that carries it. The caller has applied the limits. */
export async function issueCode(issue: Issue): Promise<void> {
  const { subject, recipient, browser, locale, unproven, now } = issue
  const { code = sixDigits(), uses, seconds = CODE_SECONDS } = issue
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  await transaction(async (tx) => {
    const { id } = await tx.signInCode.create({
      data: {
        email: subject,
        browserHash: sha256(browser),
        codeHash: hashOf(browser, subject, code),
        createdAt: now,
        expiresAt,
      },
    })
    await queueMail(tx, {
      kind: 'sign_in_code',
      payload: {
        code: inGroups(code),
        until: studioTime(expiresAt),
        ...(studioDate(expiresAt) !== studioDate(now) && { untilDate: studioDate(expiresAt) }),
        ...(uses !== undefined && { uses }),
        expiresAt: expiresAt.toISOString(),
      },
      recipient,
      locale,
      unproven,
      dedupeKey: `sign_in_code:${id}`,
    })
  })
}

type Typed = { subject: string; browser: string; code: string; now: Date }

/**
 * The id of the code that was typed, which the caller marks as used in the transaction of what it
 * allows; else null. Only the newest code that this browser requested is valid, for 10 minutes and
 * 5 tries, even under concurrent requests.
 */
export async function typedCode({ subject, browser, code, now }: Typed): Promise<number | null> {
  const [sent] = await db().$queryRaw<{ id: number; code_hash: string }[]>`
    UPDATE sign_in_codes SET tries = tries + 1
    WHERE id = (SELECT max(id) FROM sign_in_codes
        WHERE browser_hash = ${sha256(browser)} AND email = ${subject})
      AND used_at IS NULL AND expires_at > ${now.toISOString()}::timestamptz AND tries < ${CODE_TRIES}
    RETURNING id, code_hash`
  return sent && isSame(sent.code_hash, hashOf(browser, subject, code)) ? sent.id : null
}

export async function spendCode(tx: Tx, id: number, now: Date): Promise<boolean> {
  const spent = await tx.$executeRaw`
    UPDATE sign_in_codes SET
      tries = CASE WHEN browser_hash = ${sha256(ANY_BROWSER)} THEN tries + 1 ELSE tries END,
      used_at = CASE WHEN browser_hash <> ${sha256(ANY_BROWSER)} OR tries + 1 >= ${LONG_CODE_USES}
        THEN ${now.toISOString()}::timestamptz END
    WHERE id = ${id} AND used_at IS NULL`
  return spent > 0
}

type Request = {
  email: string
  /** The token of the requesting browser's cookie. */
  browser: string
  locale: Locale
  now: Date
}

/** Runs work for which the answer must not wait: it would tell by its time what was found. */
export type Defer = (work: () => Promise<void>) => unknown

/**
 * Sends a six-digit code. Member or not, the work and the answer are the same, so that nobody
 * learns who is a member. The code is valid only in the browser that requested it, until that
 * browser requests another. Refuses with 429 after 7 a day for one inbox (10 for a browser that has
 * proven the email) and after 300 an hour for all browsers that have not. The caller has applied
 * the limit per address. The last of the seven, to an email that was proven before, is a long code
 * that counts in any browser, so that others who ask cannot lock its owner out; when the seven went
 * to other spellings of the inbox, it is sent with the first refusal.
 */
export async function sendMemberCode(
  { email, browser, locale, now }: Request,
  later: Defer = (work) => work(),
): Promise<void> {
  const inbox = inboxHash(email)
  const known = await isKnownBrowser(browser, memberAccount(email))
  const hasOwnLeft = known && (await hit(PER_OWN_INBOX, inbox)) === 0
  const shared = [[PER_INBOX, inbox], ...(known ? [] : [[IN_ALL, 'all'] as const])] as const
  const retryAfter = hasOwnLeft ? 0 : await hitAll(shared)
  const isLast = !hasOwnLeft && (await hit(BEFORE_LAST, inbox)) > 0
  if (retryAfter) {
    await later(() => sendLongCode({ email, locale, now }).then(() => undefined))
    throw new Problem('too_many_requests', {
      retryAfter,
      sentence: 'code_limit',
      data: { codeRequired: true },
    })
  }
  if (isLast && (await sendLongCode({ email, locale, now }))) return
  await issueCode({ subject: email, recipient: email, browser, locale, unproven: !known, now })
}

// In the place of a browser's token, which has 43 characters.
const ANY_BROWSER = 'any'
const LONG_CODE_USES = 3
const LONG_CODES = { name: 'member-code-long', max: 1, seconds: 86_400 }

// 74 bits: no number of tries finds one, so that no bound on tries can be used up by others.
const longCode = (): string =>
  Array.from({ length: LONG_CODE }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** Sends the day's long code to an email that was proven before; false when it sent none. */
async function sendLongCode({ email, locale, now }: Omit<Request, 'browser'>): Promise<boolean> {
  const [proven] = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM known_browsers WHERE account_hash = ${memberAccount(email)}
    UNION ALL
    SELECT 1 FROM memberships WHERE customer_email = ${email} AND email_proven_at IS NOT NULL
    LIMIT 1`
  if (proven === undefined || (await hit(LONG_CODES, sha256(email))) > 0) return false
  const [browser, code] = [ANY_BROWSER, longCode()]
  const about = { code, uses: LONG_CODE_USES, seconds: LONG_CODES.seconds }
  const issue = { subject: email, recipient: email, browser, locale, now, ...about }
  await issueCode({ ...issue, unproven: false })
  return true
}

async function typedLongCode({ subject, code, now }: Omit<Typed, 'browser'>) {
  const [sent] = await db().$queryRaw<{ id: number }[]>`
    SELECT id FROM sign_in_codes WHERE browser_hash = ${sha256(ANY_BROWSER)} AND email = ${subject}
      AND code_hash = ${hashOf(ANY_BROWSER, subject, code)} AND used_at IS NULL
      AND expires_at > ${now.toISOString()}::timestamptz`
  return sent?.id ?? null
}

type Proof = MemberSignIn & { browser: string | null; origin: Origin; now: Date }

/**
 * Returns the token of the new session. Six digits as in `typedCode`, for one use; a long code in
 * any browser, for a day and three uses. `proven` does what follows, in the same transaction.
 * The same once more in the same browser gets the session that it began (`sessionAgain`). Refuses with the
 * same 401 in every other case.
 */
export async function signInMember(
  { email, code, browser, origin, now }: Proof,
  proven: (tx: Tx, email: string, browser: string) => Promise<void>,
): Promise<string> {
  const wrong = new Problem('unauthorized', {
    sentence: 'code_wrong',
    fields: { code: 'code_wrong' },
  })
  if (browser === null) throw wrong
  const begunWith = shownBy(browser, email, code)
  const typed = { subject: email, browser, code, now }
  const isLong = code.length !== CODE_DIGITS
  // Sent again because no answer came, a long code uses up none of its uses.
  const again = isLong ? await sessionAgain(begunWith) : null
  if (again) return again.token
  const id = isLong ? await typedLongCode(typed) : await typedCode(typed)
  if (id === null) return orSessionAgain(begunWith)(wrong)
  return transaction(async (tx) => {
    if (!(await spendCode(tx, id, now))) throw wrong
    await rememberBrowser(tx, browser, memberAccount(email))
    await proven(tx, email, browser)
    return startSession(tx, { email }, origin, { begunWith })
  }).catch(orSessionAgain(begunWith))
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
