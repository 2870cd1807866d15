import 'server-only'
import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import { performance } from 'node:perf_hooks'
import { CALLS, callerOf, countHere } from '@/lib/http/count-here'
import type { Refusal } from './refusal'

const PATIENCE_S = 5
// Two take the processor as well as four do, and calls are answered between them (measured: health
// within 80 ms at the 95th percentile).
const LIMITS = {
  atOnce: 2,
  atOnceWhileIdle: 8,
  mostOfOne: 100,
  mostInAll: 400,
  patienceMs: PATIENCE_S * 1_000,
}
const BUSY: Refusal = {
  status: 503,
  code: 'unavailable',
  sentence: 'busy',
  headers: { 'Retry-After': String(PATIENCE_S) },
}

type PageTurns = {
  /** Counts a request for a page; the refusal of one too many of its network. */
  count(request: IncomingMessage): Refusal | null
  /** Renders a page when it is its turn; the refusal when that does not come. */
  render(
    request: IncomingMessage,
    response: ServerResponse,
    render: () => Promise<void>,
  ): Promise<Refusal | null>
}

/**
 * Bounds how much of the processor pages take that are not kept: so many requests of each network,
 * counted as its calls are, and a few renderings at once. Files of the folder `public` pass.
 */
export function pageTurns(): PageTurns {
  const calls = countHere(CALLS)
  const queue = renderQueue(LIMITS)
  const files = new Set(filesOf('public'))
  const isFile = ({ url = '' }: IncomingMessage) => files.has(url.split('?', 1)[0] ?? '')
  return {
    count(request) {
      const wait = isFile(request) ? 0 : calls(networkOf(request))
      const headers = { 'Retry-After': String(wait) }
      return wait > 0 ? { status: 429, code: 'too_many_requests', headers } : null
    },
    async render(request, response, render) {
      if (!isFile(request)) return (await queue(networkOf(request), response, render)) ? null : BUSY
      await render()
      return null
    },
  }
}

const networkOf = ({ headers }: IncomingMessage): string =>
  callerOf(String(headers['x-studio-address']))

/** The addresses of all files in a folder. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length).replaceAll(sep, '/'))

type Limits = {
  /** How many pages are rendered at once. */
  atOnce: number
  /** The same while the processor is idle: those that are being rendered wait for something else. */
  atOnceWhileIdle: number
  /** How many requests of one network may wait. */
  mostOfOne: number
  /** How many requests of all networks may wait. */
  mostInAll: number
  /** How long a request waits at most. */
  patienceMs: number
}

/**
 * Calls `render` when it is the turn of a request from `network`, and resolves with true when it is
 * done. Resolves with false, without rendering, when there is no place, when the request has waited
 * too long or when its client is gone. Throws what `render` throws.
 */
export type RenderQueue = (
  network: string,
  response: ServerResponse,
  render: () => Promise<void>,
) => Promise<boolean>

type Running = { response: ServerResponse; isHeldUp: boolean; checksGone: number; end(): void }
type Waiting = { begin(): void }

/** How often it is checked whether the processor is idle, and whether clients read their pages. */
const CHECK_MS = 100
/**
 * After so many checks the turn of a client that is gone ends: the framework never ends some of what it
 * renders for them (github.com/vercel/next.js/pull/96856), and goes on to the end of the rest.
 */
const CHECKS_GONE = 10
/** The part of that time in which an idle processor may have worked. */
const IDLE = 0.5

/**
 * Pages wait here for their turn: rendering takes the whole processor, and many at once would make
 * everybody wait for all of them. Networks take turns, so that one with many requests waits for
 * itself. A page whose client does not read it makes way for the next one.
 */
export function renderQueue(limits: Limits): RenderQueue {
  const { atOnce, atOnceWhileIdle, mostOfOne, mostInAll, patienceMs } = limits
  // By network, in the order of their turns; none is empty.
  const waiting = new Map<string, Set<Waiting>>()
  const running = new Set<Running>()
  let inAll = 0
  let checks: NodeJS.Timeout | undefined
  let used = performance.eventLoopUtilization()

  /**
   * The returned function ends it; so does a client that does not read, or that has been gone for a second.
   */
  function begin(response: ServerResponse): () => void {
    const end = () => {
      if (running.delete(page)) beginNext()
    }
    const page = { response, isHeldUp: false, checksGone: 0, end }
    running.add(page)
    if (!checks) {
      checks = setInterval(check, CHECK_MS).unref()
      used = performance.eventLoopUtilization()
    }
    return end
  }

  function beginNext(most = atOnce) {
    const [next] = waiting
    if (!next || running.size >= most) return
    const [network, places] = next
    const [first] = places
    waiting.delete(network) // Setting it again puts it behind the other networks.
    waiting.set(network, places)
    first?.begin()
  }

  function check() {
    const { utilization } = performance.eventLoopUtilization(used)
    used = performance.eventLoopUtilization()
    if (utilization < IDLE) beginNext(atOnceWhileIdle)
    for (const page of [...running]) {
      const { writableNeedDrain: isHeldUp, destroyed: isGone } = page.response
      if (isGone) page.checksGone++
      if ((isHeldUp && page.isHeldUp) || page.checksGone > CHECKS_GONE) page.end()
      page.isHeldUp = isHeldUp
    }
    if (running.size > 0) return
    clearInterval(checks)
    checks = undefined
  }

  /** Resolves with the function that ends the turn, or with null when it never comes. */
  function turn(network: string, response: ServerResponse): Promise<(() => void) | null> {
    const places = waiting.get(network) ?? new Set()
    if (response.destroyed || places.size >= mostOfOne || inAll >= mostInAll)
      return Promise.resolve(null)
    if (running.size < atOnce) return Promise.resolve(begin(response))
    return new Promise((resolve) => {
      const leave = () => {
        clearTimeout(patience)
        response.off('close', giveUp)
        inAll--
        places.delete(place)
        if (places.size === 0) waiting.delete(network)
      }
      const giveUp = () => {
        leave()
        resolve(null)
      }
      const place = {
        begin() {
          leave()
          resolve(begin(response))
        },
      }
      const patience = setTimeout(giveUp, patienceMs).unref()
      response.once('close', giveUp)
      inAll++
      waiting.set(network, places.add(place))
    })
  }

  return async (network, response, render) => {
    const end = await turn(network, response)
    if (!end) return false
    try {
      await render()
    } finally {
      end()
    }
    return true
  }
}
