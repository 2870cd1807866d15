import 'server-only'
import compression from 'compression'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import sirv from 'sirv'
import { LENGTH_HEADER } from '@/lib/http/request'
import { askAgain } from './headers'
import { isForOne, type PageCache } from './page-cache'
import { scriptPolicy } from './script-policy'

const STATIC = '/_next/static'

type Deliver = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * Delivery of answers, in front of Next's handler: the build's files as the build compressed them;
 * everything else compressed on the fly, with Brotli where the browser accepts it, and kept in
 * `pages` where possible. In development `pages` is null and no files are served. `otherBuilds` names
 * the folders with the files of earlier builds, for pages that are still open, and of later ones that
 * other instances already run. Everything else goes to `next`.
 */
export function delivery(pages: PageCache | null, otherBuilds: () => string[] = () => []): Deliver {
  // Quality 5: smaller than gzip's best, and no slower than its default.
  const compress = compression({
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
    filter: isCompressible,
  }) as unknown as Deliver
  const files = pages && builtFiles(['.next/static'], otherBuilds)
  const restrictScripts = pages && scriptPolicy('.next', isForOne)
  return (request, response, next) => {
    const url = request.url ?? '/'
    if (url.startsWith('/api/')) {
      // The framework sends the headers alone before the body: in a packet of their own.
      response.flushHeaders = () => {}
      return compress(request, response, next)
    }
    const onwards = () =>
      compress(request, response, () => {
        pages?.prepare(request, response)
        restrictScripts?.(request, response)
        askAgain(response)
        next()
      })
    if (
      !files ||
      !url.startsWith(`${STATIC}/`) ||
      !(request.method === 'GET' || request.method === 'HEAD')
    )
      return onwards()
    request.url = url.slice(STATIC.length)
    // The package answers some ranges with an exception. A file of the build is sent whole.
    delete request.headers.range
    files(request, response, () => {
      request.url = url
      onwards()
    })
  }
}

/**
 * Takes the length that `json` (lib/http/route.ts) names, because the framework omits the usual
 * header: with it the package leaves short answers as they are. Nothing else of the response is
 * touched: the framework waits for `drain` on it.
 */
function isCompressible(request: IncomingMessage, response: ServerResponse): boolean {
  const length = response.getHeader(LENGTH_HEADER)
  if (length !== undefined) {
    response.removeHeader(LENGTH_HEADER)
    response.setHeader('Content-Length', length)
  }
  return (compression.filter as unknown as typeof isCompressible)(request, response)
}

/**
 * The files of these folders, and of `others`, which is asked when none of them has a file; the first
 * that has it answers. Their names contain their hash.
 */
export function builtFiles(folders: string[], others: () => string[] = () => []): Deliver {
  const [headers, fontHeaders] = [headersOf('file.js'), headersOf('media/file.woff2')]
  const filesOf = (folder: string) =>
    sirv(folder, {
      brotli: true,
      gzip: true,
      etag: true,
      maxAge: 31_536_000,
      immutable: true,
      setHeaders: (response, path) =>
        response.setHeaders(path.endsWith('.woff2') ? fontHeaders : headers),
    })
  const each = new Map(folders.map((folder) => [folder, filesOf(folder)]))
  return (request, response, next) => {
    const from = (at: number): void => {
      if (at === each.size)
        for (const folder of others()) if (!each.has(folder)) each.set(folder, filesOf(folder))
      const files = [...each.values()][at]
      if (files) files(request, response, () => from(at + 1))
      else next()
    }
    from(0)
  }
}

/** The headers of every answer in next.config.mjs (docs/decisions/020 A7) apply to these too. */
function headersOf(file: string): Headers {
  type Rule = { regex: string; headers: { key: string; value: string }[] }
  const manifest = JSON.parse(readFileSync('.next/routes-manifest.json', 'utf8')) as {
    headers: Rule[]
  }
  const rules = manifest.headers.filter((rule) => new RegExp(rule.regex).test(`${STATIC}/${file}`))
  return new Headers(
    rules.flatMap((rule) => rule.headers.map(({ key, value }): [string, string] => [key, value])),
  )
}
