// What a monitor reads at /metrics, on a real socket and the real database.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runDueJobs } from '@/lib/jobs/jobs'
import { log } from '@/lib/log'
import { acceptRequests } from '@/server/accept-requests'
import { openMetrics } from '@/server/metrics'
import { checkout, openShop } from '@/tests/support/shop'

const TOKEN = 'a-token-of-sixteen'
const route = (page: string, regex: string) => ({ page, regex })
const manifest = {
  staticRoutes: [route('/api/health', '^/api/health(?:/)?$')],
  dynamicRoutes: [
    route('/[locale]', '^/([^/]+?)(?:/)?$'),
    route('/[locale]/booking', '^/([^/]+?)/booking(?:/)?$'),
    route('/en/manage/[token]', '^/en/manage/([^/]+?)(?:/)?$'),
    route('/[locale]/[...rest]', '^/([^/]+?)/(.+?)(?:/)?$'),
  ],
}
const shop = openShop()
let server: Server
let address: string

beforeAll(async () => {
  server = createServer()
  const metrics = await openMetrics(TOKEN, null, { manifest })
  acceptRequests(server, {
    host: 'studio.example',
    accessLog: { info: () => undefined } as unknown as typeof log,
    hops: 0,
    isDev: false,
    loggedAddress: () => undefined,
    headers: {},
    observe: metrics.observe,
    answerKept: () => false,
    handle(request, response) {
      if (metrics.answer(request, response)) return
      response.writeHead(request.url?.includes('none') ? 404 : 200).end('page')
    },
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function read(token = TOKEN) {
  const answer = await fetch(`${address}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const text = await answer.text()
  const values = new Map<string, number>()
  for (const [, name = '', value] of text.matchAll(/^([a-z]\w*(?:\{[^}]*\})?) (\S+)$/gm))
    values.set(name, Number(value))
  return { answer, values }
}
const ask = (path: string) => fetch(`${address}${path}`).then((answer) => answer.text())

test('whoever lacks the token gets nothing', async () => {
  for (const token of ['', 'another-token-of-16', `${TOKEN}x`]) {
    const { answer, values } = await read(token)
    expect([answer.status, values.size]).toEqual([401, 0])
  }
})

test('requests are counted by route and status, however many addresses strangers try', async () => {
  for (const path of ['/', '/ms', '/booking?service=1', '/zh/booking', '/none', '/api/health'])
    await ask(path)
  for (let nth = 0; nth < 300; nth++) {
    await ask(`/manage/token-${nth}`)
    await ask(`/none/${nth}.php`)
  }
  const { values } = await read()
  const requests = [...values].filter(([name]) => name.startsWith('studio_requests_total'))
  expect(Object.fromEntries(requests)).toMatchObject({
    'studio_requests_total{method="GET",route="/",status="200"}': 2,
    'studio_requests_total{method="GET",route="/booking",status="200"}': 2,
    'studio_requests_total{method="GET",route="/manage/[token]",status="200"}': 300,
    'studio_requests_total{method="GET",route="/api/health",status="200"}': 1,
    'studio_requests_total{method="GET",route="other",status="404"}': 301,
  })
  expect(requests.length).toBeLessThan(12)
  expect(values.get('studio_request_duration_seconds_count{route="/manage/[token]"}')).toBe(300)
})

test('jobs, mails, webhooks, holds, connections and the process are told', async () => {
  await checkout()
  await runDueJobs()
  await shop.rows(`INSERT INTO mails (dedupe_key, kind, recipient, locale, payload, message_id, created_at, attempts)
    VALUES ('m', 'test_mail', 'aina@example.com', 'en', '{}', '<m@x>', now() - interval '20 minutes', 1)`)
  await shop.rows(
    `INSERT INTO stripe_events (id, type, object_id) VALUES ('evt_1', 'charge.updated', 'ch_1')`,
  )
  await shop.rows(
    `INSERT INTO troubles (kind, since) VALUES ('proxy_hops', now() - interval '15 minutes')`,
  )
  await shop.rows(`WITH one AS (INSERT INTO users (username, password) VALUES ('farid', 'x') RETURNING id)
    INSERT INTO sessions (id, kind, user_id, expires_at) SELECT 's', 'admin', id, now() + interval '1 day' FROM one`)
  await shop.rows(`INSERT INTO push_subscriptions (session_id, endpoint, p256dh, auth, server_key, locale)
    VALUES ('s', 'https://push.example.com/1', 'x', 'x', 'x', 'en')`)
  for (const [topic, minutes] of [
    ['a', 0],
    ['b', 2],
    ['c', 70],
    ['d', 80],
  ])
    await shop.rows(
      `INSERT INTO pushes (subscription_id, topic, kind, booking_id, attempts, created_at)
        SELECT 1, $1, 'bookings', max(id), 1, now() - make_interval(mins => $2) FROM bookings`,
      [topic, minutes],
    )
  const { answer, values } = await read()
  const waiting = ['under_1m', 'under_10m', 'under_1h', 'over_1h'].map((age) =>
    values.get(`studio_pushes_waiting{age="${age}"}`),
  )
  expect(waiting).toEqual([1, 1, 0, 2])
  expect(values.get('studio_pushes_waiting_oldest_seconds')).toBeGreaterThan(4_790)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(values.get('studio_database_up')).toBe(1)
  expect(values.get('studio_holds')).toBe(1)
  expect(values.get('studio_mails_waiting{age="under_1h"}')).toBe(1)
  expect(values.get('studio_mails_waiting_oldest_seconds')).toBeGreaterThan(1_190)
  expect(values.get('studio_webhooks_last_hour')).toBeGreaterThan(0)
  expect(values.get('studio_trouble_seconds{kind="proxy_hops"}')).toBeGreaterThan(890)
  expect(values.get('studio_job_begun_age_seconds{job="prune"}')).toBeLessThan(60)
  expect(values.get('studio_job_success_age_seconds{job="prune"}')).toBeLessThan(60)
  expect(values.get('studio_database_connections_limit')).toBe(10)
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
    expect(values.get(name)).toBeGreaterThan(0)
})

test('a job that fails keeps the time of its last success', async () => {
  await runDueJobs()
  const success = async () =>
    (await shop.rows(`SELECT succeeded_at FROM jobs WHERE name = 'sweep_stripe'`))[0]?.succeeded_at
  const first = await success()
  expect(first).not.toBeNull()
  jest.spyOn(log, 'error').mockImplementation(() => undefined)
  await shop.payments.faults({ match: '*', status: 500 })
  await shop.rows(`UPDATE jobs SET started_at = now() - interval '1 day'`)
  await runDueJobs()
  await shop.payments.faults()
  expect(await success()).toEqual(first)
})
