// What MDN's HTTP Observatory would give a page, by the criteria that it publishes (algorithm 4:
// https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring and, where that page and
// the scanner differ, the scanner's table, github.com/mdn/mdn-http-observatory
// src/grader/charts.ts). What this site cannot have, a policy in a meta element or several of them,
// is refused instead of judged.
import { Parser } from 'htmlparser2'

/** Every result of every criterion, with what it adds to the score. */
export const MODIFIERS = {
  'csp-implemented-with-no-unsafe-default-src-none': 10,
  'csp-implemented-with-no-unsafe': 5,
  'csp-implemented-with-unsafe-inline-in-style-src-only': 0,
  'csp-implemented-with-insecure-scheme-in-passive-content-only': -10,
  'csp-implemented-with-unsafe-eval': -10,
  'csp-implemented-with-unsafe-inline': -20,
  'csp-implemented-with-insecure-scheme': -20,
  'csp-header-invalid': -25,
  'csp-not-implemented': -25,
  'cookies-secure-with-httponly-sessions-and-samesite': 5,
  'cookies-secure-with-httponly-sessions': 0,
  'cookies-not-found': 0,
  'cookies-without-secure-flag-but-protected-by-hsts': -5,
  'cookies-session-without-secure-flag-but-protected-by-hsts': -10,
  'cookies-without-secure-flag': -20,
  'cookies-samesite-flag-invalid': -20,
  'cookies-anticsrf-without-samesite-flag': -20,
  'cookies-session-without-httponly-flag': -30,
  'cookies-session-without-secure-flag': -40,
  'cross-origin-resource-sharing-not-implemented': 0,
  'cross-origin-resource-sharing-implemented-with-public-access': 0,
  'cross-origin-resource-sharing-implemented-with-restricted-access': 0,
  'cross-origin-resource-sharing-implemented-with-universal-access': -50,
  'redirection-to-https': 0,
  'redirection-not-needed-no-http': 0,
  'redirection-off-host-from-http': -5,
  'redirection-not-to-https-on-initial-redirection': -10,
  'redirection-not-to-https': -20,
  'redirection-missing': -20,
  'referrer-policy-private': 5,
  'referrer-policy-not-implemented': 0,
  'referrer-policy-unsafe': -5,
  'referrer-policy-header-invalid': -5,
  'hsts-implemented-max-age-at-least-six-months': 0,
  'hsts-implemented-max-age-less-than-six-months': -10,
  'hsts-not-implemented': -20,
  'hsts-header-invalid': -20,
  'sri-implemented-and-all-scripts-loaded-securely': 5,
  'sri-implemented-and-external-scripts-loaded-securely': 5,
  'sri-not-implemented-response-not-html': 0,
  'sri-not-implemented-but-no-scripts-loaded': 0,
  'sri-not-implemented-but-all-scripts-loaded-from-secure-origin': 0,
  'sri-not-implemented-but-external-scripts-loaded-securely': -5,
  'sri-implemented-but-external-scripts-not-loaded-securely': -20,
  'sri-not-implemented-and-external-scripts-not-loaded-securely': -50,
  'x-content-type-options-nosniff': 0,
  'x-content-type-options-not-implemented': -5,
  'x-content-type-options-header-invalid': -5,
  'x-frame-options-implemented-via-csp': 5,
  'x-frame-options-sameorigin-or-deny': 0,
  'x-frame-options-allow-from-origin': 0,
  'x-frame-options-not-implemented': -20,
  'x-frame-options-header-invalid': -20,
  'cross-origin-resource-policy-implemented-with-same-origin': 10,
  'cross-origin-resource-policy-implemented-with-same-site': 10,
  'cross-origin-resource-policy-implemented-with-cross-origin': 0,
  'cross-origin-resource-policy-not-implemented': 0,
  'cross-origin-resource-policy-header-invalid': -5,
} as const

type Result = keyof typeof MODIFIERS

export type Observed = {
  /** The page's https address. */
  address: string
  headers: Headers
  html: string
  /**
   * Where a request for the page's http address is led, one address after the other; null when
   * nothing answers there.
   */
  redirections: string[] | null
  /** The headers of an answer to a request with an Origin of `https://elsewhere.example`. */
  toOthers: Headers
}

const BASE = 100
// Whoever loses more than this to penalties gets no bonus.
const WORTH_A_BONUS = 90
const SIX_MONTHS = 15_552_000

/** The score, and the results that make it up. */
export function observatory(seen: Observed): { score: number; results: Result[] } {
  const results = [
    policyResult(seen),
    cookieResult(seen),
    sharingResult(seen),
    redirectionResult(seen),
    referrerResult(seen),
    transportResult(seen),
    integrityResult(seen),
    sniffingResult(seen),
    framingResult(seen),
    resourceResult(seen),
  ]
  const modifiers = results.map((result): number => MODIFIERS[result])
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const withoutBonus = BASE + sum(modifiers.filter((value) => value < 0))
  const score = withoutBonus >= WORTH_A_BONUS ? BASE + sum(modifiers) : withoutBonus
  return { score: Math.max(0, score), results }
}

const BROAD = /^(ftp:|https?:|\*|https?:\/\/\*(\.\*)?)$/
const OPEN = new RegExp(`${BROAD.source}|^('unsafe-inline'|data:)$`)
const INSECURE = /^(http|ftp):/
const KNOWN_INLINE = /^'(nonce|sha(256|384|512))-/

type Policy = Map<string, string[]>

/** The directives of a policy; null when it cannot be read. */
function parsedPolicy(header: string): Policy | null {
  if (header.includes(',')) throw new Error('Several policies are not judged.')
  const policy: Policy = new Map()
  for (const part of header.split(';')) {
    const [name = '', ...sources] = part.trim().toLowerCase().split(/\s+/)
    if (name === '') continue
    if (policy.has(name)) return null
    policy.set(name, sources.length === 0 && name.endsWith('-src') ? ["'none'"] : sources)
  }
  return policy.size === 0 ? null : policy
}

function policyResult({ headers, html }: Observed): Result {
  if (/<meta[^>]+http-equiv="?content-security-policy/i.test(html))
    throw new Error('A policy in a meta element is not judged.')
  const header = headers.get('content-security-policy')
  if (header === null) return 'csp-not-implemented'
  const policy = parsedPolicy(header)
  if (!policy) return 'csp-header-invalid'
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const scripts = effective(sources('script-src'))
  const styles = effective(sources('style-src'))
  if (scripts === null) return 'csp-header-invalid'
  if (scripts.some((source) => OPEN.test(source))) return 'csp-implemented-with-unsafe-inline'
  if (sources('object-src').some((source) => BROAD.test(source)))
    return 'csp-implemented-with-unsafe-inline'
  const active = [...policy].flatMap(([name, all]) =>
    /^(img|media|script)-src$/.test(name) ? [] : all,
  )
  if ([...active, ...scripts].some((source) => INSECURE.test(source)))
    return 'csp-implemented-with-insecure-scheme'
  if ([...scripts, ...(styles ?? [])].includes("'unsafe-eval'"))
    return 'csp-implemented-with-unsafe-eval'
  if ([...sources('img-src'), ...sources('media-src')].some((source) => INSECURE.test(source)))
    return 'csp-implemented-with-insecure-scheme-in-passive-content-only'
  if (styles?.some((source) => OPEN.test(source)))
    return 'csp-implemented-with-unsafe-inline-in-style-src-only'
  return policy.get('default-src')?.join() === "'none'"
    ? 'csp-implemented-with-no-unsafe-default-src-none'
    : 'csp-implemented-with-no-unsafe'
}

/**
 * The sources that count: beside a hash or a nonce 'unsafe-inline' does not, and with
 * 'strict-dynamic' no host does. Null when 'strict-dynamic' has nothing to start from.
 */
function effective(sources: string[]): string[] | null {
  const isKnown = sources.some((source) => KNOWN_INLINE.test(source))
  const isDynamic = sources.includes("'strict-dynamic'")
  if (!isKnown) return isDynamic ? null : sources
  return sources.filter(
    (source) =>
      source !== "'unsafe-inline'" &&
      !(isDynamic && (source === "'self'" || /^(https?:|ftp:|\*)/.test(source))),
  )
}

function cookieResult(seen: Observed): Result {
  const hasTransport = transportResult(seen) === 'hsts-implemented-max-age-at-least-six-months'
  const cookies = seen.headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim().toLowerCase())
    const sameSite = attributes.find((one) => one.startsWith('samesite'))?.split('=')[1]
    return {
      isSession: /login|sess/.test(pair.split('=')[0] ?? ''),
      isToken: /csrf/.test(pair.split('=')[0] ?? ''),
      isSecure: attributes.includes('secure'),
      isHttpOnly: attributes.includes('httponly'),
      sameSite,
      isMalformed:
        attributes.some((one) => one.startsWith('samesite')) &&
        !/^(lax|strict|none)$/.test(sameSite ?? ''),
    }
  })
  if (cookies.length === 0) return 'cookies-not-found'
  // The worst first.
  const faults: [boolean, Result][] = [
    [
      cookies.some(({ isSession, isSecure }) => isSession && !isSecure && !hasTransport),
      'cookies-session-without-secure-flag',
    ],
    [
      cookies.some(({ isSession, isHttpOnly }) => isSession && !isHttpOnly),
      'cookies-session-without-httponly-flag',
    ],
    [
      cookies.some(({ isToken, sameSite }) => isToken && !sameSite),
      'cookies-anticsrf-without-samesite-flag',
    ],
    [
      cookies.some(
        ({ isMalformed, sameSite, isSecure }) => isMalformed || (sameSite === 'none' && !isSecure),
      ),
      'cookies-samesite-flag-invalid',
    ],
    [
      cookies.some(({ isSession, isSecure }) => isSession && !isSecure),
      'cookies-session-without-secure-flag-but-protected-by-hsts',
    ],
    [
      cookies.some(({ isSecure }) => !isSecure),
      hasTransport
        ? 'cookies-without-secure-flag-but-protected-by-hsts'
        : 'cookies-without-secure-flag',
    ],
    [cookies.some(({ sameSite }) => !sameSite), 'cookies-secure-with-httponly-sessions'],
  ]
  return (
    faults.find(([isFound]) => isFound)?.[1] ?? 'cookies-secure-with-httponly-sessions-and-samesite'
  )
}

function sharingResult({ toOthers }: Observed): Result {
  const allowed = toOthers.get('access-control-allow-origin')
  if (allowed === null) return 'cross-origin-resource-sharing-not-implemented'
  if (allowed === '*') return 'cross-origin-resource-sharing-implemented-with-public-access'
  return allowed === 'https://elsewhere.example' &&
    toOthers.get('access-control-allow-credentials') === 'true'
    ? 'cross-origin-resource-sharing-implemented-with-universal-access'
    : 'cross-origin-resource-sharing-implemented-with-restricted-access'
}

function redirectionResult({ address, redirections }: Observed): Result {
  if (redirections === null) return 'redirection-not-needed-no-http'
  const [first, ...others] = redirections.map((one) => new URL(one))
  if (!first) return 'redirection-missing'
  const last = others.at(-1) ?? first
  if (last.protocol !== 'https:') return 'redirection-not-to-https'
  if (first.protocol !== 'https:') return 'redirection-not-to-https-on-initial-redirection'
  return first.hostname === new URL(address).hostname
    ? 'redirection-to-https'
    : 'redirection-off-host-from-http'
}

const PRIVATE = /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/
const UNSAFE = /^(origin|origin-when-cross-origin|unsafe-url|no-referrer-when-downgrade)$/

function referrerResult({ headers }: Observed): Result {
  const header = headers.get('referrer-policy')
  if (header === null) return 'referrer-policy-not-implemented'
  const last = header
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .findLast((one) => PRIVATE.test(one) || UNSAFE.test(one))
  if (last === undefined) return 'referrer-policy-header-invalid'
  return PRIVATE.test(last) ? 'referrer-policy-private' : 'referrer-policy-unsafe'
}

function transportResult({ headers }: Observed): Result {
  const header = headers.get('strict-transport-security')
  if (header === null) return 'hsts-not-implemented'
  const seconds = /^(?:[^,]*;)?\s*max-age=(\d+)\s*(?:;[^,]*)?$/i.exec(header)?.[1]
  if (seconds === undefined) return 'hsts-header-invalid'
  return Number(seconds) >= SIX_MONTHS
    ? 'hsts-implemented-max-age-at-least-six-months'
    : 'hsts-implemented-max-age-less-than-six-months'
}

function integrityResult({ address, headers, html }: Observed): Result {
  if (!/^(text\/html|application\/xhtml\+xml)/.test(headers.get('content-type') ?? 'text/html'))
    return 'sri-not-implemented-response-not-html'
  const scripts: { src?: string; integrity?: string }[] = []
  const parser = new Parser({
    onopentag(name, { src, integrity }) {
      if (name === 'script') scripts.push({ src, integrity })
    },
  })
  parser.end(html)
  if (scripts.length === 0) return 'sri-not-implemented-but-no-scripts-loaded'
  const loaded = scripts.flatMap(({ src, integrity }) =>
    src === undefined
      ? []
      : [
          {
            hasIntegrity: integrity !== undefined,
            isSecure: !src.startsWith('//') && new URL(src, address).protocol === 'https:',
            // Another host of the same registered name would count as ours too; there is none.
            isOwn: new URL(src, address).hostname === new URL(address).hostname,
          },
        ],
  )
  const foreign = loaded.filter(({ isOwn, isSecure }) => !isOwn || !isSecure)
  if (foreign.some(({ hasIntegrity, isSecure }) => !hasIntegrity && !isSecure))
    return 'sri-not-implemented-and-external-scripts-not-loaded-securely'
  if (foreign.some(({ isSecure }) => !isSecure))
    return 'sri-implemented-but-external-scripts-not-loaded-securely'
  if (foreign.some(({ hasIntegrity }) => !hasIntegrity))
    return 'sri-not-implemented-but-external-scripts-loaded-securely'
  if (loaded.some(({ isOwn, hasIntegrity }) => isOwn && hasIntegrity))
    return 'sri-implemented-and-all-scripts-loaded-securely'
  return foreign.length > 0
    ? 'sri-implemented-and-external-scripts-loaded-securely'
    : 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin'
}

function sniffingResult({ headers }: Observed): Result {
  const header = headers.get('x-content-type-options')
  if (header === null) return 'x-content-type-options-not-implemented'
  return header.trim().toLowerCase() === 'nosniff'
    ? 'x-content-type-options-nosniff'
    : 'x-content-type-options-header-invalid'
}

function framingResult({ headers }: Observed): Result {
  const policy = parsedPolicy(headers.get('content-security-policy') ?? '')
  if (policy?.has('frame-ancestors')) return 'x-frame-options-implemented-via-csp'
  const header = headers.get('x-frame-options')?.trim().toLowerCase()
  if (header === undefined) return 'x-frame-options-not-implemented'
  if (/^(deny|sameorigin)$/.test(header)) return 'x-frame-options-sameorigin-or-deny'
  return header.startsWith('allow-from')
    ? 'x-frame-options-allow-from-origin'
    : 'x-frame-options-header-invalid'
}

function resourceResult({ headers }: Observed): Result {
  const header = headers.get('cross-origin-resource-policy')?.trim().toLowerCase()
  if (header === undefined) return 'cross-origin-resource-policy-not-implemented'
  return header === 'same-origin' || header === 'same-site' || header === 'cross-origin'
    ? `cross-origin-resource-policy-implemented-with-${header}`
    : 'cross-origin-resource-policy-header-invalid'
}
