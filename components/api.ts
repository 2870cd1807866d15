import type { Way } from '@/lib/auth/rules'
import type { Warning } from '@/lib/availability/by-hand'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import type { OrderFigures } from '@/lib/orders/schema'
import { noteServerTime } from '@/components/browser/clock'

type ErrorBody = {
  message?: string
  code?: string
  /** The error of each field, as messages. */
  fields?: Record<string, string>
  paymentIntentId?: string | null
  /** Only the second step is missing for the sign-in. */
  codeRequired?: boolean
  /** Of proof_required: how the administrator can prove who they are. */
  ways?: readonly Way[]
  /** What an administrator has to read before it is booked or moved all the same. */
  warnings?: readonly Warning[]
} & Partial<OrderFigures> // Of price_changed; a booking's has its subtotal, tax and total.

/**
 * A refused call. `message` is "<status>: <body or status text>"; visitors are shown
 * `body.message`.
 */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    text: string,
    readonly body: ErrorBody,
    /** The server's Retry-After; 0 when it has none. */
    readonly retryAfterSeconds = 0,
  ) {
    super(`${status}: ${text}`)
    this.name = 'HttpError'
  }
}

/**
 * The server's own message about a failure; undefined when there is none (no connection, a proxy's
 * page).
 */
export const sentenceOf = (error: unknown): string | undefined =>
  error instanceof HttpError ? error.body.message : undefined

/** No answer came, or none to the call itself: the same call can be made again. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof HttpError) || error.status === 429 || error.status >= 500

function errorBody(text: string): ErrorBody {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as ErrorBody) : {}
  } catch {
    return {} // A proxy's HTML: nothing in it is for the visitor.
  }
}

/** The language of the page that is shown. */
export const pageLanguage = (): Locale => toLocale(document.documentElement.lang.slice(0, 2))

type Options = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. Files: components/files/send-file.ts. */
  body?: unknown
  /** Makes repeated requests idempotent: see components/idempotency.ts. */
  idempotencyKey?: string
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

// A phone that loses its network hears nothing for minutes, not even an error. Each is longer than the
// server takes: what is sent again by then has been decided.
const PATIENCE_MS = { read: 30_000, write: 90_000 }

/** Aborted by `theirs`, and after `ms`; `end` ends the waiting. */
function limited(ms: number, theirs: AbortSignal | undefined) {
  const own = new AbortController()
  const leave = () => own.abort(theirs?.reason)
  if (theirs?.aborted) leave()
  theirs?.addEventListener('abort', leave, { signal: own.signal })
  const late = setTimeout(() => own.abort(new DOMException('No answer', 'TimeoutError')), ms)
  const end = () => {
    clearTimeout(late)
    theirs?.removeEventListener('abort', leave)
  }
  return { signal: own.signal, end }
}

/**
 * One call to our API with cookies and the page's language; null for an answer without content.
 * Throws HttpError for every answer that is not 2xx, 401 included, and fetch's own error when there
 * is no answer in time.
 */
export async function request<T>(path: string, options: Options = {}): Promise<T> {
  const { method = 'GET', body, idempotencyKey, headers } = options
  const { signal, end } = limited(PATIENCE_MS[method === 'GET' ? 'read' : 'write'], options.signal)
  try {
    const response = await fetch(path, {
      method,
      credentials: 'include',
      headers: {
        'x-language': pageLanguage(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    })
    const headerOf = (name: string) => response.headers.get(name)
    noteServerTime(headerOf('date'))
    const { status, statusText } = response
    return answerIn<T>({ status, statusText, text: await response.text(), headerOf })
  } finally {
    end()
  }
}

type Answered = {
  status: number
  statusText: string
  text: string
  headerOf: (name: string) => string | null
}

/** What an answer of our API says. Throws HttpError for every one that is not 2xx. */
export function answerIn<T>({ status, statusText, text, headerOf }: Answered): T {
  if (status < 200 || status > 299) {
    const wait = Number(headerOf('retry-after') ?? 0) || 0
    throw new HttpError(status, text || statusText, errorBody(text), wait)
  }
  return (status === 204 ? null : JSON.parse(text)) as T
}
