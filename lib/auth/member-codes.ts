import 'server-only'
import { randomInt, timingSafeEqual } from 'node:crypto'
import { db, transaction, type Tx } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { queueMail } from '@/lib/mail/outbox'
import { Problem } from '@/lib/problem'
import { hit, hitAll, inboxHash } from '@/lib/http/rate-limit'
import { sha256 } from '@/lib/http/request'
import { studioTime } from '@/lib/time'
import { isKnownBrowser, memberAccount, rememberBrowser, type Origin } from './browser'
import { CODE_DIGITS, CODE_SECONDS, CODE_TRIES } from './rules'
import type { MemberSignIn } from './schema'
import { startSession } from './sessions'

// At most ten codes a day are sent to one inbox. Strangers can use up seven of them; the other
// three are reserved for browsers in which the inbox was proven before.
const PER_INBOX = { name: 'member-code-email', max: 7, seconds: 86_400 }
const PER_OWN_INBOX = { name: 'member-code-own', max: 3, seconds: 86_400 }
// All inboxes together, of browsers in which they were never proven: whoever has many networks must
// not use up what the mail server takes in a day.
const IN_ALL = { name: 'member-code-all', max: 300, seconds: 3600 }

// Useless to somebody who can read the database: the browser's token, which is not stored, has 256
// bits.
const hashOf = (browser: string, email: string, code: string): string =>
  sha256([browser, email, code].join('\n'))

type Request = {
  email: string
  /** The token of the requesting browser's cookie. */
  browser: string
  locale: Locale
  now: Date
}

/**
 * Sends a six-digit code to an email. Member or not, the work and the answer are the same, so that
 * nobody learns who is a member. The code is valid only in the browser that requested it, until
 * that browser requests another. Refuses with 429 after 7 a day for one email; a browser that has
 * proven this email before has 3 more. All browsers in which their
 * email was never proven have 300 an hour together. The caller has applied the limit per address.
 */
export async function sendMemberCode({ email, browser, locale, now }: Request): Promise<void> {
  const inbox = inboxHash(email)
  const known = await isKnownBrowser(browser, memberAccount(email))
  const hasOwnLeft = known && (await hit(PER_OWN_INBOX, inbox)) === 0
  const shared = [[PER_INBOX, inbox], ...(known ? [] : [[IN_ALL, 'all'] as const])] as const
  const retryAfter = hasOwnLeft ? 0 : await hitAll(shared)
  if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000)
  await transaction(async (tx) => {
    const { id } = await tx.signInCode.create({
      data: {
        email,
        browserHash: sha256(browser),
        codeHash: hashOf(browser, email, code),
        createdAt: now,
        expiresAt,
      },
    })
    const payload = { code, until: studioTime(expiresAt) }
    await queueMail(tx, {
      kind: 'sign_in_code',
      payload,
      recipient: email,
      locale,
      unproven: !known,
      dedupeKey: `sign_in_code:${id}`,
    })
  })
}

type Proof = MemberSignIn & { browser: string | null; origin: Origin; now: Date }

/**
 * Proves an email by the code that was sent to it; returns the new session's token for the cookie.
 * Only the newest code requested by this browser is valid, for 10 minutes, 5 tries and one use,
 * even under concurrent requests. `proven` does what follows from the proof, in the same
 * transaction. Refuses with the same 401 in every other case.
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
  const browserHash = sha256(browser)
  const [sent] = await db().$queryRaw<{ id: number; code_hash: string }[]>`
    UPDATE sign_in_codes SET tries = tries + 1
    WHERE id = (SELECT max(id) FROM sign_in_codes WHERE browser_hash = ${browserHash} AND email = ${email})
      AND used_at IS NULL AND expires_at > ${now.toISOString()}::timestamptz AND tries < ${CODE_TRIES}
    RETURNING id, code_hash`
  if (!sent || !isSame(sent.code_hash, hashOf(browser, email, code))) throw wrong
  return transaction(async (tx) => {
    const { count } = await tx.signInCode.updateMany({
      where: { id: sent.id, usedAt: null },
      data: { usedAt: now },
    })
    if (count === 0) throw wrong
    await rememberBrowser(tx, browser, memberAccount(email))
    await proven(tx, email, browser)
    return startSession(tx, { email }, origin)
  })
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
