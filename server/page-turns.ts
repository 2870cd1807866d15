import 'server-only'
import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import { CALLS, callerOf, countHere } from '@/lib/http/count-here'
import type { Refusal } from './refusal'
import { renderQueue } from './render-queue'

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
