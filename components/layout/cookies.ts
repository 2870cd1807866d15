const TRIAL = 'cookie-trial'

/**
 * Whether this browser keeps cookies here. Without them nobody is recognised by the next call: a
 * hold looks like somebody else's, and a right code like a wrong one.
 */
export function cookiesWork(): boolean {
  if (!navigator.cookieEnabled) return false
  try {
    document.cookie = `${TRIAL}=1; Path=/; SameSite=Lax`
    const isKept = document.cookie.includes(`${TRIAL}=1`)
    document.cookie = `${TRIAL}=; Path=/; SameSite=Lax; Max-Age=0`
    return isKept
  } catch {
    return false // A sandboxed frame throws.
  }
}
