/**
 * Under this name the browser keeps that somebody signed in here before, so that the card's space is
 * reserved while it loads. Not the session itself, which no script can read.
 */
export const SIGNED_IN_HINT = 'member'

export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(SIGNED_IN_HINT) !== null
  } catch {
    return false
  }
}
