import { HttpError, request } from '@/components/api'
import { idempotencyKeys } from '@/components/idempotency'
import { forgetTab } from '@/components/browser/session-store'
import type { SessionLine } from '@/lib/auth/schema'
import type { JoinInput } from '@/lib/memberships/schema'
import { SIGNED_IN_HINT } from './hint'
import type { Me } from './types'

const PATIENCE_MS = 30_000
const post = <T>(path: string, body: unknown, options: { idempotencyKey?: string } = {}) =>
  request<T>(path, { method: 'POST', body, signal: AbortSignal.timeout(PATIENCE_MS), ...options })

let proven: string | null = null

/** The email proven on this device, as far as this page knows. */
export const provenEmail = (): string | null => proven

/**
 * Runs before the first paint: reserves the card's space for somebody who was signed in here
 * (`data-member` on the root element), and for a member (`1`) leaves out what only others need.
 */
export const KEEP_CARD_PLACE = `try{let m=localStorage.getItem('${SIGNED_IN_HINT}');if(m)document.documentElement.dataset.member=m}catch(e){}`

function note(me: Me): Me {
  proven = me.email
  const root = document.documentElement.dataset
  const hint = me.membership ? '1' : '0'
  if (me.email) root.member = hint
  else delete root.member
  try {
    if (me.email) localStorage.setItem(SIGNED_IN_HINT, hint)
    else localStorage.removeItem(SIGNED_IN_HINT)
  } catch {
    // Storage refused: only the card's space is not reserved.
  }
  return me
}

const NOBODY: Me = { email: null, membership: null, begun: null }
let signOuts = 0

/**
 * Who is signed in, according to the server; nobody when somebody has signed out on this page since
 * the request.
 */
export async function fetchMe(): Promise<Me> {
  const before = signOuts
  const me = await request<Me>('/api/memberships/me')
  return before === signOuts ? note(me) : NOBODY
}
export const askForCode = (email: string) =>
  post<{ email: string }>('/api/auth/member-code', { email })
export const signIn = (email: string, code: string) =>
  post<{ email: string }>('/api/auth/member-sign-in', { email, code })

/**
 * Ends the session and clears the tab's storage. This page shows nobody any more, whether the
 * server answered or not; `ended` is false when it did not, and the session may still be open.
 */
export async function signOut(): Promise<{ me: Me; ended: boolean }> {
  const ended = await post('/api/auth/member-sign-out', {}).then(
    () => true,
    () => false,
  )
  signOuts += 1
  forgetTab()
  return { me: note(NOBODY), ended }
}

/** A call for a signed-in visitor: when nobody is signed in any more, the page reloads who is. */
const signedIn = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 401) meChanged()
    throw error
  })

export const fetchSessions = () => signedIn(request<SessionLine[]>('/api/memberships/me/sessions'))
/** Ends one of the member's own sessions on another device. */
export const endSession = (id: string) =>
  signedIn(
    request<null>(`/api/memberships/me/sessions/${encodeURIComponent(id)}`, {
      method: 'DELETE',
      signal: AbortSignal.timeout(PATIENCE_MS),
    }),
  )

/** Accepts the membership that was begun with this email in another browser. */
export const claimMembership = () => signedIn(post<null>('/api/memberships/me/proof', {}))
/** Answers whether purchases with the email before its proof were the member's. */
export const settleEarlier = (mine: boolean) =>
  signedIn(post<null>('/api/memberships/me/earlier', { mine }))

const keys = idempotencyKeys()

/**
 * Joins. The same input has the same key until the server has accepted it, so a retry after a lost
 * answer does not join twice. True when the membership counts already, because the visitor is
 * signed in; otherwise the email has to be proven.
 */
export async function join(body: JoinInput): Promise<boolean> {
  const joined = await post<{ referralCode?: string }>(
    '/api/memberships',
    { ...body, status: 'active' },
    {
      idempotencyKey: keys.keyFor(JSON.stringify(body)),
    },
  )
  keys.forget()
  return joined.referralCode !== undefined
}

const watchers = new Set<() => void>()

/**
 * Calls `changed` whenever somebody has signed in or joined on this page; returns the unsubscribe
 * function.
 */
export function watchMe(changed: () => void): () => void {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

/** Notifies the subscribers. */
export function meChanged(): void {
  for (const changed of watchers) changed()
}
