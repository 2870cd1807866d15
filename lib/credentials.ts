// What an administrator's username and password must look like, and what cookies are called,
// wherever they are set. Pure.

/**
 * How an administrator may be called: 3–72 of a–z, 0–9 and . _ @ + -, so an email address works
 * too.
 */
export const USERNAME = /^[a-z0-9][a-z0-9._@+-]{2,71}$/

export const PASSWORD_MIN = 8

export const PASSWORD_MAX = 200

/**
 * How a cookie of ours is called: over https the __Host- prefix pins it to this very host, so that
 * no other host of the same domain can set or replace it.
 */
export const cookieName = (name: string, secure: boolean): string =>
  secure ? `__Host-${name}` : name
