// Our small Node server around Next's handler (docs/decisions/020 C14), for what a platform does
// elsewhere. Runs from dist/server.mjs (npm start, npm run demo) and, with NODE_ENV=development,
// directly from this file (npm run dev).
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import next from 'next'
import { ensureFirstAdmin, WeakFirstPassword } from '@/lib/auth/first-admin'
import { logPrinted } from './printed'
import { unknownPostPath } from './unknown-post'
import { contentVersions, followContent, type ContentTag } from '@/lib/cache/content-versions'
import { delivery } from './delivery'
import { keepThisBuild } from './earlier-builds'
import { env, type Env } from '@/lib/env'
import { acceptRequests } from './accept-requests'
import { builtActions, checkedActionPost } from './action-posts'
import { listen } from './listen'
import { isHandler, type Refusal } from './refusal'
import { bufferedLog, errorFields, log } from '@/lib/log'
import {
  contentFingerprint,
  newServerSecret,
  setFinishedPages,
  staleTags,
  type BuildFingerprint,
} from '@/lib/cache/prerendered'
import { pageCache, SETTLE_MS } from './page-cache'
import { pageTurns } from './page-turns'
import { logFailure } from '@/lib/outage'
import { untilSilent } from '@/lib/pool'
import { pseudonymIfReady, pseudonymOf } from '@/lib/secrets/pseudonym'
import { pathIn } from '@/lib/i18n/path'
import { currentRelease, databaseDifference, databaseRefusal } from '@/lib/release'
import { LOCALES } from '@/lib/i18n/routing'
import { endTroubles, noteTrouble, watchClock } from '@/lib/troubles'
import { watchFreeSpace } from '@/lib/uploads/free-space'

// V8 would let the heap grow to four times the live data before it collects: after five hundred
// pages of bookings 650 MiB where 370 are enough. Full collections at a third above it cost no
// measurable time (docs/performance.md).
setFlagsFromString('--heap-growing-percent=30')

const GRACE_MS = 25_000
/** How long those get their answer whose database has gone silent. */
const ANSWERS_MS = 500
/** How long closing takes at most. */
const CLOSE_MS = 2_000
/** How long the first look at the database may take. */
const FIRST_LOOK_MS = 2_000
/** How long the server waits for its own answers. */
const SELF_MS = 10_000
const SENTENCES = {
  database_newer: 'the database is newer than this code, which may run beside it meanwhile',
  database_older: 'the database is older than this code: run npm run migrate',
}
const settings = settingsOrExit()
const isDev = settings.NODE_ENV === 'development'
const isHttps = settings.SITE_URL.startsWith('https://')
// A shop in test mode must not be listed by search engines.
const isHidden =
  settings.payments === 'sandbox' || /^(sk|rk)_test_/.test(settings.STRIPE_SECRET_KEY ?? '')
;(globalThis as { studioServer?: boolean }).studioServer = true
if (!isDev) logPrinted()
const { version, commit } = currentRelease()
log.info({ version, commit, node: process.version }, 'starting')
// One that is silent is asked again before anything is served.
await Promise.race([refuseLaterDatabase(), sleep(FIRST_LOOK_MS, undefined, { ref: false })])

const server = createServer({
  headersTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
})
// In production Next gets a server that never listens: with its upgrade listener on ours, a
// harmless "Connection: Upgrade" would leave the visitor without an answer. Hostname: with
// 127.0.0.1 Next proxies to itself.
const app = next({
  dev: isDev,
  dir: process.cwd(),
  hostname: 'localhost',
  port: settings.PORT,
  httpServer: isDev ? server : createServer(),
})
const handle = app.getRequestHandler()
const pages = isDev ? null : pageCache()
if (pages) setFinishedPages(pages)
const deliver = delivery(pages, isDev ? undefined : await otherBuilds())
const actions = isDev ? null : builtActions()
// In development a page is compiled first, which takes long.
const turns = isDev ? null : pageTurns()
const access = bufferedLog()
let isStopping = false
let content: { stop(): void } | undefined
let jobs: { stop(): Promise<void> } | undefined

server.on('request', (_request, response) => {
  if (isStopping) response.setHeader('Connection', 'close')
})
// Its packages are loaded for those who ask for it.
const metrics = settings.METRICS_TOKEN
  ? await (await import('./metrics')).openMetrics(settings.METRICS_TOKEN, pages)
  : null
acceptRequests(server, {
  observe: metrics?.observe,
  host: new URL(settings.SITE_URL).host,
  hops: settings.TRUSTED_PROXY_HOPS,
  onUntrustedProxy: () => void noteTrouble('proxy_hops'),
  isDev,
  loggedAddress: pseudonymIfReady,
  accessLog: access.log,
  headers: {
    ...(isHttps && { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }),
    ...(isHidden && { 'X-Robots-Tag': 'noindex' }),
  },
  answerKept: (request, response, own) => pages?.answer(request, response, own) ?? false,
  handle: (request, response, requestId, refuse) =>
    deliver(request, response, () => {
      if (metrics?.answer(request, response)) return
      answer(request, response, refuse).catch((error: unknown) => {
        logFailure({ requestId }, 'request', error)
        if (!response.headersSent) refuse({ status: 500, code: 'internal' })
        else response.destroy()
      })
    }),
})

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  refuse: (refusal: Refusal) => void,
): Promise<void> {
  if (isHandler(request.url ?? '/')) return handle(request, response)
  const counted = turns?.count(request)
  if (counted) return refuse(counted)
  const passed = await checkedActionPost(request, settings.SITE_URL, actions)
  if ('refusal' in passed) return refuse(passed.refusal)
  const missing = await unknownPostPath(passed.url ?? '/')
  if (missing) passed.url = missing
  const render = () => handle(passed, response)
  const refusal = turns ? await turns.render(passed, response, render) : await render()
  if (refusal && !response.destroyed) refuse(refusal)
}

/** The files of other builds. Without a folder for them, open pages ask to be reloaded. */
async function otherBuilds(): Promise<() => string[]> {
  try {
    return await keepThisBuild(settings.STUDIO_DATA_DIR)
  } catch (error) {
    log.warn(errorFields(error), 'the files of earlier builds cannot be kept')
    return () => []
  }
}

function settingsOrExit(): Env {
  try {
    return env()
  } catch (error) {
    return exitWith((error as Error).message)
  }
}

/** In plain words, for whoever started it: the log begins with a start that succeeds. */
function exitWith(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** A later version may keep there what this one does not know, and would break. */
async function refuseLaterDatabase(): Promise<void> {
  const refusal = await databaseRefusal()
  if (refusal) exitWith(refusal)
}

/**
 * What needs the database once per start. While it is away the prerendered pages are served and
 * this is retried.
 */
async function settle(): Promise<void> {
  try {
    await refuseLaterDatabase() // It may have been away.
    await pseudonymOf('') // From here on the log lines have addresses.
    await ensureFirstAdmin()
    if (settings.TRUSTED_PROXY_HOPS > 0) await endTroubles(['proxy_hops'])
    const difference = await databaseDifference()
    if (difference) log.error(difference, SENTENCES[difference.kind])
    if (isDev) return
    // Read first: any later change counts as a change, whatever the comparison below still sees of
    // it.
    const versions = await contentVersions()
    const stale = staleTags(builtOf(), await contentFingerprint())
    if (stale?.length !== 0) {
      await expireContent(stale ?? undefined)
      const pages = stale?.join(', ') ?? 'all'
      log.info({ pages }, 'the build was made for another address or content: pages are expired')
    }
    content ??= followContent(versions, expireContent)
  } catch (error) {
    if (error instanceof WeakFirstPassword) exitWith(error.message)
    logFailure({}, 'starting failed; trying again', error)
    setTimeout(settle, 5_000).unref()
  }
}

const builtOf = (): BuildFingerprint =>
  JSON.parse(readFileSync('dist/stamp.json', 'utf8')) as BuildFingerprint

/**
 * Only a request handler may expire Next's caches, so this sends itself a request. Without tags:
 * everything.
 */
async function expireContent(tags?: ContentTag[]): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-studio-secret': newServerSecret() }
  const body = JSON.stringify({ tags })
  const status = await askSelf('/api/internal/expire', { method: 'POST', headers, body })
  if (status !== 200) throw new Error(`expiring content: ${status}`)
  pages?.drop() // After Next's: pages requested in between must not be kept.
}

/** Warms the cache with the pages that most first visitors request. */
async function warmPages(): Promise<void> {
  await sleep(SETTLE_MS) // Pages may have been discarded a moment ago.
  for (const locale of LOCALES)
    for (const path of ['/', '/booking']) await askSelf(pathIn(locale, path))
}

/**
 * Requests this server on a port of its own, without logging, and returns the status once the
 * answer has ended.
 */
async function askSelf(path: string, options?: RequestInit): Promise<number> {
  const inner = createServer((request, response) =>
    deliver(request, response, () => handle(request, response).catch(() => response.destroy())),
  )
  await new Promise<void>((done) => inner.listen(0, '127.0.0.1', done))
  const { port } = inner.address() as AddressInfo
  try {
    const signal = AbortSignal.timeout(SELF_MS)
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...options, signal })
    await answer.arrayBuffer()
    return answer.status
  } finally {
    inner.close()
    inner.closeAllConnections()
  }
}

await app.prepare()
await settle()
watchFreeSpace()
watchClock()
// Before the first request: what follows takes seconds, and a stop in them finishes requests too.
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
await listen(server, { port: settings.PORT, address: settings.LISTEN_ADDRESS }).catch(
  (error: Error) => exitWith(error.message),
)
log.info({ port: settings.PORT, site: settings.SITE_URL, payments: settings.payments }, 'listening')
if (pages)
  await warmPages().catch((error: unknown) => log.warn(errorFields(error), 'warming pages'))
// Loaded last: mail, PDF, Stripe and the ORM take longer than all else that a start does, and
// nobody's page waits for them.
// Without them nothing would be settled, refunded or mailed: Next.js would only log the failure.
const { startJobs } = await import('@/lib/jobs/jobs').catch((error: unknown) => {
  log.fatal(errorFields(error), 'the jobs cannot be loaded')
  process.exit(1)
})
if (!isStopping) jobs = startJobs()

async function stop(signal: string): Promise<void> {
  if (isStopping) return // A terminal's Ctrl-C arrives twice, from the terminal and from npm.
  isStopping = true
  log.info({ signal }, 'stopping: finishing the requests in flight')
  setTimeout(() => process.exit(1), GRACE_MS + 3_000).unref()
  setTimeout(() => server.closeAllConnections(), isDev ? 500 : GRACE_MS).unref()
  content?.stop()
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  const closed = new Promise<void>((done) => server.close(() => done()))
  const ends = await Promise.race([Promise.allSettled([closed, jobs?.stop()]), abandoned()])
  clearInterval(idle)
  const { closeDatabase } = await import('@/lib/db')
  const traces = (globalThis as { studioTraces?: { flush(): Promise<void> } }).studioTraces
  const closing = [app.close(), closeDatabase(), traces?.flush()]
  await Promise.race([Promise.allSettled(closing), sleep(CLOSE_MS)])
  for (const end of ends)
    if (end.status === 'rejected') log.error(errorFields(end.reason), 'stopping')
  access.flush()
  log.info('stopped')
  process.exit(0)
}

/** Nothing that waits for a database that says nothing can be finished. */
async function abandoned(): Promise<PromiseSettledResult<unknown>[]> {
  await untilSilent()
  await sleep(ANSWERS_MS)
  server.closeAllConnections()
  return [{ status: 'rejected', reason: new Error('The database is silent') }]
}
