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
// What a browser runs; other types (JSON-LD) are data to it.
const RUN = /^(|module|(text|application)\/javascript)$/i

/** The inline scripts of a page that a browser would run, as they stand there. */
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

/** `policy` with `sources` in the place of any inline script. */
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
 * `policy` for one page: instead of any inline script it allows exactly those that stand in the
 * page, by their hashes, and the one that stands in the page as it is kept. Only for pages that are the
 * same for everybody: what a page rendered for one visitor shows may come from another.
 */
export function policyFor(page: string, policy: string): string {
  const starter = scriptsAfterPaint(page) === page ? [] : [STARTER_SOURCE]
  return allowing([...hashesOf(page), ...starter], policy)
}

// A page is read once; the 404 page is what most made-up addresses are answered with.
const known = new LRUCache<string, string>({ max: 500 })

/** Gives the answer that carries `page` the policy of that page. */
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
 * rendered for each request, the same for everybody and made before there is a nonce.
 */
function shellHashes(build: string): string[] {
  const folder = join(build, 'server/app')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.meta'))
    .filter((name) => 'postponed' in JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .flatMap((name) => hashesOf(readFileSync(join(folder, name.replace(/meta$/, 'html')), 'utf8')))
}

/**
 * Refuses inline scripts in whatever is sent through an answer, but for those that belong there: of
 * a prerendered page its own (`allowScriptsOf`); of a page rendered for this request those of its
 * shell, and those that carry the nonce which Next finds in the request's policy. `build` is Next's
 * folder; `isForOne` says whether a request is for a page that is rendered for it alone, because a
 * prerendered page would be kept with the nonce of whoever asked first.
 */
export function scriptPolicy(
  build: string,
  isForOne: (request: IncomingMessage) => boolean,
): (request: IncomingMessage, response: ServerResponse) => void {
  let ofShells: string[] | undefined
  return (request, response) => {
    const name = HEADER.toLowerCase()
    // A visitor's own would be taken for ours.
    delete request.headers[name]
    delete request.headers[`${name}-report-only`]
    const nonces = isForOne(request) ? [`'nonce-${randomBytes(16).toString('base64')}'`] : []
    if (nonces.length > 0) request.headers[name] = `script-src ${nonces.join()}`
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
    response.writeHead = ((...args: unknown[]) => {
      const policy = response.getHeader(HEADER)
      // The browser has the page, with the policy that came with it.
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
