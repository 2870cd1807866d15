'use client'
import { useRouter } from 'next/navigation'
import { useCallback, useContext, useRef, useState, useTransition } from 'react'
import { toast } from '@/components/ui/toast'
import { toLocale } from '@/lib/i18n/routing'
import { SaveContext } from './save-context'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export type Saved<T> =
  | { ok: true; data: T }
  /**
   * status 0: no answer at all, or a second click while the first was under way (code 'busy',
   * nothing was sent).
   */
  | {
      ok: false
      status: number
      code: string
      message: string
      fields: Record<string, string>
      body: unknown
    }

type Options = {
  /** The caller shows the refusal itself: no notice. */
  quiet?: boolean
}

const refused = (
  status: number,
  code: string,
  message: string,
  body: unknown = null,
): Saved<never> => ({
  ok: false,
  status,
  code,
  message,
  fields: (body as { fields?: Record<string, string> } | null)?.fields ?? {},
  body,
})

async function call(method: Method, path: string, body: unknown): Promise<Response | null> {
  const form = body instanceof FormData
  try {
    return await fetch(path, {
      method,
      credentials: 'include',
      headers: {
        'x-language': toLocale(document.documentElement.lang.slice(0, 2)),
        ...(body !== undefined && !form && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    })
  } catch {
    return null // no connection
  }
}

/**
 * How islands of the owner's side read: the JSON at an address of ours, null when there is none,
 * with the sign-in in place.
 */
export function useRead() {
  const frame = useContext(SaveContext)
  if (!frame) throw new Error('useRead needs a SaveFrame around it')
  const { signInAgain } = frame
  return useCallback(
    async <T>(path: string): Promise<T | null> => {
      let response = await call('GET', path, undefined)
      if (response?.status === 401 && (await signInAgain()))
        response = await call('GET', path, undefined)
      return response?.ok ? ((await response.json()) as T) : null
    },
    [signInAgain],
  )
}

/**
 * How islands of the owner's side change things: one call at a time, a notice with the server's
 * sentence when it refuses, and a sign-in in place when the session has ended, after which the same
 * call is sent again. `body` is sent as JSON, or as it is when it is a FormData. `succeeded` shows
 * a notice of success. `refresh` reads the page's rows again; `pending` while a call is under way
 * or the rows are: a change sent before them would carry the version that this one has just
 * replaced.
 */
export function useSave() {
  const frame = useContext(SaveContext)
  if (!frame) throw new Error('useSave needs a SaveFrame around it')
  const { signInAgain, words } = frame
  const router = useRouter()
  const [sending, setSending] = useState(false)
  const [reading, startReading] = useTransition()
  const busy = useRef(false)

  const send = useCallback(
    async <T = unknown>(
      method: Method,
      path: string,
      body?: unknown,
      { quiet = false }: Options = {},
    ): Promise<Saved<T>> => {
      if (busy.current) return refused(0, 'busy', '')
      busy.current = true
      setSending(true)
      try {
        let response = await call(method, path, body)
        while (response?.status === 401) {
          if (!(await signInAgain())) {
            if (!quiet) toast.error(words.error, { description: words.abandoned })
            return refused(401, 'unauthorized', words.abandoned)
          }
          response = await call(method, path, body)
        }
        const answer: unknown =
          response && response.status !== 204 ? await response.json().catch(() => null) : null
        if (response?.ok) return { ok: true, data: answer as T }
        const { message, code } = (answer ?? {}) as { message?: string; code?: string }
        const result = refused(
          response?.status ?? 0,
          code ?? 'unreachable',
          message ?? words.unreachable,
          answer,
        )
        if (!quiet && !result.ok) toast.error(words.error, { description: result.message })
        return result
      } finally {
        busy.current = false
        setSending(false)
      }
    },
    [signInAgain, words],
  )
  const succeeded = useCallback(
    (text: string) => void toast.success(words.success, { description: text }),
    [words],
  )
  const refresh = useCallback(() => startReading(() => router.refresh()), [router])
  return { send, refresh, pending: sending || reading, succeeded }
}
