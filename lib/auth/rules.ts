import { DEFAULT_LOCALE, localeNamed } from '@/lib/i18n/routing'
import { cookieName, PASSWORD_MIN } from '@/lib/credentials'
import { MINUTE_MS } from '@/lib/time'

export const SESSION_ABSOLUTE_SECONDS = 12 * 3600
export const SESSION_IDLE_SECONDS = 60 * 60

/** Cookie of the admin's session. */
export const adminCookieName = (secure: boolean): string => cookieName('session', secure)

/** The session cookie as it is set; without a token it is taken away. */
export const adminCookie = (secure: boolean, token: string | null) => ({
  name: adminCookieName(secure),
  value: token ?? '',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure,
  path: '/',
  maxAge: token === null ? 0 : SESSION_ABSOLUTE_SECONDS,
})

/**
 * A proven email stays proven on this device for 30 days: signing in again costs a trip to the
 * inbox (docs/decisions/020 E2).
 */
export const MEMBER_SESSION_SECONDS = 30 * 86_400

/** The code that proves an email: six digits, for 10 minutes and 5 tries. */
export const CODE_DIGITS = 6
export const CODE_SECONDS = 10 * 60
export const CODE_TRIES = 5
/** Before this many seconds the form offers no new code: mail takes a moment. */
export const CODE_RESEND_SECONDS = 30

/** What somebody proved who they are with, as the audit log names it. */
export type Factor = 'password' | 'totp' | 'recovery_code' | 'email_code'

/** Cookie of a proven email's session. */
export const memberCookieName = (secure: boolean): string => cookieName('member', secure)

/** The member's cookie as it is set; without a token it is taken away. */
export const memberCookie = (secure: boolean, token: string | null) => ({
  ...adminCookie(secure, token),
  name: memberCookieName(secure),
  maxAge: token === null ? 0 : MEMBER_SESSION_SECONDS,
})

/** How long a browser that has signed in before is told from one that never has: 400 days, the
 * longest that browsers keep a cookie. */
export const BROWSER_SECONDS = 400 * 86_400

/** The cookie by which a browser is known again; `token` is 32 random bytes, and no session. */
export const browserCookie = (secure: boolean, token: string) => ({
  ...adminCookie(secure, token),
  name: cookieName('browser', secure),
  maxAge: BROWSER_SECONDS,
})

type SessionTimes = { createdAt: Date; lastSeenAt: Date }

/**
 * True while a session counts: less than 12 h since sign-in and less than 60 min since it was last
 * seen (docs/decisions/020 A1).
 */
export const isSessionLive = ({ createdAt, lastSeenAt }: SessionTimes, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < SESSION_ABSOLUTE_SECONDS * 1000 &&
  now.getTime() - lastSeenAt.getTime() < SESSION_IDLE_SECONDS * 1000

/**
 * True when seeing the session should be written down: at most once a minute, or every read would
 * be a write.
 */
export const isSightingDue = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() >= MINUTE_MS

/**
 * A path as the router reads it: percent-encoding undone once, in segments; null when it is
 * malformed.
 */
function segmentsOf(path: string): string[] | null {
  try {
    return decodeURIComponent(path).split('/').filter(Boolean)
  } catch {
    return null
  }
}

/**
 * What a path under /admin or /admin-blog means, however it is spelt (/%61dmin, //admin): its
 * locale prefix ('', '/ms', '/zh') and its plain form. Null for every other path and for the login
 * page, which would send its visitor in circles.
 */
export function adminPath(path: string): { prefix: string; plain: string } | null {
  const segments = segmentsOf(path) ?? []
  const [first = ''] = segments
  const below = localeNamed(first) ? segments.slice(1) : segments
  // The router's own files of a page end otherwise: /admin.rsc, /admin.segments/….
  const section = below[0]?.replace(/\.(rsc|segments|json)$/, '')
  if (section !== 'admin' && section !== 'admin-blog') return null
  if (section === 'admin' && below[1] === 'login') return null
  const prefix = localeNamed(first) && first !== DEFAULT_LOCALE ? `/${first}` : ''
  return { prefix, plain: `${prefix}/${below.map(encodeURIComponent).join('/')}` }
}

const UNSAFE = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]|\/\/|\/\.{1,2}(?:\/|$)/

/**
 * Where to go after signing in: `next` when it is a path of this site's admin pages, else null.
 * Browsers read `//host` and `/\host` as other sites, drop tabs and line breaks from addresses and
 * spaces from their ends (so that `/admin/.. ` leaves the admin), so all of these are refused,
 * encoded or not.
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

// A word this short stands in too many good passwords by chance.
const WORD_MIN = 4
// The letters people put digits and signs in place of.
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

/** The words of some texts, in lower case, that a password must not rest on. */
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
  text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')

/**
 * True for a password that would soon be tried: one of `common` (lower case), also with capitals,
 * lookalike signs or with digits and signs around it, and one of which, without `words`, fewer than
 * 8 characters or only a common password are left.
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
