'use client'
import { useCallback, useContext, useRef, useState, useTransition } from 'react'
import { type ActionForm, type FormAction, runAction } from '@/components/admin/shared/run-action'
import { SaveContext } from '@/components/admin/shared/save-context'
import { HttpError, request } from '@/components/api'
import { notice } from '@/components/browser/notice'
import { useReadAgain } from '@/components/browser/seen-again'
import { type OnProgress, sendFile } from '@/components/files/send-file'
import { idempotencyKeys } from '@/components/idempotency'
import { PartMissing } from '@/components/ui/part'
import type { ExternalToast } from '@/components/ui/toast'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export type Saved<T> =
  | { ok: true; data: T }
  /**
   * Status 0: no answer, or a second click while the first call was running (code 'busy', nothing
   * was sent).
   */
  | {
      ok: false
      status: number
      code: string
      message: string
      fields: Record<string, string>
      /** The error that the call threw. */
      error: unknown
    }

type Options = {
  /** The caller shows the refusal itself: no notice. */
  quiet?: boolean
  /** The message for a refusal that has none; absent for the usual one. */
  failed?: string | undefined
}

const useFrame = () => {
  const frame = useContext(SaveContext)
  if (!frame) throw new Error('Calls of the console need a SaveFrame around them')
  return frame
}

type Frame = ReturnType<typeof useFrame>

/**
 * Calls the API and, when the session has ended or a proof of identity is needed, again after a
 * dialog. Throws the call's error, which is the refusal when the dialog was closed.
 */
async function callAllowed<T>(call: () => Promise<T>, frame: Frame): Promise<T> {
  for (;;) {
    const before = proofs
    try {
      return await call()
    } catch (error) {
      // The session had another token when this call was sent.
      const isOvertaken = error instanceof HttpError && error.status === 401 && proofs !== before
      if (isOvertaken) continue
      if (!(error instanceof HttpError) || !(await isAllowedNow(error, frame))) throw error
    }
  }
}

/** How many proofs were given in this tab. */
let proofs = 0

async function isAllowedNow({ status, body }: HttpError, { signInAgain, prove }: Frame) {
  if (status === 401) return signInAgain()
  if (body.code !== 'proof_required' || !(await prove(body.ways ?? ['password']))) return false
  proofs++
  return true
}

/** Reads JSON from one of our addresses; data is null while there is no address. */
export function useRead() {
  const frame = useFrame()
  return useCallback(
    <T>(path: string): Promise<T | null> =>
      callAllowed(() => request<T>(path), frame).catch(() => null),
    [frame],
  )
}

/**
 * Asks for a proof of identity where one is due, before something that cannot be sent again, like a
 * download. False when it was not given.
 */
export function useProof() {
  const frame = useFrame()
  return useCallback(
    (): Promise<boolean> =>
      callAllowed(() => request('/api/auth/proof'), frame).then(
        () => true,
        () => false,
      ),
    [frame],
  )
}

/**
 * How components of the console change things: one call at a time, a notice with the server's
 * message when it refuses, and a dialog when the session has ended or a proof of identity is needed,
 * after which the same call is sent again. `send` makes a call: `body` is sent as JSON; `upload` posts
 * a file; `submit` runs a server action. What is sent again because no answer came has
 * the same Idempotency-Key, so that nothing is made twice. `succeeded` shows a success notice.
 * `refresh` reloads the page's rows; `pending` is true during a call and the reload: a change sent
 * before the rows arrive would carry the replaced version.
 */
export function useSave() {
  const frame = useFrame()
  const { words } = frame
  const readAgain = useReadAgain()
  /** The last call had no answer. */
  const isAway = useRef(false)
  const [sending, setSending] = useState(false)
  const [reading, startReading] = useTransition()
  const busy = useRef(false)
  const [keys] = useState(() => idempotencyKeys())

  const attempt = useCallback(
    async <T>(
      call: () => Promise<T>,
      { quiet = false, failed = words.failed }: Options = {},
    ): Promise<Saved<T>> => {
      if (busy.current)
        return { ok: false, status: 0, code: 'busy', message: '', fields: {}, error: null }
      busy.current = true
      setSending(true)
      try {
        const data = await callAllowed(call, frame)
        isAway.current = false
        return { ok: true, data }
      } catch (error) {
        if (error instanceof PartMissing) throw error // The page has said that one.
        isAway.current = !(error instanceof HttpError)
        const result = toRefusal(error, { ...words, failed })
        if (!quiet) notice.error(words.error, result.message)
        return result
      } finally {
        busy.current = false
        setSending(false)
      }
    },
    [frame, words],
  )
  const attemptOnce = useCallback(
    async <T>(
      sent: unknown,
      call: (idempotencyKey: string) => Promise<T>,
      options?: Options,
    ): Promise<Saved<T>> => {
      const contents = JSON.stringify(sent)
      const result = await attempt(() => call(keys.keyFor(contents)), options)
      if (result.ok) keys.forget()
      return result
    },
    [attempt, keys],
  )
  const send = useCallback(
    <T = unknown>(
      method: Method,
      path: string,
      body?: unknown,
      options?: Options,
    ): Promise<Saved<T>> =>
      method === 'POST'
        ? attemptOnce(
            [path, body],
            (idempotencyKey) => request<T>(path, { method, body, idempotencyKey }),
            options,
          )
        : attempt(() => request<T>(path, { method, body }), options),
    [attempt, attemptOnce],
  )
  const upload = useCallback(
    <T>(path: string, file: File, onProgress: OnProgress): Promise<Saved<T>> =>
      attempt(() => sendFile<T>(path, file, onProgress)),
    [attempt],
  )
  const submit = useCallback(
    <T>(action: FormAction, form: ActionForm, options?: Options): Promise<Saved<T>> =>
      attemptOnce(
        form,
        (idempotencyKey) => runAction<T>(action, { ...form, idempotencyKey }),
        options,
      ),
    [attemptOnce],
  )
  const succeeded = useCallback(
    (text: string, options: ExternalToast = {}) => notice.success(words.success, text, options),
    [words],
  )
  const refresh = useCallback(() => {
    // A router that cannot reach the server leaves the page for the browser's own.
    if (!isAway.current) startReading(readAgain)
  }, [readAgain])
  return { send, upload, submit, refresh, pending: sending || reading, succeeded }
}

function toRefusal(
  error: unknown,
  { unreachable, abandoned, failed }: { unreachable: string; abandoned: string; failed: string },
): Saved<never> & { ok: false } {
  if (!(error instanceof HttpError))
    return { ok: false, status: 0, code: 'unreachable', message: unreachable, fields: {}, error }
  const { status, body } = error
  if (status === 401)
    return { ok: false, status, code: 'unauthorized', message: abandoned, fields: {}, error }
  return {
    ok: false,
    status,
    // It did answer, though not with our error body: for example a 500 from a proxy in front of our
    // server.
    code: body.code ?? 'internal',
    message: body.message ?? failed,
    fields: body.fields ?? {},
    error,
  }
}
