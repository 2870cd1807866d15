import { toLocale } from '@/lib/i18n/routing'
import { noteServerTime } from './clock'

type ErrorBody = {
  message?: string
  code?: string
  fields?: Record<string, string>
  paymentIntentId?: string | null
} & Figures
/** The right figures of price_changed; an order has all of them. */
type Figures = {
  price?: string
  rushPrice?: string
  subtotal?: string
  taxAmount?: string
  totalAmount?: string
  discount?: string | null
}

/**
 * A refused call. `message` is "<status>: <body or status text>" (spec point 8); what a visitor
 * reads is `body.message`.
 */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    text: string,
    readonly body: ErrorBody,
  ) {
    super(`${status}: ${text}`)
    this.name = 'HttpError'
  }
}

/**
 * The server's own sentence about a failure; undefined when there is none (no connection, a proxy's
 * page).
 */
export const sentenceOf = (error: unknown): string | undefined =>
  error instanceof HttpError ? error.body.message : undefined

function errorBody(text: string): ErrorBody {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as ErrorBody) : {}
  } catch {
    return {} // a proxy's HTML: nothing in it is for the visitor
  }
}

type Options = {
  method?: 'POST' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/**
 * One call to our API with cookies and the page's language. Throws HttpError for every answer that
 * is not 2xx, 401 included.
 */
export async function request<T>(
  path: string,
  { method, body, headers, signal }: Options = {},
): Promise<T> {
  const response = await fetch(path, {
    method: method ?? 'GET',
    credentials: 'include',
    headers: {
      'x-language': toLocale(document.documentElement.lang.slice(0, 2)),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  noteServerTime(response.headers.get('date'))
  const text = await response.text()
  if (!response.ok)
    throw new HttpError(response.status, text || response.statusText, errorBody(text))
  return (response.status === 204 ? null : JSON.parse(text)) as T
}
