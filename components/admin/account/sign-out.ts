import { request } from '@/components/api'
import { forgetConsole } from './forget-console'
import { forgetTab } from '@/components/browser/session-store'
import { leaveOtherTabs } from './use-leave-when-idle'

export type Scope = 'here' | 'everywhere'

const STILL_OPEN = 'still-open'
const PATIENCE_MS = 10_000

/**
 * Ends this session, or all of this administrator's, leaves the console in other tabs, and clears the
 * storage of each. Returns the address to go to: `exit`, with a marker when the server did not answer,
 * so that the page there says that the session may still be open.
 */
export async function signOutAdmin(exit: string, scope: Scope): Promise<string> {
  const body = { everywhere: scope === 'everywhere' }
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const ended = await request('/api/auth/sign-out', { method: 'POST', body, signal }).then(
    () => true,
    () => false,
  )
  forgetTab()
  leaveOtherTabs()
  await forgetConsole()
  return ended ? exit : `${exit}?${STILL_OPEN}=${scope}`
}

/**
 * The session that was to be ended and may still be open, according to this page's address;
 * otherwise null.
 */
export function stillOpen(): Scope | null {
  const scope = new URLSearchParams(window.location.search).get(STILL_OPEN)
  return scope === 'here' || scope === 'everywhere' ? scope : null
}

/**
 * Leaves the console by a full page load: nothing of it stays on the screen or in the router's
 * cache.
 */
export const leaveTo = (address: string): void => window.location.replace(address)
