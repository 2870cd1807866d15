import { cookieName } from '@/lib/credentials'

/**
 * Whether this browser keeps cookies here. Without them nobody is recognised by the next call: a
 * hold looks like somebody else's, and a right code like a wrong one.
 */
export function cookiesWork(): boolean {
  if (!navigator.cookieEnabled) return false
  const isHttps = location.protocol === 'https:'
  const trial = cookieName('cookie-trial', isHttps)
  const attributes = `Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}`
  try {
    document.cookie = `${trial}=1; ${attributes}`
    const isKept = document.cookie.includes(`${trial}=1`)
    document.cookie = `${trial}=; ${attributes}; Max-Age=0`
    return isKept
  } catch {
    return false // A sandboxed frame throws.
  }
}
