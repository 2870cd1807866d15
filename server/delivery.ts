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
    if (url.startsWith('/api/')) {
      sendWhole(response, () => compress(request, response, () => {}))
      return next()
    }
    const onwards = () =>
      compress(request, response, () => {
        pages?.prepare(request, response)
        restrictScripts?.(request, response)
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

/** What is shorter fits into one packet: compressing it would only cost time. */
const WORTH_COMPRESSING = 1024

const isJson = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type')).startsWith('application/json')

/**
 * Sends the JSON answer of a call in one piece with its length. Next writes the headers, the body
 * and the end separately, each in a packet of its own, and omits the length. An answer that is long
 * or not JSON is sent as it comes, after `compress` has prepared the response for it.
 */
function sendWhole(response: ServerResponse, compress: () => void): void {
  const { write, end, flushHeaders } = response
  let whole: Uint8Array | undefined
  const sendAsItComes = () => {
    Object.assign(response, { write, end, flushHeaders })
    compress()
    if (whole !== undefined) response.write(whole)
  }
  response.flushHeaders = () => {
    if (isJson(response)) return
    sendAsItComes()
    response.flushHeaders()
  }
  response.write = ((chunk: unknown, ...others: never[]) => {
    if (whole === undefined && chunk instanceof Uint8Array && isJson(response)) {
      whole = chunk
      return true
    }
    sendAsItComes()
    return response.write(chunk, ...others)
  }) as ServerResponse['write']
  response.end = ((...args: never[]) => {
    const isOver = args[0] === undefined || typeof args[0] === 'function'
    if (whole === undefined || !isOver || whole.length >= WORTH_COMPRESSING) {
      sendAsItComes()
      return response.end(...args)
    }
    Object.assign(response, { write, end, flushHeaders })
    response.setHeader('Content-Length', whole.length)
    return response.end(whole, ...args.filter((arg) => typeof arg === 'function'))
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
