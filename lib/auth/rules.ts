import { MINUTE_MS } from '@/lib/time'

export const SESSION_ABSOLUTE_SECONDS = 12 * 3600
export const SESSION_IDLE_SECONDS = 60 * 60

/**
 * Cookie of the owner's session; the __Host- prefix pins it to this host over https (decision A1).
 */
export const adminCookieName = (secure: boolean): string => (secure ? '__Host-session' : 'session')

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
 * inbox (decision E2).
 */
export const MEMBER_SESSION_SECONDS = 30 * 86_400

/** The code that proves an email: six digits, for 10 minutes and 5 tries (decision E2). */
export const CODE_DIGITS = 6
export const CODE_SECONDS = 10 * 60
export const CODE_TRIES = 5
/** Before this many seconds the form offers no new code: mail takes a moment. */
export const CODE_RESEND_SECONDS = 30

/** Cookie of a proven email's session. */
export const memberCookieName = (secure: boolean): string => (secure ? '__Host-member' : 'member')

/** The member's cookie as it is set; without a token it is taken away. */
export const memberCookie = (secure: boolean, token: string | null) => ({
  ...adminCookie(secure, token),
  name: memberCookieName(secure),
  maxAge: token === null ? 0 : MEMBER_SESSION_SECONDS,
})

type SessionTimes = { createdAt: Date; lastSeenAt: Date }

/**
 * True while a session counts: less than 12 h since sign-in and less than 60 min since it was last
 * seen (decision A1).
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

const DELAYS = [1, 2, 4, 8, 16, 30]

/**
 * Seconds that the `attempt`-th attempt in a row on one username waits before its password is
 * looked at: the first three (times RATE_LIMIT_SCALE) none, then growing to 30 and no further. A
 * wait, never a refusal: otherwise anyone who knows the owner's username could lock them out
 * (decision A5).
 */
export const signInDelay = (attempt: number, scale = 1): number => {
  const late = attempt - Math.max(1, Math.floor(3 * scale))
  return late <= 0 ? 0 : (DELAYS[late - 1] ?? 30)
}

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
  const below = ['en', 'ms', 'zh'].includes(first) ? segments.slice(1) : segments
  // The router's own files of a page end otherwise: /admin.rsc, /admin.segments/….
  const section = below[0]?.replace(/\.(rsc|segments|json)$/, '')
  if (section !== 'admin' && section !== 'admin-blog') return null
  if (section === 'admin' && below[1] === 'login') return null
  const prefix = first === 'ms' || first === 'zh' ? `/${first}` : ''
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

/**
 * How an administrator may be called: 3–72 of a–z, 0–9 and . _ @ + -, so an email address works
 * too.
 */
export const USERNAME = /^[a-z0-9][a-z0-9._@+-]{2,71}$/
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200
