import type { ProblemCode } from './problem'

/** `sentence`: key under `errors` of a more exact sentence than the code's own. */
export type Refusal = {
  status: number
  code: ProblemCode
  sentence?: string
  headers?: Record<string, string>
}

const PAGE_METHODS = ['GET', 'HEAD', 'POST']
const API_METHODS = [...PAGE_METHODS, 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const HANDLERS = /^\/(api|sandbox)\//

/** The refusal of a method that a page, or a route handler, could never have meant. */
export function methodRefused(url = '/api/'): Refusal {
  const methods = HANDLERS.test(url) ? API_METHODS : PAGE_METHODS
  return { status: 405, code: 'method_not_allowed', headers: { Allow: methods.join(', ') } }
}

export const MALFORMED: Refusal = { status: 400, code: 'invalid_request', sentence: 'not_json' }

/**
 * What our server answers by itself, before Next sees the request; null when it may pass. Each of
 * these made Next answer 500, or a page of its own where the contract promises a JSON error body.
 */
export function refusalOf(request: {
  method?: string
  url?: string
  headers: { host?: string }
}): Refusal | null {
  const { method = '', url = '', headers } = request
  // A page answers PUT and DELETE with itself, as if something had happened; POST is how server
  // actions arrive.
  if (!(HANDLERS.test(url) ? API_METHODS : PAGE_METHODS).includes(method)) return methodRefused(url)
  if (!url.startsWith('/') || !isReadable(url) || !URL.canParse(`http://${headers.host ?? ''}`))
    return MALFORMED
  return null
}

/**
 * "GET http://host/path" (what clients send to a proxy) as "/path", which every server must accept.
 */
export function originForm(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

function isReadable(url: string): boolean {
  try {
    // A NUL or a line break in a file name is an exception further in.
    return !/\p{Cc}/u.test(decodeURIComponent(url.split('?', 1)[0] ?? ''))
  } catch {
    return false
  }
}
