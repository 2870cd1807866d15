// What an administrator's username and password must look like, wherever they are set. Pure.

/**
 * How an administrator may be called: 3–72 of a–z, 0–9 and . _ @ + -, so an email address works
 * too.
 */
export const USERNAME = /^[a-z0-9][a-z0-9._@+-]{2,71}$/

export const PASSWORD_MIN = 8

export const PASSWORD_MAX = 200
