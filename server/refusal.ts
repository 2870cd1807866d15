import type { IncomingHttpHeaders } from 'node:http'
import { adminPath } from '@/lib/auth/rules'
import type { ErrorSentence, ProblemCode } from '@/lib/problem'

/**
 * What our server answers itself. `sentence`: key under `errors` of a more specific message than the
 * code's own; without a code the answer has no body.
 */
export type Refusal = {
  status: number
  code?: ProblemCode
  sentence?: ErrorSentence
  headers?: Record<string, string>
}

const PAGE_METHODS = ['GET', 'HEAD', 'POST']
const API_METHODS = [...PAGE_METHODS, 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
const TEXT = 'text/plain'
const UNSUPPORTED: Refusal = { status: 415, code: 'unsupported_type' }
// Pages with a form that the browser submits to a server action (docs/decisions/029).
const SUBMITTED = /^\/([a-z]{2,3}\/)?contact(\?|$)/
// Node answers this expectation by itself.
const CONTINUE = /^100-continue$/i
const HANDLERS = /^\/(api|sandbox)\//

/** Whether a request is a call, and not for a page. */
export const isHandler = (url: string): boolean => HANDLERS.test(url)

/**
 * The maximum length of a request target, in characters. No address of this site comes close, and
 * later code that parses addresses takes time quadratic in their length or in their number of
 * parameters.
 */
export const LONGEST_TARGET = 2048

/** The refusal of a method that no page or route handler supports. */
export function methodRefused(url = '/api/'): Refusal {
  const methods = isHandler(url) ? API_METHODS : PAGE_METHODS
  return { status: 405, code: 'method_not_allowed', headers: { Allow: methods.join(', ') } }
}

export const MALFORMED: Refusal = { status: 400, code: 'invalid_request', sentence: 'not_json' }

/**
 * What our server answers itself, before Next sees the request; null when it may pass. Next answers
 * each of these with 500, or with a page where callers expect a JSON error body, or renders a page
 * that nobody asked for.
 */
export function refusalOf(request: {
  method?: string
  url?: string
  headers: IncomingHttpHeaders
  /** Names and values, alternating, as they were sent. */
  rawHeaders?: readonly string[]
}): Refusal | null {
  const { method = '', url = '', headers, rawHeaders = [] } = request
  if (headers.expect !== undefined && !CONTINUE.test(headers.expect))
    return { ...MALFORMED, status: 417 }
  if (url.length > LONGEST_TARGET) return { status: 414, code: 'too_large' }
  // A page answers PUT and DELETE with itself, as if something had happened.
  if (!(isHandler(url) ? API_METHODS : PAGE_METHODS).includes(method)) return methodRefused(url)
  if (!url.startsWith('/') || !isReadable(url) || !URL.canParse(`http://${headers.host ?? ''}`))
    return MALFORMED
  if (hasSeveralHosts(rawHeaders)) return MALFORMED
  return isHandler(url) || method !== 'POST' ? null : refusalOfForm(url, headers)
}

/** Node reads the first; a proxy in front may have read another. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}

/**
 * A page's own form posts to it before its script has come, and the page is shown again: the browser
 * is led there, because rendering a page for each post costs a hundred times as much. Only posts to
 * server actions are passed on, to be checked (server/action-posts.ts): the contact form, and the
 * console's forms, which Next's own code sends.
 */
function refusalOfForm(url: string, headers: IncomingHttpHeaders): Refusal | null {
  const type = (headers['content-type'] ?? FORM).split(';', 1)[0]?.trim().toLowerCase()
  if (headers['next-action'] !== undefined) {
    if (!calledPage(url)) return { status: 404, code: 'not_found' }
    return type === TEXT ? null : UNSUPPORTED
  }
  if (submittedPage(url) && type === MULTIPART) return null
  return type === FORM || type === MULTIPART ? ledTo(url) : UNSUPPORTED
}

/** Leads a browser on to the address that it posted to. */
export const ledTo = (url: string): Refusal => ({
  status: 303,
  // Browsers take two slashes, or one and a backslash, for the beginning of another host.
  headers: { Location: escaped(url.replace(/^[/\\]+/, '/')), 'Content-Length': '0' },
})

const escaped = (url: string): string =>
  url.replace(/[^\x21-\x7e]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)

/** Whether a browser submits a form of this page to a server action. */
export const submittedPage = (url: string): boolean => SUBMITTED.test(url)

/** Whether this page calls server actions: only the console's do. */
export const calledPage = (url: string): boolean => adminPath(url.split('?', 1)[0] ?? '') !== null

/**
 * "GET http://host/path" (as clients send it to a proxy) as "/path", which every server must
 * accept.
 */
export function originForm(url: string): string {
  const isAbsolute = /^https?:\/\//i.test(url) && url.length <= LONGEST_TARGET
  if (!isAbsolute || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

function isReadable(url: string): boolean {
  try {
    // A NUL or a line break in a file name causes an exception in later code.
    return !/\p{Cc}/u.test(decodeURIComponent(url.split('?', 1)[0] ?? ''))
  } catch {
    return false
  }
}
