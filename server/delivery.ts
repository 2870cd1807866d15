import 'server-only'
import compression from 'compression'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import sirv from 'sirv'
import { isForOne, type PageCache } from './page-cache'
import { scriptPolicy } from './script-policy'

const STATIC = '/_next/static'

type Deliver = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * Delivery of answers, in front of Next's handler: the build's files as the build compressed them;
 * everything else compressed on the fly, with Brotli where the browser accepts it, and kept in
 * `pages` where possible. In development `pages` is null and no files are served. Everything else
 * goes to `next`.
 */
export function delivery(pages: PageCache | null): Deliver {
  // Quality 5: smaller than gzip's best, and no slower than its default.
  const compress = compression({
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  }) as unknown as Deliver
  const files = pages && builtFiles()
  const restrictScripts = pages && scriptPolicy('.next', isForOne)
  return (request, response, next) => {
    const url = request.url ?? '/'
    const onwards = () =>
      compress(request, response, () => {
        pages?.prepare(request, response)
        restrictScripts?.(request, response)
        if (url.startsWith('/api/')) sendWhole(response)
        next()
      })
    if (
      !files ||
      !url.startsWith(`${STATIC}/`) ||
      !(request.method === 'GET' || request.method === 'HEAD')
    )
      return onwards()
    request.url = url.slice(STATIC.length)
    files(request, response, () => {
      request.url = url
      onwards()
    })
  }
}

const isJson = (response: ServerResponse): boolean =>
  !response.headersSent && String(response.getHeader('content-type')).startsWith('application/json')

/**
 * Sends JSON in one piece with its length. Next writes the headers, the body and the end
 * separately, each in a packet of its own, and omits the length: an answer of unknown length would
 * be compressed however short it is. A body in several pieces is sent as it comes.
 */
function sendWhole(response: ServerResponse): void {
  const write = response.write.bind(response) as (...args: unknown[]) => boolean
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
  const flushHeaders = response.flushHeaders.bind(response)
  let whole: Uint8Array | undefined
  response.flushHeaders = () => {
    if (!isJson(response)) flushHeaders()
  }
  response.write = ((chunk: unknown, ...others: unknown[]) => {
    if (whole === undefined && chunk instanceof Uint8Array && isJson(response)) {
      whole = chunk
      return true
    }
    if (whole !== undefined) write(whole)
    whole = undefined
    return write(chunk, ...others)
  }) as ServerResponse['write']
  response.end = ((...args: unknown[]) => {
    if (whole === undefined) return end(...args)
    const [body, isLast] = [whole, args[0] === undefined || typeof args[0] === 'function']
    whole = undefined
    if (!isLast) {
      write(body)
      return end(...args)
    }
    response.setHeader('Content-Length', body.length)
    return end(body, ...args.filter((arg) => typeof arg === 'function'))
  }) as ServerResponse['end']
}

function builtFiles() {
  const headers = headersOfStaticFiles()
  return sirv('.next/static', {
    brotli: true,
    gzip: true,
    etag: true,
    maxAge: 31_536_000,
    immutable: true,
    setHeaders: (response) => response.setHeaders(headers),
  })
}

/** The headers of every answer in next.config.mjs (docs/decisions/020 A7) apply to these too. */
function headersOfStaticFiles(): Headers {
  type Rule = { regex: string; headers: { key: string; value: string }[] }
  const manifest = JSON.parse(readFileSync('.next/routes-manifest.json', 'utf8')) as {
    headers: Rule[]
  }
  const rules = manifest.headers.filter((rule) => new RegExp(rule.regex).test(`${STATIC}/file.js`))
  return new Headers(
    rules.flatMap((rule) => rule.headers.map(({ key, value }): [string, string] => [key, value])),
  )
}
