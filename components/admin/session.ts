import type { SignInValues } from '@/lib/auth/schema'
import { toLocale } from '@/lib/i18n/routing'

/**
 * What became of a sign-in: done, refused with the server's sentence (`codeRequired`: only the
 * second step is missing or wrong), or no answer at all.
 */
type SignInResult =
  | { kind: 'done' }
  | { kind: 'refused'; message: string | null; codeRequired: boolean; waitSeconds: number }
  | { kind: 'unreachable' }

const post = (path: string, body: unknown) =>
  fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: {
      'content-type': 'application/json',
      'x-language': toLocale(document.documentElement.lang.slice(0, 2)),
    },
    body: JSON.stringify(body),
  })

/** Asks the server for a session; its cookie arrives with the answer. */
export async function signIn(values: SignInValues): Promise<SignInResult> {
  try {
    const response = await post('/api/auth/sign-in', values)
    if (response.ok) return { kind: 'done' }
    const { message, codeRequired = false } = (await response.json()) as {
      message?: string
      codeRequired?: boolean
    }
    const waitSeconds =
      response.status === 429 ? Number(response.headers.get('retry-after') ?? 0) : 0
    return { kind: 'refused', message: message ?? null, codeRequired, waitSeconds }
  } catch {
    return { kind: 'unreachable' } // no connection, or an answer that is not ours
  }
}

/** Ends this session, or all of this administrator's; false when the server did not do it. */
export async function signOut(everywhere: boolean): Promise<boolean> {
  try {
    return (await post('/api/auth/sign-out', { everywhere })).ok
  } catch {
    return false
  }
}
