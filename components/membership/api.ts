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
  return note({ email: null, membership: null })
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

let attempt: { contents: string; key: string } | null = null

/**
 * Joins. The same words go under the same key until the server has taken them: a retry after a lost
 * answer is no second member.
 */
export async function join(body: JoinInput): Promise<void> {
  const contents = JSON.stringify(body)
  if (attempt?.contents !== contents) attempt = { contents, key: newKey() }
  await post('/api/memberships', body, { 'idempotency-key': attempt.key })
  attempt = null
}
