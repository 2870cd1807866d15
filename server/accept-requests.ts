import 'server-only'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { loggedPath } from './access-log'
import { nameCharset } from './headers'
import { answerOneAtATime } from './one-at-a-time'
import { clientAddressOf, isPrivateAddress } from '@/lib/http/client-address'
import type { Logger } from 'pino'
import { log } from '@/lib/log'
import { meantTarget } from './meant-target'
import { MALFORMED, methodRefused, originForm, refusalOf, type Refusal } from './refusal'
import { answerRefusal, rawAnswer } from './refusal-answer'

type Options = {
  /** The site's own host, for requests of HTTP/1.0 without one, as balancers make them. */
  host: string
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
  /** Called when an answer has ended, with the target that was asked for. */
  observe?: ((method: string, target: string, status: number, ms: number) => void) | undefined
  /** How long the rest of a request may take that brings no file; 30 s when absent. */
  bodyMs?: number
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

/** In so many turns of the event loop it is known that a client had left (seen: in two). */
const LEFT_TURNS = 2

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto']

const BODY_MS = 30_000
/** Megabytes from a phone with little signal. */
const FILE_MS = 180_000
const FILES = /^\/api\/(uploads|manage\/[^/?]+\/slip)(\?|$)/
/** How long a connection that was told so still has to end. */
const PARTING_MS = 2_000

/** Whether a file may come with a request to this address. */
export const takesFile = (url: string): boolean => FILES.test(url)

/** As Node calls it. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'
const UNREADABLE: Record<string, Refusal> = {
  HPE_INVALID_METHOD: methodRefused(),
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large' },
  [TOO_SLOW]: { ...MALFORMED, status: 408 },
}

/**
 * Accepts the requests of our own server: every request gets its id, its client's address and one
 * line in the log. Requests that nothing behind it could handle are refused here, before anything
 * else reads them.
 */
export function acceptRequests(server: Server, options: Options): void {
  const common = Object.entries(options.headers)
  server.requestTimeout = FILE_MS
  answerOneAtATime(server, {
    answer(request, response) {
      request.url = originForm(request.url ?? '/')
      // Node refuses HTTP/1.1 without it.
      request.headers.host ??= options.host
      if (!takesFile(request.url)) endUnlessRead(server, request, options.bodyMs ?? BODY_MS)
      const requestId = identify(request, response, options)
      const refusal = isDevTool(request.url, options)
        ? null
        : (ledToMeant(request) ?? refusalOf(request))
      const own = [['X-Request-Id', requestId] as const, ...common]
      if (!refusal && options.answerKept(request, response, own.flat())) return
      // Next's router compares the type of what it calls with the bare name.
      if (request.headers['next-action'] === undefined) nameCharset(response)
      for (const [name, value] of own) response.setHeader(name, value)
      const refuse = (reason: Refusal) => answerRefusal(reason, request, response)
      if (refusal) refuse(refusal)
      else whenPresent(request, () => options.handle(request, response, requestId, refuse))
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

/** Node's own limit of a request is that of those with a file. */
function endUnlessRead(server: Server, request: IncomingMessage, ms: number): void {
  const { headers, socket } = request
  if (!headers['content-length'] && !headers['transfer-encoding']) return
  const timer = setTimeout(() => {
    if (request.complete) return
    const error = Object.assign(new Error('The body did not come'), { code: TOO_SLOW })
    server.emit('clientError', error, socket)
    setTimeout(() => socket.destroy(), PARTING_MS).unref()
  }, ms).unref()
  request.once('close', () => clearTimeout(timer))
}

/**
 * Calls `begin` when the client has not left. Node learns of that only after it has handed over the
 * request, and a server that is behind reads many requests of clients that have left.
 */
function whenPresent(request: IncomingMessage, begin: () => void, turns = LEFT_TURNS): void {
  const { readableEnded, destroyed } = request.socket
  if (readableEnded || destroyed) return
  if (turns === 0) begin()
  else setImmediate(whenPresent, request, begin, turns - 1)
}

/** Eleven listen for the end of a page's answer, most of them Next's; above ten Node warns of a leak. */
const MOST_LISTENERS = 20

/** Leads a browser on to the page that its link was meant to open. */
function ledToMeant({ method, url = '/' }: IncomingMessage): Refusal | null {
  const meant = method === 'GET' || method === 'HEAD' ? meantTarget(url) : null
  return meant === null
    ? null
    : { status: 307, headers: { Location: meant, 'Content-Length': '0' } }
}

const isDevTool = (url: string, { isDev }: Options): boolean => isDev && url.startsWith('/__nextjs')

/** Sets the request's id, which is returned, and its address, and writes its log line. */
function identify(
  request: IncomingMessage,
  response: ServerResponse,
  { hops, loggedAddress, accessLog, observe, onUntrustedProxy }: Options,
): string {
  const begun = performance.now()
  const { headers, method, socket, url = '/' } = request
  const path = loggedPath(url)
  const requestId = (headers['x-request-id'] = randomUUID())
  const forwardedFor = headers['x-forwarded-for']?.toString()
  const address = clientAddressOf({ socket: socket.remoteAddress, forwardedFor, hops })
  headers['x-studio-address'] = address
  if (hops === 0 && forwardedFor !== undefined && isPrivateAddress(socket.remoteAddress))
    onUntrustedProxy?.()
  if (hops === 0) for (const name of FORWARDED) delete headers[name]
  response.setMaxListeners(MOST_LISTENERS)
  response.once('close', () => {
    const aborted = response.writableFinished ? undefined : true
    const status = response.headersSent ? response.statusCode : CLIENT_GONE
    const ms = performance.now() - begun
    observe?.(method ?? '', url, status, ms)
    accessLog.info(
      {
        requestId,
        method,
        path,
        status,
        ms: Math.round(ms),
        address: loggedAddress(address),
        aborted,
      },
      'request',
    )
  })
  return requestId
}
