// One network does what it can to stop the site, as shipped: everybody else is still answered.
// `npm run chaos -- flood.test` takes ten seconds for each way, with --long ten minutes.
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, studioDate, weekday } from '@/lib/time'
import { openStudio, type Studio } from './studio'
import { Visitor } from './visitor'

const SECONDS = process.env.CHAOS_LONG ? 600 : 10
/** Health answers within this time, in 95 of 100 cases. */
const HEALTH_MS = 200
/** The same for a page that is rendered for somebody else. */
const PAGE_MS = 1_000
const LANES = 20
const [LOUD, QUIET, WATCHER] = ['198.51.100.1', '203.0.113.1', '192.0.2.1']

let studio: Studio
let site: URL
/** A page that is rendered for each request. */
let page: string

beforeAll(async () => {
  studio = await openStudio(1, { RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_HOPS: '1' })
  site = new URL(studio.apps[0]?.url ?? '')
  let date = addDays(studioDate(new Date()), 30)
  while (weekday(date) === 0 || weekday(date) === 6) date = addDays(date, 1)
  const { body } = await new Visitor(site.origin).book({ date, time: '14:00' })
  const { rows } = await studio.sql.query('SELECT manage_token FROM bookings WHERE id = $1', [
    body.id,
  ])
  page = `/manage/${rows[0].manage_token}`
  // The first request of a page loads its code.
  for (const path of [page, '/api/health', '/booking']) await get(path, WATCHER)
}, 400_000)
afterAll(() => studio?.stop(), 60_000)

type Sent = { status: number; ms: number }
function send(path: string, from: string, method = 'GET', body = ''): Promise<Sent> {
  const begun = performance.now()
  const headers = {
    'x-forwarded-for': from,
    ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
  }
  return new Promise((done, fail) =>
    request({ host: '127.0.0.1', port: site.port, path, method, headers, agent: false })
      .on('response', (answer) =>
        answer
          .resume()
          .on('end', () => done({ status: answer.statusCode ?? 0, ms: performance.now() - begun }))
          .on('error', fail),
      )
      .on('error', fail)
      .end(body),
  )
}
const get = (path: string, from: string) => send(path, from)

/** Sends `text` on one connection and leaves `ms` after it. */
const sendAndLeave = (text: string, ms: number): Promise<void> =>
  new Promise((done, fail) => {
    const socket = connect(Number(site.port), '127.0.0.1', () => {
      socket.write(text)
      setTimeout(() => socket.destroy(), ms)
    })
    socket.on('close', () => done()).on('error', fail)
  })
const asBytes = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: ${site.host}\r\nX-Forwarded-For: ${LOUD}\r\n\r\n`

const FLOODS: [what: string, lanes: number, flood: () => Promise<unknown>][] = [
  [
    '300 pipelined requests, then the client leaves',
    1,
    () => sendAndLeave(asBytes(page).repeat(300), 100),
  ],
  ['forms posted to a page that takes none', LANES, () => send('/booking', LOUD, 'POST', 'a=b')],
  ['a page that is rendered for each request', LANES, () => get(page, LOUD)],
  ['the same, and the client leaves', LANES, () => sendAndLeave(asBytes(page), 50)],
  ['addresses that do not exist', LANES, () => get(`/no/such/page/${Math.random()}`, LOUD)],
]

// Seen with scanners, broken clients and spite.
describe('real life: a flood from one network', () => {
  test.each(FLOODS)(
    '%s: everybody else is answered',
    async (what, lanes, flood) => {
      const end = performance.now() + SECONDS * 1_000
      const isOn = () => performance.now() < end
      let floods = 0
      const sent: Sent[][] = [[], []]
      await Promise.all([
        ...Array.from({ length: lanes }, async () => {
          while (isOn()) {
            await flood()
            floods++
          }
        }),
        ...(
          [
            ['/api/health', WATCHER],
            [page, QUIET],
          ] as const
        ).map(async ([path, from], nth) => {
          while (isOn()) {
            sent[nth]?.push(await get(path, from))
            await sleep(100)
          }
        }),
      ])
      const [health = [], pages = []] = sent
      const statuses = new Set([...health, ...pages].map(({ status }) => status))
      const [p95, pageP95] = [percentile(health), percentile(pages)]
      console.info(`${what}: ${floods} in ${SECONDS} s; p95 health ${p95} ms, a page ${pageP95} ms`)
      expect([...statuses]).toEqual([200])
      expect(p95).toBeLessThan(HEALTH_MS)
      expect(pageP95).toBeLessThan(PAGE_MS)
      expect(studio.faults()).toEqual([])
    },
    (SECONDS + 120) * 1_000,
  )
})

function percentile(sent: readonly Sent[]): number {
  const sorted = sent.map(({ ms }) => ms).sort((a, b) => a - b)
  return Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Infinity)
}
