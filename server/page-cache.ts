import 'server-only'
import { createHash } from 'node:crypto'
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import type { FinishedPages } from '@/lib/cache/prerendered'
import type { Headers } from './accept-requests'
import { errorFields, log } from '@/lib/log'
import { isDatabaseOut } from '@/lib/outage'
import { ASK_AGAIN } from './headers'
import { allowScriptsOf } from './script-policy'
import { scriptsAfterPaint } from './scripts-after-paint'

/** The maximum size of all kept pages in bytes: several times the size of the site's pages. */
const MOST_BYTES = 32 * 1024 * 1024
/**
 * Next discards its own pages a moment after it is told to, and a page may be rendered from rows of
 * before a change until after it: pages requested within this time are not kept.
 */
export const SETTLE_MS = 1_000
// The maximum number of pages waiting to be compressed; a site has fewer, and waiting pages are
// held as text.
const MOST_WAITING = 100
const ENCODINGS = ['br', 'gzip', 'identity'] as const
// Not the same for everybody, whatever Next says.
const NEVER = /^\/([a-z]{2,3}\/)?(admin|admin-blog|manage|api|sandbox|_next)(\/|$)/
// A plain address: no dots, no encoding.
const PLAIN = /^\/([\w-]+(\/[\w-]+)*)?$/
// Not pages: calls, and addresses with a file's ending.
const NO_PAGE = /^\/(api|sandbox|_next)(\/|$)|\.[a-z\d]+$/i
// Next's router requests a page's data at the page's own address.
const ROUTER = ['rsc', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-action']
const DRAFT = /__prerender_bypass|__next_preview_data/
/** Headers of one answer, not of the page, and the one that our server adds to every answer. */
const OF_ONE_ANSWER =
  /^(x-request-id|strict-transport-security|connection|keep-alive|date|etag|content-(length|encoding)|transfer-encoding)$/

/** After how long a page is asked for again that failed because the database is away. */
const AGAIN_SECONDS = 5

type Encoding = (typeof ENCODINGS)[number]
/** `headers`: names and values, alternating, as they are written. */
type Variant = { body: Buffer; etag: string; headers: string[] }
type Page = Record<Encoding, Variant>

export type PageCache = FinishedPages & {
  /** Answers a request for a kept page, with the headers `own` added; false when there is none. */
  answer(request: IncomingMessage, response: ServerResponse, own: Headers): boolean
  /**
   * Restricts a prerendered page that is about to be sent through `response` to its own scripts,
   * and keeps it when it may be kept.
   */
  prepare(request: IncomingMessage, response: ServerResponse): void
}

/**
 * Finished pages in memory, in front of Next's handler: each is compressed once, off the request,
 * and then sent as bytes, with its scripts loaded after the first paint. Only prerendered pages are
 * kept, for as long as Next's headers allow; `drop` discards all of them, because a change of
 * content shows on several pages. The least recently used page is dropped first.
 */
export function pageCache(mostBytes = MOST_BYTES): PageCache {
  const pages = new LRUCache<string, Page>({
    maxSize: mostBytes,
    sizeCalculation: bytesOf,
    // Read the clock at each request: by default one read is reused until a timer of 1 ms fires.
    ttlResolution: 0,
  })
  const counts = { hits: 0, misses: 0 }
  const pending = new Set<string>()
  let queue = Promise.resolve() // One page at a time: compression must not take every core.
  let dropped = -Infinity
  const isCurrent = (requestedAt: number) => requestedAt > dropped + SETTLE_MS

  async function store(
    path: string,
    html: string,
    headers: OutgoingHttpHeaders,
    requestedAt: number,
  ) {
    if (!isCurrent(requestedAt)) return
    const page = await variantsOf(scriptsAfterPaint(html), headers)
    // In milliseconds; the header has seconds.
    if (isCurrent(requestedAt)) pages.set(path, page, { ttl: lifeOf(headers) * 1_000 })
  }

  function keep(path: string, html: string, response: ServerResponse, requestedAt: number) {
    const headers = response.getHeaders()
    const isLasting = response.getHeader('x-nextjs-cache') !== 'STALE' && lifeOf(headers) > 0
    if (response.statusCode !== 200 || response.hasHeader('set-cookie') || !isLasting) return
    if (!isCurrent(requestedAt) || pending.has(path) || pending.size >= MOST_WAITING) return
    pending.add(path)
    queue = queue
      .then(() => store(path, html, headers, requestedAt))
      .catch((error: unknown) => log.error(errorFields(error), 'page cache'))
      .finally(() => pending.delete(path))
  }

  return {
    answer(request, response, own) {
      const path = pathOf(request)
      const page = path === null ? undefined : pages.get(path)
      if (path !== null) counts[page ? 'hits' : 'misses']++
      if (!page) return false
      send(page[encodingFor(request.headers['accept-encoding'])], request, response, own)
      return true
    },
    prepare(request, response) {
      const path = pathOf(request)
      const requestedAt = performance.now()
      // Next's own 304 would be sent with the policy of any page.
      if (path !== null) delete request.headers['if-none-match']
      const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
      response.end = ((chunk: unknown, ...others: unknown[]) => {
        if (typeof chunk === 'string' && !response.headersSent) {
          const isForAll = isPrerendered(response)
          // A page that could not be prerendered again is sent whole, and is not personal either.
          const hasFailed = path !== null && response.statusCode === 500
          if (isForAll || hasFailed) allowScriptsOf(chunk, response)
          if (hasFailed && isDatabaseOut()) {
            response.statusCode = 503
            response.setHeader('Retry-After', AGAIN_SECONDS)
          }
          // With a query it is the same page, but that is not certain; the plain address will be
          // requested too.
          if (isForAll && path === request.url) keep(path, chunk, response, requestedAt)
        }
        return end(chunk, ...others)
      }) as ServerResponse['end']
    },
    drop() {
      dropped = performance.now()
      pages.clear()
    },
    state: () => ({ pages: pages.size, bytes: pages.calculatedSize, ...counts }),
  }
}

/**
 * The path of a request that may be answered with a kept page, or null. Only an address in its
 * canonical spelling: Next answers /x/../booking with the page of /booking, and made-up spellings
 * must not fill the memory.
 */
function pathOf({ method, url = '/', headers }: IncomingMessage): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  const path = withoutQuery(url)
  if (!PLAIN.test(path) || NEVER.test(path) || isRouters(headers)) return null
  return headers.cookie !== undefined && DRAFT.test(headers.cookie) ? null : path
}

/**
 * Whether a request is, or may be, for a page rendered only for it: every page that is never
 * answered from memory.
 */
export const isForOne = (request: IncomingMessage): boolean =>
  pathOf(request) === null &&
  !NO_PAGE.test(withoutQuery(request.url ?? '/')) &&
  !isRouters(request.headers)

const withoutQuery = (url: string): string => {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

const isRouters = (headers: IncomingHttpHeaders): boolean =>
  ROUTER.some((name) => headers[name] !== undefined)

/**
 * True when Next sends the same page to everybody, because it has or will have it in its own cache.
 * For a page from the build, it says so twice.
 */
const isPrerendered = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type')).startsWith('text/html') &&
  [response.getHeader('x-nextjs-prerender')].flat().includes('1')

/** The number of seconds for which a shared cache might keep the answer, as Next says. */
const lifeOf = (headers: OutgoingHttpHeaders): number =>
  Number(/\bs-maxage=(\d+)/.exec(String(headers['cache-control']))?.[1] ?? 0)

const compressed: Record<Encoding, (html: Buffer) => Promise<Buffer>> = {
  // The window covers the whole page, so that React's copy of the content costs little.
  br: (html) =>
    promisify(brotliCompress)(html, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
      },
    }),
  gzip: (html) => promisify(gzip)(html, { level: 9 }),
  identity: async (html) => html,
}

async function variantsOf(html: string, given: OutgoingHttpHeaders): Promise<Page> {
  const plain = Buffer.from(html)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const common = Object.fromEntries(
    Object.entries(given).filter(([name]) => !OF_ONE_ANSWER.test(name)),
  )
  const vary = [given.vary, 'Accept-Encoding'].flat().filter(Boolean).join(', ')
  const variants = ENCODINGS.map(async (encoding): Promise<[Encoding, Variant]> => {
    const body = await compressed[encoding](plain)
    const etag = `"${hash}-${encoding}"`
    const headers = {
      ...common,
      'cache-control': ASK_AGAIN,
      'x-nextjs-prerender': '1',
      'x-nextjs-cache': 'HIT',
      vary,
      etag,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    }
    const written = Object.entries(headers).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => [name, String(one)]),
    )
    return [encoding, { body, etag, headers: written }]
  })
  return Object.fromEntries(await Promise.all(variants)) as Page
}

const bytesOf = (page: Page): number =>
  ENCODINGS.reduce((sum, encoding) => sum + page[encoding].body.length, 1_024)

/** A list of headers is written as it is; an object would be checked and copied name by name. */
function send(
  { body, etag, headers }: Variant,
  request: IncomingMessage,
  response: ServerResponse,
  own: Headers,
) {
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304, [...own, ...headers]).end()
    return
  }
  response.writeHead(200, [...own, ...headers, 'content-length', String(body.length)])
  response.end(body) // Node omits the body for HEAD.
}

/** Whether a browser that sends this If-None-Match already has the answer with `etag`. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))

// Browsers send a handful of different headers; made-up ones must not fill the memory.
const negotiated = new LRUCache<string, Encoding>({ max: 100 })

/** The smallest encoding that an Accept-Encoding header accepts. */
function encodingFor(header: string | string[] | undefined): Encoding {
  const accepted = header?.toString() ?? ''
  let encoding = negotiated.get(accepted)
  if (!encoding) {
    const taken = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings([
      ...ENCODINGS,
    ])
    encoding = ENCODINGS.find((one) => taken.includes(one)) ?? 'identity'
    negotiated.set(accepted, encoding)
  }
  return encoding
}
