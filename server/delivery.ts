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
 * How answers travel, in front of Next's handler: the build's own files as the build compressed
 * them, finished pages from `pages` (in development it is null and there are neither), everything
 * else compressed on its way, with Brotli where the browser takes it. What is not ours to answer goes
 * to `next`.
 */
export function delivery(pages: PageCache | null): Deliver {
  // Quality 5: smaller than gzip's best, and no slower than its default.
  const compress = compression({
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  }) as unknown as Deliver
  const files = pages && builtFiles()
  const restrictScripts = pages && scriptPolicy('.next', isForOne)
  return (request, response, next) => {
    if (pages?.answer(request, response)) return
    const url = request.url ?? '/'
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

/** What next.config.mjs says of every answer (docs/decisions/020 A7) holds for these too. */
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
