import { HttpError, request } from '@/components/api'
import { forgetConsole } from './forget-console'
import { forgetTab } from '@/components/browser/session-store'
import { leaveOtherTabs } from './use-leave-when-idle'

export type Scope = 'here' | 'everywhere'
/** `elsewhere`: signed out here, but of the others nothing was known any more. */
type Open = Scope | 'elsewhere'

const STILL_OPEN = 'still-open'
const PATIENCE_MS = 10_000

/**
 * Ends this session, or all of this administrator's, leaves the console in other tabs, and clears the
 * storage of each. Returns the address to go to: `exit`, with a marker when the server did not answer,
 * or did not know this session, so that the page there says which may still be open.
 */
export async function signOutAdmin(exit: string, scope: Scope): Promise<string> {
  const body = { everywhere: scope === 'everywhere' }
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const open = await request('/api/auth/sign-out', { method: 'POST', body, signal }).then(
    () => null,
    (error: unknown): Open =>
      error instanceof HttpError && error.status === 401 ? 'elsewhere' : scope,
  )
  forgetTab()
  leaveOtherTabs()
  await forgetConsole()
  return open === null ? exit : `${exit}?${STILL_OPEN}=${open}`
}

/**
 * The sessions that were to be ended and may still be open, according to this page's address;
 * otherwise null.
 */
export function stillOpen(): Open | null {
  const open = new URLSearchParams(window.location.search).get(STILL_OPEN)
  return open === 'here' || open === 'everywhere' || open === 'elsewhere' ? open : null
}

/**
 * Leaves the console by a full page load: nothing of it stays on the screen or in the router's
 * cache.
 */
export const leaveTo = (address: string): void => window.location.replace(address)
