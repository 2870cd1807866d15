// The format of administrators' usernames and passwords, the names of cookies, wherever they are
// set, and how long a session lasts. Pure.

/** The format of a username: 3–72 of a–z, 0–9 and . _ @ + -, so an email address is valid too. */
export const USERNAME = /^[a-z0-9][a-z0-9._@+-]{2,71}$/

export const PASSWORD_MIN = 8

export const PASSWORD_MAX = 200

/** For codes that people read out: without 0 O, 1 I L, 2 Z, 5 S, 8 B (docs/decisions/020 E1). */
export const CODE_LETTERS = 'ACDEFGHJKMNPQRTUVWXY34679'

/** Over https the __Host- prefix binds a cookie to this host: no other host of the domain can set it. */
export const cookieName = (name: string, secure: boolean): string =>
  secure ? `__Host-${name}` : name

/**
 * How long an administrator's session lasts at the latest, and without use; longer on a device that
 * they called their own when they signed in (docs/decisions/061).
 */
export const sessionSeconds = (trusted: boolean): { absolute: number; idle: number } =>
  trusted ? { absolute: 30 * 86_400, idle: 14 * 86_400 } : { absolute: 12 * 3600, idle: 60 * 60 }

/** As a file of secrets gives it, which ends its line. */
export const withoutLineEnd = (text: string): string => text.replace(/(?<![\r\n])[\r\n]+$/, '')
