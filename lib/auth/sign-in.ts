import 'server-only'
import { countFailedAttempt, recordChange } from '@/lib/audit/record'
import { adminAccount, isKnownBrowser, type Origin, rememberBrowser } from '@/lib/auth/browser'
import { DUMMY_HASH, verifyPassword } from '@/lib/auth/passwords'
import { issueCode, spendCode, typedCode, type Defer } from '@/lib/auth/member-codes'
import type { Factor } from '@/lib/auth/rules'
import type { SignInInput } from '@/lib/auth/schema'
import { limitSecondStep, takeSecondStep } from '@/lib/auth/second-step'
import { lockedAccount, orSessionAgain, shownBy, startSession } from '@/lib/auth/sessions'
import { db, transaction, type Tx } from '@/lib/db'
import { networkOf } from '@/lib/http/client-address'
import { hit, hitAll, type Limit } from '@/lib/http/rate-limit'
import { sha256 } from '@/lib/http/request'
import { DEFAULT_LOCALE, type Locale } from '@/lib/i18n/routing'
import { Problem } from '@/lib/problem'
import { currentSite } from '@/lib/settings/queries'
import { pseudonymOf } from '@/lib/secrets/pseudonym'

const WINDOW_SECONDS = 15 * 60
const PER_ADDRESS = { name: 'sign-in', max: 20, seconds: WINDOW_SECONDS }
// A provider hands out an IPv6 /48, which has 65,536 of the /64 networks counted above.
const PER_NETWORK = { name: 'sign-in-network', max: 60, seconds: WINDOW_SECONDS }
const PER_PAIR = { name: 'sign-in-pair', max: 5, seconds: WINDOW_SECONDS }
// How many attempts on an account all browsers that never signed in to it have together.
const PER_ACCOUNT = { name: 'sign-in-account', max: 10, seconds: WINDOW_SECONDS }
const PER_ACCOUNT_DAY = { name: 'sign-in-account-day', max: 50, seconds: 86_400 }
// How many attempts a browser that has signed in to the account before has, regardless of others.
const PER_KNOWN = { name: 'sign-in-known', max: 10, seconds: WINDOW_SECONDS }

export type SignInAttempt = Omit<SignInInput, 'code'> & {
  /** The second step's, where it is on. */
  code?: string | null
  address: string
  browser: string
  origin: Origin
  locale?: Locale
  now: Date
}

/**
 * A session: its token for the cookie, and the factors it was begun with; null where the same request has
 * begun it before.
 */
type SignedIn = { token: string; factors: Factor[] | null }

/**
 * Returns the new session's token and the factors. Refuses with 429 before any hashing: a known
 * browser after 10 attempts in 15 min; all others after 5 for the account and address, 20 per
 * address, 60 per network in 15 min. Refuses with the same 401, after the same work, for a wrong
 * password, an unknown username and a disabled account. With two-step sign-in the right password
 * alone gets a 401 that asks for the code. After 10 attempts in 15 min or 50 a day of unknown
 * browsers on the account, such a browser needs a second proof beside the password: the second step
 * or a code mailed to the studio (docs/decisions/014). The same with a code that was used, once more in the
 * same browser, gets the session that it began. Whatever of the two is wrong or missing, the
 * answer is the same 429, after the same time.
 */
export async function signIn(
  {
    username,
    password,
    code = null,
    address,
    browser,
    origin,
    trusted,
    locale = DEFAULT_LOCALE,
    now,
  }: SignInAttempt,
  later: Defer = (work) => work(),
): Promise<SignedIn> {
  const account = adminAccount(username)
  const known = await isKnownBrowser(browser, account)
  // Hashed, because people type their password into the wrong field and these keys stay for days.
  const pair = `${address}:${sha256(username)}`
  const knownKey = `${sha256(browser)}:${account}`
  const limits: [Limit, string][] = known
    ? [[PER_KNOWN, knownKey]]
    : [
        [PER_ADDRESS, address],
        [PER_NETWORK, networkOf(address) ?? address],
        [PER_PAIR, pair],
      ]
  for (const [limit, who] of limits) {
    const retryAfter = await hit(limit, who)
    if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
  }
  const crowded = known
    ? 0
    : (await hit(PER_ACCOUNT, account)) || (await hit(PER_ACCOUNT_DAY, account))

  const user = await db().user.findUnique({
    where: { username },
    select: { id: true, password: true, disabledAt: true, totpSecret: true, totpConfirmedAt: true },
  })
  const matches = await verifyPassword(user?.password ?? DUMMY_HASH, password, { first: known })
  const checked = performance.now()
  const right = user && matches && !user.disabledAt ? user : null
  const secret = right?.totpConfirmedAt ? right.totpSecret : null

  const begunWith = code ? shownBy(browser, username, password, code) : null
  const begin = async (verified: Verified): Promise<SignedIn> => {
    try {
      return await enter(verified)
    } catch (refused) {
      return { token: await orSessionAgain(begunWith)(refused), factors: null }
    }
  }
  const enter = async (verified: Verified): Promise<SignedIn> => {
    const { id } = verified
    if (secret) await limitSecondStep(known ? `${id}:${sha256(browser)}` : String(id), code)
    const mailed = crowded && !secret ? await takeMailedCode() : null
    return transaction(async (tx) => {
      const factors: Factor[] = ['password']
      const current = await secretNow(tx, verified)
      if (current) {
        const step = { id, username, secret: current }
        factors.push(await takeSecondStep(tx, step, code ?? '', now))
      }
      if (mailed !== null) {
        if (!(await spendCode(tx, mailed, now))) throw new Problem('unauthorized')
        factors.push('email_code')
      }
      await forgive(tx, { pair, knownKey, account: known ? null : account })
      await rememberBrowser(tx, browser, account)
      const token = await startSession(tx, { userId: id }, origin, { trusted, begunWith })
      return { token, factors }
    })
  }
  const takeMailedCode = async (): Promise<number> => {
    const typed = { subject: codeSubject(username), browser, code: (code ?? '').trim(), now }
    const id = code ? await typedCode(typed) : null
    if (!code) await later(() => mailCode({ username, browser, locale, now }))
    if (id === null) throw new Problem('unauthorized')
    return id
  }

  if (!crowded) {
    if (!right) throw new Problem('unauthorized', { sentence: 'sign_in_failed' })
    return begin(right)
  }
  const signedIn = right && (await begin(right).catch(refusedAs(null)))
  if (signedIn) return signedIn
  // Otherwise the time would tell which password is right.
  await new Promise((done) =>
    setTimeout(done, Math.max(0, checked + CROWDED_MS - performance.now())),
  )
  throw new Problem('too_many_requests', {
    retryAfter: crowded,
    sentence: 'second_proof',
    data: { codeRequired: true },
  })
}

const CROWDED_MS = 300

type Verified = { id: number; password: string; totpConfirmedAt: Date | null }

/**
 * The secret of the second step, null where it is off, of an account that is still as it was when its
 * password was checked, which takes time: a password that was changed meanwhile, or a second step that
 * was switched on, begins nothing. Throws unauthorized.
 */
async function secretNow(tx: Tx, verified: Verified): Promise<string | null> {
  const account = await lockedAccount(tx, verified.id)
  const isSame =
    account?.password === verified.password &&
    account.twoStep === (verified.totpConfirmedAt !== null)
  if (!isSame) throw new Problem('unauthorized', { sentence: 'sign_in_failed' })
  return account.twoStep ? account.totpSecret : null
}

/** What a refusal counts as; every other error is thrown. */
const refusedAs =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof Problem && error.status < 500) return value
    throw error
  }

const codeSubject = (username: string): string => `admin:${username}`
const MAILED_CODES = { name: 'sign-in-mailed', max: 3, seconds: WINDOW_SECONDS }

type Mailed = { username: string; browser: string; locale: Locale; now: Date }

/** Counts beside the password, in this browser. Only who has the password causes it; three in 15 min. */
async function mailCode({ username, browser, locale, now }: Mailed): Promise<void> {
  if ((await hit(MAILED_CODES, adminAccount(username))) > 0) return
  const { email: recipient } = await currentSite()
  const subject = codeSubject(username)
  await issueCode({ subject, recipient, browser, locale, unproven: false, now })
}

/**
 * The account's own failed attempts. The counts of the address and its network stay, since they may
 * be guessing other names, and so do those of the account except for this attempt.
 */
async function forgive(
  tx: Tx,
  { pair, knownKey, account }: { pair: string; knownKey: string; account: string | null },
): Promise<void> {
  const own = [`${PER_PAIR.name}:${pair}`, `${PER_KNOWN.name}:${knownKey}`]
  await tx.rateLimit.deleteMany({ where: { key: { in: own } } })
  if (account === null) return
  const shared = [PER_ACCOUNT, PER_ACCOUNT_DAY].map(({ name }) => `${name}:${account}`)
  await tx.rateLimit.updateMany({
    where: { key: { in: shared }, hits: { gt: 0 } },
    data: { hits: { decrement: 1 } },
  })
}

/** A wrong passkey counts as a wrong password does. Returns the seconds to wait, as `hit`. */
export const countGuess = (address: string): Promise<number> =>
  hitAll([
    [PER_ADDRESS, address],
    [PER_NETWORK, networkOf(address) ?? address],
  ])

/** Lets unknown browsers try again on an account at once, after the operator has reset it. */
export async function forgetAttempts(tx: Tx, username: string): Promise<void> {
  const account = adminAccount(username)
  await tx.rateLimit.deleteMany({
    where: { key: { in: [PER_ACCOUNT, PER_ACCOUNT_DAY].map(({ name }) => `${name}:${account}`) } },
  })
}

type Claimant = { username: string } | { email: string }

/**
 * Records the result: "sign_in" with its factors in the audit log, a failure as a count
 * (lib/audit/record.ts). Returns the session's token, and rethrows errors. An attempt refused by a
 * limit is not recorded.
 */
export async function recordedSignIn(
  who: Claimant,
  signIn: () => Promise<SignedIn>,
): Promise<string> {
  const { token, factors } = await signIn().catch(async (error: unknown) => {
    if (error instanceof Problem && error.code === 'unauthorized')
      await countFailedAttempt('sign_in_failed', await accountNamed(who))
    throw error
  })
  if (factors === null) return token
  const named = 'email' in who ? await memberNamed(who.email) : await adminNamed(who.username)
  await recordChange(db(), { ...named, action: 'sign_in', before: null, after: { factors } })
  return token
}

// People type passwords into the username field: an unknown name is not kept as it was typed.
async function accountNamed(who: Claimant): Promise<string> {
  if ('email' in who) return 'customer'
  const { username } = who
  return (await db().user.count({ where: { username } })) > 0 ? username : '(unknown)'
}

// The log cannot be changed when a person is erased, so it never holds an email.
const memberNamed = async (email: string) => ({
  actor: 'customer',
  entity: 'member_sign_in' as const,
  entityId: await pseudonymOf(email),
})

async function adminNamed(username: string) {
  const { id } = await db().user.findUniqueOrThrow({ where: { username }, select: { id: true } })
  return { actor: username, entity: 'user' as const, entityId: id }
}
