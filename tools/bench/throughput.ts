// Answers per second, beside peers of the same run: a bare Next.js page and an empty route, plain
// Node with the same bytes, Node with one query, and the query alone. All take turns, because on a
// shared machine only the ratio is meaningful.
import autocannon from 'autocannon'
import pg from 'pg'
import { addDays, hourText, studioDate } from '@/lib/time'
import { startProcess, untilListening } from '@/scripts/local/process'
import { freePort } from '@/scripts/local/ports'
import type { Site } from '@/tests/support/site'
import type { Bare } from './bare'
import { THROUGHPUT } from './limits'
import { pssOf } from './memory'
import { raceForSlots, type Race } from './race'
import { profileOf, type Profile } from './profile'
import { medianRate, rush, type Rate } from './rush'
import { startsOf, type Starts } from './start'

export type Throughput = {
  rows: (Rate & { name: string; peer: string; ratio: number; least: number | null })[]
  /** Of the site's process at the end, in KiB. */
  memory: { pss: number; faults: string[] }
  race: Race
  start: Starts
  profiles: Profile[]
  faults: string[]
}

type Runner = { name: string; run(): Promise<Rate> }

/** Requests everything in turn, in several rounds, and returns each one's median. */
export async function throughput(
  { site, bare: barePage }: { site: Site; bare: Bare },
  say: (line: string) => void,
): Promise<Throughput> {
  const bare = barePage.url
  const [app] = site.apps
  if (!app) throw new Error('There is no site to measure')
  const sql = new pg.Client({ connectionString: site.services.env.DATABASE_URL })
  await sql.connect()
  const start = await startsOf({ site, bare: barePage, sql })
  say(`start: ${Math.round(start.ours)} ms beside ${Math.round(start.bare)} ms`)
  const date = addDays(studioDate(new Date()), 100)
  const peer = await startPeer({
    page: `${app.url}/`,
    database: site.services.env.DATABASE_URL ?? '',
    date,
  })
  const runners: Runner[] = [
    { name: 'bare page', run: () => rateOf(`${bare}/`) },
    { name: 'plain Node, the same bytes', run: () => rateOf(`${peer.url}/page`) },
    { name: '/', run: () => rateOf(`${app.url}/`) },
    { name: '/booking', run: () => rateOf(`${app.url}/booking`) },
    { name: 'empty route', run: () => rateOf(`${bare}/ping`) },
    { name: 'Node and one query', run: () => rateOf(`${peer.url}/query`) },
    { name: 'free times of a day', run: () => rateOf(`${app.url}/api/availability/${date}`) },
    { name: 'next free slot', run: () => rateOf(`${app.url}/api/next-slot`) },
    { name: 'a booking, new and taken', run: () => rateOfBookings(app.url, sql) },
  ]
  try {
    const rates = new Map(runners.map(({ name }) => [name, [] as Rate[]]))
    for (let round = -1; round < THROUGHPUT.rounds; round++)
      for (const { name, run } of runners) {
        const rate = await run()
        if (round >= 0) rates.get(name)?.push(rate) // The first one warms up.
        say(`${name}: ${Math.round(rate.perSecond)} a second`)
      }
    const rateOfAll = (name: string) => medianRate(rates.get(name) ?? [])
    const rows = THROUGHPUT.pairs.map(([name, beside, least]) => ({
      name,
      peer: beside,
      least,
      ...rateOfAll(name),
      ratio: rateOfAll(name).perSecond / rateOfAll(beside).perSecond,
    }))
    const race = await raceForSlots(app.url, sql)
    const pss = pssOf(app.pid)
    const heavy = pss / 1024 > THROUGHPUT.memoryMiB
    const profiles: Profile[] = []
    for (const [name, load] of [
      ['/', (url: string) => rateOf(`${url}/`)],
      ['free times of a day', (url: string) => rateOf(`${url}/api/availability/${date}`)],
      ['a booking, new and taken', (url: string) => rateOfBookings(url, sql)],
    ] as const)
      profiles.push(await profileOf(site, { name, load }))
    return {
      rows,
      profiles,
      race,
      start,
      memory: { pss, faults: heavy ? [`more than ${THROUGHPUT.memoryMiB} MiB`] : [] },
      faults: rows
        .filter(({ ratio, least }) => least !== null && ratio < least)
        .map(({ name, peer: beside, least }) => `${name}: less than ${least} × ${beside}`),
    }
  } finally {
    await Promise.all([peer.stop(), sql.end()])
  }
}

const rateOf = (url: string): Promise<Rate> => rush(url, THROUGHPUT)

/**
 * Unknown visitors who each request another hour of the coming half year, more of them than there
 * are hours: the first for an hour gets it (201), the others are told that it is taken (409).
 */
export async function rateOfBookings(
  site: string,
  sql: pg.Client,
  { connections, seconds: duration }: { connections: number; seconds: number } = THROUGHPUT,
): Promise<Rate> {
  await sql.query('DELETE FROM slot_reservations')
  const today = studioDate(new Date())
  const requests = Array.from({ length: 150 * 9 }, (_, nth) => ({
    method: 'POST' as const,
    path: '/api/bookings',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      serviceId: 1,
      firstName: 'Aina',
      email: `aina${nth}@example.com`,
      date: addDays(today, 7 + Math.floor(nth / 9)),
      time: hourText(9 + (nth % 9)),
    }),
  }))
  const result = await autocannon({ connections, duration, url: site, requests })
  const { '201': made = { count: 0 }, '409': taken = { count: 0 } } = result.statusCodeStats ?? {}
  const others = result.requests.total - (made.count ?? 0) - (taken.count ?? 0)
  // Weekends and holidays close earlier or are closed: 400.
  if (!made.count || others > result.requests.total / 3)
    throw new Error(`bookings: ${JSON.stringify(result.statusCodeStats)}`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

/** Plain Node in a separate process (tools/bench/peer.mjs), with the bytes of `page`. */
async function startPeer(of: { page: string; database: string; date: string }) {
  const port = await freePort()
  const running = startProcess({
    command: process.execPath,
    args: ['tools/bench/peer.mjs'],
    env: {
      ...process.env,
      PORT: String(port),
      PEER_PAGE: of.page,
      PEER_DATABASE: of.database,
      PEER_DATE: of.date,
    },
    logFile: '.studio/peer.log',
  })
  await untilListening(port, running, 'The peer in plain Node', '.studio/peer.log')
  return { url: `http://localhost:${port}`, stop: () => running.stop() }
}
