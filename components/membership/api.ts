import { newKey } from '@/components/site/new-key'
import { request } from '@/components/site/request'
import type { SessionLine } from '@/lib/auth/schema'
import type { JoinInput } from '@/lib/memberships/schema'
import type { Me } from './types'

const PATIENCE_MS = 30_000
const post = <T>(path: string, body: unknown, headers: Record<string, string> = {}) =>
  request<T>(path, { method: 'POST', body, headers, signal: AbortSignal.timeout(PATIENCE_MS) })

// Somebody signed in here before: worth holding the card's place while it loads. Not the proof,
// which no script can read.
const HINT = 'member'
let proven: string | null = null

/** The email proven on this device, as far as this page has learnt. */
export const provenEmail = (): string | null => proven

export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(HINT) !== null
  } catch {
    return false
  }
}

function note(me: Me): Me {
  proven = me.email
  try {
    if (me.email) localStorage.setItem(HINT, '1')
    else localStorage.removeItem(HINT)
  } catch {
    // Storage refused: the card's place is not held, nothing else.
  }
  return me
}

export const fetchMe = async (): Promise<Me> =>
  note(await request<Me>('/api/memberships/me', { signal: AbortSignal.timeout(PATIENCE_MS) }))
export const askForCode = (email: string) =>
  post<{ email: string }>('/api/auth/member-code', { email })
export const signIn = (email: string, code: string) =>
  post<{ email: string }>('/api/auth/member-sign-in', { email, code })
export const signOut = async (): Promise<Me> => {
  await post('/api/auth/member-sign-out', {})
  return note({ email: null, membership: null, begun: null })
}

export const fetchSessions = () =>
  request<SessionLine[]>('/api/memberships/me/sessions', {
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
/** Ends one of the member's own sessions on another device. */
export const endSession = (id: string) =>
  request<null>(`/api/memberships/me/sessions/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })

/** Takes the membership that was begun with this email in another browser. */
export const takeBegun = () => post<null>('/api/memberships/me/proof', {})
/** Says whether what was bought with the email before its proof is the member's. */
export const settleEarlier = (mine: boolean) => post<null>('/api/memberships/me/earlier', { mine })

let attempt: { contents: string; key: string } | null = null

/**
 * Joins. The same words go under the same key until the server has taken them: a retry after a lost
 * answer is no second member. True when the membership counts already, because whoever joined is
 * signed in; else the email has to be proven.
 */
export async function join(body: JoinInput): Promise<boolean> {
  const contents = JSON.stringify(body)
  if (attempt?.contents !== contents) attempt = { contents, key: newKey() }
  const joined = await post<{ referralCode?: string }>('/api/memberships', body, {
    'idempotency-key': attempt.key,
  })
  attempt = null
  return joined.referralCode !== undefined
}

const watchers = new Set<() => void>()

/** Calls `changed` whenever somebody has signed in or joined on this page; returns how to stop. */
export function watchMe(changed: () => void): () => void {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

/** Says so to whoever watches. */
export function meChanged(): void {
  for (const changed of watchers) changed()
}
