import { timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { FinishedPages } from '@/lib/cache/prerendered'
import { sha256 } from '@/lib/http/request'
import { logFailure } from '@/lib/outage'
import { pool } from '@/lib/pool'
import type { Ages, Figures } from '@/lib/jobs/figures'
import { lastFreeSpace } from '@/lib/uploads/free-space'
import { routePatterns, type RoutesManifest } from './route-patterns'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]
/** How long a reading waits for the database; without it the rest is told. */
const PATIENCE_MS = 3_000

const readManifest = (): RoutesManifest =>
  JSON.parse(readFileSync('.next/routes-manifest.json', 'utf8')) as RoutesManifest

type Sources = {
  read?: () => Promise<Figures>
  manifest?: RoutesManifest
}

/**
 * What this instance counts, for GET /metrics with the token. Labels are routes, statuses and names of
 * our own: never what somebody sent.
 */
export async function openMetrics(
  token: string,
  pages: FinishedPages | null,
  { read, manifest }: Sources = {},
) {
  const figures = read ?? (await import('@/lib/jobs/figures')).figures
  const routeOf = routePatterns(manifest ?? readManifest())
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'studio_requests_total',
    help: 'Answers by method, route and status; 499: the client had left.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'studio_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer, by route.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  })
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `studio_${name}`, help, labelNames, registers })
  const now = {
    pool: gauge('database_connections', 'Connections of this instance, by state.', 'state'),
    poolMost: gauge('database_connections_limit', 'DATABASE_POOL.'),
    waiting: gauge('database_waiting', 'Requests that wait for a free connection.'),
    up: gauge('database_up', '1 when the database answered this reading.'),
    kept: gauge('kept_pages', 'Pages that this instance keeps.'),
    keptBytes: gauge('kept_pages_bytes', 'Their size.'),
    keptHits: gauge('kept_pages_hits', 'Answers from them since the start.'),
    disk: gauge('disk_free_bytes', 'Free where STUDIO_DATA_DIR is, a minute ago at most.'),
    keptMisses: gauge('kept_pages_misses', 'Answers that had to be made since the start.'),
  }
  // Of the database, and the same on every instance.
  const shared = {
    begun: gauge('job_begun_age_seconds', 'Since the job last began, on any instance.', 'job'),
    succeeded: gauge('job_success_age_seconds', 'Since it last ended without a failure.', 'job'),
    mails: gauge('mails_waiting', 'Mails that are due, by how long they wait.', 'age'),
    oldest: gauge('mails_waiting_oldest_seconds', 'How long the oldest of them waits.'),
    failed: gauge('mails_failed', 'Mails that were given up.'),
    pushes: gauge('pushes_waiting', 'Notifications that are due, by how long they wait.', 'age'),
    oldestPush: gauge('pushes_waiting_oldest_seconds', 'How long the oldest of them waits.'),
    webhooks: gauge(
      'webhooks_last_hour',
      'Webhooks of Stripe that were taken in during the last hour.',
    ),
    latest: gauge('webhook_age_seconds', 'Since the last one.'),
    holds: gauge('holds', 'Sessions that are held for somebody who is paying.'),
    alerts: gauge('payments_waiting', 'Payments that wait for the owner, by reason.', 'kind'),
    troubles: gauge('trouble_seconds', 'How long a trouble lasts, by kind.', 'kind'),
  }

  function tellAges(waiting: Gauge<'age'>, oldest: Gauge, ages: Ages): void {
    waiting.set({ age: 'under_1m' }, ages.under1)
    waiting.set({ age: 'under_10m' }, ages.under10)
    waiting.set({ age: 'under_1h' }, ages.under60)
    waiting.set({ age: 'over_1h' }, ages.older)
    oldest.set(ages.oldest)
  }

  function tell({ jobs, mails, pushes, webhooks, holds, alerts, troubles }: Figures): void {
    for (const { name: job, begun, succeeded } of jobs) {
      if (begun !== null) shared.begun.set({ job }, begun)
      if (succeeded !== null) shared.succeeded.set({ job }, succeeded)
    }
    tellAges(shared.mails, shared.oldest, mails)
    shared.failed.set(mails.failed)
    tellAges(shared.pushes, shared.oldestPush, pushes)
    shared.webhooks.set(webhooks.lastHour)
    if (webhooks.latest !== null) shared.latest.set(webhooks.latest)
    shared.holds.set(holds)
    for (const { kind, count } of alerts) shared.alerts.set({ kind }, count)
    for (const { kind, seconds } of troubles) shared.troubles.set({ kind }, seconds)
  }

  async function text(): Promise<string> {
    const connections = pool()
    now.pool.set({ state: 'idle' }, connections.idleCount)
    now.pool.set({ state: 'used' }, connections.totalCount - connections.idleCount)
    now.poolMost.set(connections.options.max)
    now.waiting.set(connections.waitingCount)
    const free = lastFreeSpace()
    if (free !== null) now.disk.set(free)
    if (pages) {
      const { pages: kept, bytes, hits, misses } = pages.state()
      now.kept.set(kept)
      now.keptBytes.set(bytes)
      now.keptHits.set(hits)
      now.keptMisses.set(misses)
    }
    // What the database said before is no longer so.
    for (const one of Object.values(shared)) one.reset()
    const late = sleep(PATIENCE_MS, null, { ref: false })
    const said = await Promise.race([figures(), late]).catch((error: unknown) => {
      logFailure({}, 'metrics', error)
      return null
    })
    now.up.set(said ? 1 : 0)
    if (said) tell(said)
    return registry.metrics()
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = Buffer.from(sha256(request.headers.authorization ?? ''))
    response.setHeader('Cache-Control', 'no-store')
    if (!timingSafeEqual(given, Buffer.from(sha256(`Bearer ${token}`)))) {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer', 'Content-Length': '0' }).end()
      return
    }
    const body = await text()
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(body)
  }

  return {
    observe(method: string, target: string, status: number, ms: number): void {
      const route = routeOf(target)
      requests.inc({ method: METHODS.has(method) ? method : 'other', route, status })
      durations.observe({ route }, ms / 1000)
    },
    /** False when something else was asked for. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.url?.split('?', 1)[0] !== '/metrics') return false
      respond(request, response).catch((error: unknown) => {
        logFailure({}, 'metrics', error)
        response.destroy()
      })
      return true
    },
  }
}
