import 'server-only'
import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { loggedPath } from './access-log'
import { nameCharset } from './charset'
import { answerOneAtATime } from './one-at-a-time'
import { clientAddressOf, isPrivateAddress } from '@/lib/http/client-address'
import { translator } from '@/lib/i18n/messages'
import { toLocale } from '@/lib/i18n/routing'
import type { Logger } from 'pino'
import { log } from '@/lib/log'
import type { ProblemCode } from '@/lib/problem'
import { MALFORMED, methodRefused, originForm, refusalOf, type Refusal } from './refusal'

type Options = {
  /** How many of our own proxies are in front: TRUSTED_PROXY_HOPS. */
  hops: number
  /** Called when a request came through a proxy and no proxy is trusted. */
  onUntrustedProxy?(): void
  /** In development Next's own tools post to further addresses. */
  isDev: boolean
  /** How an address is logged; undefined for nothing. */
  loggedAddress(address: string): string | undefined
  /** The destination of each request's log line. */
  accessLog: Logger
  /** Headers of every answer, e.g. Strict-Transport-Security. */
  headers: Record<string, string>
  /**
   * Answers with a kept page, which has all its headers except `own`; false when there is none.
   * Called before any header is set on the answer, because setting one costs as much as finding a
   * kept page.
   */
  answerKept(request: IncomingMessage, response: ServerResponse, own: Headers): boolean
  /** Handles a request that was not refused; `refuse` can still refuse it. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    refuse: (refusal: Refusal) => void,
  ): void
}

/** Names and values, alternating. */
export type Headers = readonly string[]

/** What nginx logs for a client that left before its answer. */
const CLIENT_GONE = 499

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto']

const REFUSAL_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}
const JSON_REFUSAL_HEADERS = {
  ...REFUSAL_HEADERS,
  'Content-Type': 'application/json',
  // The rest of the body must not be read as the next request.
  Connection: 'close',
}

const UNREADABLE: Record<string, Refusal> = {
  HPE_INVALID_METHOD: methodRefused(),
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { ...MALFORMED, status: 408 },
}

/**
 * Accepts the requests of our own server: every request gets its id, its client's address and one
 * line in the log. Requests that nothing behind it could handle are refused here, before anything
 * else reads them.
 */
export function acceptRequests(server: Server, options: Options): void {
  const common = Object.entries(options.headers)
  answerOneAtATime(server, {
    answer(request, response) {
      request.url = originForm(request.url ?? '/')
      const requestId = identify(request, response, options)
      const refusal = isDevTool(request.url, options) ? null : refusalOf(request)
      const own = [['X-Request-Id', requestId] as const, ...common]
      if (!refusal && options.answerKept(request, response, own.flat())) return
      nameCharset(response)
      for (const [name, value] of own) response.setHeader(name, value)
      const refuse = (reason: Refusal) => answerRefusal(reason, request, response)
      if (refusal) refuse(refusal)
      else options.handle(request, response, requestId, refuse)
    },
    refuse(error, socket, current) {
      if (!socket.writable || current?.headersSent) return void socket.destroy()
      const refusal = UNREADABLE[error.code ?? ''] ?? MALFORMED
      const requestId = current ? String(current.getHeader('X-Request-Id')) : randomUUID()
      socket.end(rawAnswer(refusal, requestId, options.headers))
      // A request that is being answered has its own log line, which records the abort.
      if (!current) log.info({ requestId, status: refusal.status, reason: error.code }, 'request')
    },
  })
}

const isDevTool = (url: string, { isDev }: Options): boolean => isDev && url.startsWith('/__nextjs')

/** Sets the request's id, which is returned, and its address, and writes its log line. */
function identify(
  request: IncomingMessage,
  response: ServerResponse,
  { hops, loggedAddress, accessLog, onUntrustedProxy }: Options,
): string {
  const begun = performance.now()
  const { headers, method, socket } = request
  const path = loggedPath(request.url ?? '/')
  const requestId = (headers['x-request-id'] = randomUUID())
  const forwardedFor = headers['x-forwarded-for']?.toString()
  const address = clientAddressOf({ socket: socket.remoteAddress, forwardedFor, hops })
  headers['x-studio-address'] = address
  if (hops === 0 && forwardedFor !== undefined && isPrivateAddress(socket.remoteAddress))
    onUntrustedProxy?.()
  if (hops === 0) for (const name of FORWARDED) delete headers[name]
  response.once('close', () => {
    const aborted = response.writableFinished ? undefined : true
    accessLog.info(
      {
        requestId,
        method,
        path,
        status: response.headersSent ? response.statusCode : CLIENT_GONE,
        ms: Math.round(performance.now() - begun),
        address: loggedAddress(address),
        aborted,
      },
      'request',
    )
  })
  return requestId
}

function bodyOf(
  code: ProblemCode,
  { sentence = code }: Refusal,
  request?: IncomingMessage,
): string {
  const named = request?.headers['x-language'] ?? languageCookie(request?.headers.cookie)
  return JSON.stringify({ message: translator(toLocale(named), 'errors')(sentence), code })
}

const languageCookie = (cookies = ''): string | undefined =>
  cookies
    .split(';')
    .map((cookie) => cookie.trim().replace(/^__Host-/, ''))
    .find((cookie) => cookie.startsWith('language='))
    ?.slice('language='.length)

function answerRefusal(refusal: Refusal, request: IncomingMessage, response: ServerResponse): void {
  const { status, code, headers } = refusal
  response.writeHead(status, { ...(code ? JSON_REFUSAL_HEADERS : REFUSAL_HEADERS), ...headers })
  response.end(code && request.method !== 'HEAD' ? bodyOf(code, refusal, request) : undefined)
}

/** The same answer as bytes, for a connection without a request. */
function rawAnswer(refusal: Refusal, requestId: string, common: Record<string, string>): string {
  const body = refusal.code ? bodyOf(refusal.code, refusal) : ''
  const headers = {
    ...common,
    ...JSON_REFUSAL_HEADERS,
    ...refusal.headers,
    'X-Request-Id': requestId,
    'Content-Length': Buffer.byteLength(body),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`
}
