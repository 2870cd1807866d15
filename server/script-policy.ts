import 'server-only'
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Parser } from 'htmlparser2'
import { LRUCache } from 'lru-cache'

const HEADER = 'Content-Security-Policy'
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

/**
 * `policy` for one page: instead of any inline script it allows exactly those that stand in the
 * page, by their hashes. Only for pages that are the same for everybody: what a page rendered for
 * one visitor shows may come from another.
 */
export function policyFor(page: string, policy: string): string {
  const hashes = inlineScripts(page).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return policy
    .split('; ')
    .map((directive) =>
      directive.startsWith('script-src ')
        ? directive.replace("'unsafe-inline'", [...new Set(hashes)].join(' '))
        : directive,
    )
    .join('; ')
}

// A page is read once; the 404 page is what most made-up addresses are answered with.
const known = new LRUCache<string, string>({ max: 500 })

/** Gives the answer that carries `page` the policy of that page. */
export function restrictScripts(page: string, response: ServerResponse): void {
  const policy = response.getHeader(HEADER)
  if (typeof policy !== 'string') return
  const key = createHash('sha256').update(policy).update(page).digest('base64')
  const own = known.get(key) ?? policyFor(page, policy)
  known.set(key, own)
  response.setHeader(HEADER, own)
}
