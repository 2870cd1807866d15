import { DEFAULT_LOCALE, localeNamed } from '@/lib/i18n/routing'
import { CODE_LETTERS, cookieName, PASSWORD_MIN, sessionSeconds } from '@/lib/credentials'
import { codeIn, ordinary } from '@/lib/ordinary'
import { MINUTE_MS } from '@/lib/time'

/** How long a proof of identity counts, the sign-in included, before it is asked for again. */
export const PROOF_SECONDS = 10 * 60

export const adminCookieName = (secure: boolean): string => cookieName('session', secure)

/** The session cookie as it is set; without a token it is removed. */
export const adminCookie = (secure: boolean, token: string | null, trusted = false) => ({
  name: adminCookieName(secure),
  value: token ?? '',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure,
  path: '/',
  maxAge: token === null ? 0 : sessionSeconds(trusted).absolute,
})

/** Signing in again requires reading a mail (docs/decisions/020 E2). */
export const MEMBER_SESSION_SECONDS = 30 * 86_400

export const CODE_DIGITS = 6
export const CODE_SECONDS = 10 * 60
export const CODE_TRIES = 5
/** The form offers no new code within this many seconds: mail takes a moment. */
export const CODE_RESEND_SECONDS = 30

export const LONG_CODE = 16
const LONG = new RegExp(`^[${CODE_LETTERS}]{${LONG_CODE}}$`)

/** The six digits, or the long code, in what was typed or pasted; null when there is none. */
export function memberCodeIn(typed: string): string | null {
  const letters = ordinary(typed).replace(/[\s-]/g, '').toUpperCase()
  return LONG.test(letters) ? letters : codeIn(typed, CODE_DIGITS)
}

export type Way = 'passkey' | 'code' | 'password'

export type Factor = 'password' | 'totp' | 'recovery_code' | 'email_code' | 'passkey'

export const memberCookieName = (secure: boolean): string => cookieName('member', secure)

export const memberCookie = (secure: boolean, token: string | null) => ({
  ...adminCookie(secure, token),
  name: memberCookieName(secure),
  maxAge: token === null ? 0 : MEMBER_SESSION_SECONDS,
})

/** 400 days: the longest that browsers keep a cookie. */
export const BROWSER_SECONDS = 400 * 86_400

/** The cookie by which a browser is recognised; `token` is 32 random bytes and not a session. */
export const browserCookie = (secure: boolean, token: string) => ({
  ...adminCookie(secure, token),
  name: cookieName('browser', secure),
  maxAge: BROWSER_SECONDS,
})

type SessionTimes = { createdAt: Date; lastSeenAt: Date; trusted: boolean }

/** Neither as old nor as long unused as `sessionSeconds` (docs/decisions/020 A1). */
export function isSessionLive(
  { createdAt, lastSeenAt, trusted }: SessionTimes,
  now: Date,
): boolean {
  const { absolute, idle } = sessionSeconds(trusted)
  return (
    now.getTime() - createdAt.getTime() < absolute * 1000 &&
    now.getTime() - lastSeenAt.getTime() < idle * 1000
  )
}

/** At most once a minute, or every read would cause a write. */
export const isSightingDue = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() >= MINUTE_MS

/** A path as the router reads it: percent-decoded once, in segments; null when it is malformed. */
function segmentsOf(path: string): string[] | null {
  try {
    return decodeURIComponent(path).split('/').filter(Boolean)
  } catch {
    return null
  }
}

/**
 * A path under /admin or /admin-blog, however it is spelt (/%61dmin, //admin): its locale prefix
 * ('', '/ms', '/zh') and its plain form. Null for every other path and for the login page, which
 * would redirect to itself.
 */
export function adminPath(path: string): { prefix: string; plain: string } | null {
  const segments = segmentsOf(path) ?? []
  const [first = ''] = segments
  const below = localeNamed(first) ? segments.slice(1) : segments
  // The router's own files of a page have other endings: /admin.rsc, /admin.segments/….
  const section = below[0]?.replace(/\.(rsc|segments|json)$/, '')
  if (section !== 'admin' && section !== 'admin-blog') return null
  if (section === 'admin' && below[1] === 'login') return null
  const prefix = localeNamed(first) && first !== DEFAULT_LOCALE ? `/${first}` : ''
  return { prefix, plain: `${prefix}/${below.map(encodeURIComponent).join('/')}` }
}

const UNSAFE = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]|\/\/|\/\.{1,2}(?:\/|$)/

/**
 * `next` when it is a path of this site's admin pages, else null. Browsers read `//host` and
 * `/\host` as other sites, and drop tabs and line breaks from addresses and spaces from their ends
 * (so that `/admin/.. ` leaves the admin). All of these are refused, encoded or not.
 */
export function safeNext(next: unknown): string | null {
  if (
    typeof next !== 'string' ||
    !next.startsWith('/') ||
    next !== next.trim() ||
    next.length > 500
  )
    return null
  const path = next.split(/[?#]/, 1)[0] ?? ''
  const decoded = `/${(segmentsOf(path) ?? ['..']).join('/')}`
  if (UNSAFE.test(path) || UNSAFE.test(decoded) || !adminPath(path)) return null
  return next
}

// A word this short occurs by chance in too many good passwords.
const WORD_MIN = 4
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** The words of these texts, in lower case, that a password must not be built on. */
export const wordsOf = (texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
      .filter((word) => word.length >= WORD_MIN),
  ),
]

const asRead = (text: string): string =>
  [...text].map((letter) => LOOKALIKES[letter] ?? letter).join('')
const lettersOf = (text: string): string =>
  text.replace(/^\P{L}+/u, '').replace(/(?<!\P{L})\P{L}+$/u, '')

/**
 * One of `common` (lower case), also with capitals, lookalike signs, or digits and signs around it;
 * or one that without `words` has fewer than 8 characters left, or only a common password.
 */
export function isGuessable(
  password: string,
  words: readonly string[],
  common: ReadonlySet<string>,
): boolean {
  const isCommon = (text: string): boolean =>
    [text, text.replace(/[\s._-]+/g, ''), lettersOf(text)].some(
      (form) => common.has(form) || common.has(asRead(form)),
    )
  const lower = password.normalize('NFKC').toLowerCase()
  if (isCommon(lower)) return true
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  return [lower, asRead(lower)].some((text) => {
    const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), text)
    return rest !== text && (rest.length < PASSWORD_MIN || isCommon(rest))
  })
}
