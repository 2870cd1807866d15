import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { LRUCache } from 'lru-cache'
import { scriptsAfterPaint, STARTER_SOURCE } from './scripts-after-paint'

const HEADER = 'Content-Security-Policy'
const ANY_INLINE = "'unsafe-inline'"
const ALLOWS_ANY = /(^|; )script-src [^;]*'unsafe-inline'/
// The script types that a browser runs; others (JSON-LD) are data.
const RUN = /^(|module|(text|application)\/javascript)$/i

/** The inline scripts of a page that a browser would run, verbatim. */
function inlineScripts(page: string): string[] {
  const scripts: string[] = []
  let current: string | null = null
  const parser = new Parser({
    onopentag(name, { src, type = '' }) {
      current = name === 'script' && src === undefined && RUN.test(type) ? '' : null
    },
    ontext(text) {
      if (current !== null) current += text
    },
    onclosetag() {
      if (current !== null) scripts.push(current)
      current = null
    },
  })
  parser.end(page)
  return scripts
}

const hashesOf = (page: string): string[] =>
  inlineScripts(page).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

/** `policy` with `sources` in place of 'unsafe-inline' for scripts. */
const allowing = (sources: readonly string[], policy: string): string =>
  policy
    .split('; ')
    .map((directive) =>
      directive.startsWith('script-src ')
        ? directive
            .split(' ')
            .flatMap((source) => (source === ANY_INLINE ? [...new Set(sources)] : [source]))
            .join(' ')
        : directive,
    )
    .join('; ')

/**
 * `policy` for one page: instead of any inline script it allows only those of the page, by their
 * hashes, and the script added when the page is kept. Only for pages that are the same for
 * everybody: a page rendered for one visitor may show content from another.
 */
export function policyFor(page: string, policy: string): string {
  const starter = scriptsAfterPaint(page) === page ? [] : [STARTER_SOURCE]
  return allowing([...hashesOf(page), ...starter], policy)
}

// A page is parsed once; most made-up addresses are answered with the 404 page.
const known = new LRUCache<string, string>({ max: 500 })

/** Sets the policy of `page` on the answer that carries it. */
export function allowScriptsOf(page: string, response: ServerResponse): void {
  const policy = response.getHeader(HEADER)
  if (typeof policy !== 'string') return
  const key = createHash('sha256').update(policy).update(page).digest('base64')
  const own = known.get(key) ?? policyFor(page, policy)
  known.set(key, own)
  response.setHeader(HEADER, own)
}

/**
 * The hashes of the inline scripts in the shells of the build: the beginnings of pages that are
 * rendered per request, the same for everybody and made before there is a nonce.
 */
function shellHashes(build: string): string[] {
  const folder = join(build, 'server/app')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.meta'))
    .filter((name) => 'postponed' in JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .flatMap((name) => hashesOf(readFileSync(join(folder, name.replace(/meta$/, 'html')), 'utf8')))
}

/**
 * Restricts inline scripts in every answer to those that belong to it: of a prerendered page its
 * own (`allowScriptsOf`); of a page rendered for this request those of its shell, and those with
 * the nonce which Next finds in the request's policy. `build` is Next's folder; `isForOne` says
 * whether a request is for a page rendered only for it, because a prerendered page would be kept
 * with the nonce of the first request.
 */
export function scriptPolicy(
  build: string,
  isForOne: (request: IncomingMessage) => boolean,
): (request: IncomingMessage, response: ServerResponse) => void {
  let ofShells: string[] | undefined
  return (request, response) => {
    const name = HEADER.toLowerCase()
    // A visitor's own header would be taken for ours.
    delete request.headers[name]
    delete request.headers[`${name}-report-only`]
    const nonces = isForOne(request) ? [`'nonce-${randomBytes(16).toString('base64')}'`] : []
    if (nonces.length > 0) request.headers[name] = `script-src ${nonces.join()}`
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
    response.writeHead = ((...args: unknown[]) => {
      const policy = response.getHeader(HEADER)
      // The browser has the page, with the policy that was sent with it.
      if (args[0] === 304) response.removeHeader(HEADER)
      else if (typeof policy === 'string' && ALLOWS_ANY.test(policy))
        response.setHeader(
          HEADER,
          allowing([...nonces, ...(ofShells ??= shellHashes(build))], policy),
        )
      return writeHead(...args)
    }) as ServerResponse['writeHead']
  }
}
